import { useState } from 'react'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import type { BrokerageListingDetail } from '../contract.ts'
import { brokerageListingCalls } from '../contract.ts'

/** What is typed into the form of a home. */
export interface ListingForm extends Record<string, unknown> {
  mls_number: string
  status: BrokerageListingDetail['status']
  offer: 'sale' | 'lease'
  property_type: string
  price: number | string
  street_number: string
  street_name: string
  unit: string
  city: string
  province: string
  postal_code: string
  neighbourhood: string
  beds: number | string
  beds_plus: number | string
  baths: number | string
  sqft: number | string
  lot: string
  parking: string
  taxes: number | string
  description: string
  owner: string
  listed_on: string
}

const empty: ListingForm = {
  mls_number: '',
  status: 'coming_soon',
  offer: 'sale',
  property_type: 'Condo Apartment',
  price: '',
  street_number: '',
  street_name: '',
  unit: '',
  city: 'Toronto',
  province: 'ON',
  postal_code: '',
  neighbourhood: '',
  beds: '',
  beds_plus: '',
  baths: '',
  sqft: '',
  lot: '',
  parking: '',
  taxes: '',
  description: '',
  owner: '',
  listed_on: '',
}

/** What the form holds of a home: fields that it has not are left empty. */
function formOf(listing: BrokerageListingDetail): ListingForm {
  const { status, offer, property_type, price, street_number, street_name, unit, city, province, postal_code } = listing
  const { neighbourhood, beds, beds_plus, baths, lot, parking, description, owner } = listing
  return {
    status,
    offer,
    property_type,
    price,
    street_number,
    street_name,
    unit,
    city,
    province,
    postal_code,
    neighbourhood,
    beds,
    beds_plus,
    baths,
    lot,
    parking,
    description,
    owner,
    mls_number: listing.mls_number ?? '',
    sqft: listing.sqft ?? '',
    taxes: listing.taxes ?? '',
    listed_on: listing.listed_on ?? '',
  }
}

/** Reads a kept draft; `null` for one of another version. */
const parse = (stored: unknown): ListingForm | null =>
  typeof stored === 'object' && stored !== null && Object.keys(empty).every(key => key in stored)
    ? (stored as ListingForm)
    : null

const number = (value: number | string): number => Number(value) || 0
const orNull = (value: number | string): number | null => (value === '' ? null : Number(value))

/** The form of a new home, or of one that is there; kept over a reload until it is sent. */
export function useListingForm(
  listing: BrokerageListingDetail | null,
  onSaved: (saved: BrokerageListingDetail) => void,
) {
  const [initial] = useState(() => (listing ? formOf(listing) : empty))
  const fields = (values: ListingForm) => ({
    ...values,
    mls_number: values.mls_number || null,
    price: number(values.price),
    beds: number(values.beds),
    beds_plus: number(values.beds_plus),
    baths: number(values.baths),
    sqft: orNull(values.sqft),
    taxes: orNull(values.taxes),
    listed_on: values.listed_on || null,
  })
  return useDraftForm(listing ? brokerageListingCalls.update : brokerageListingCalls.create, {
    initial,
    draft: { name: listing ? `brokerage-listing-${listing.id}-${listing.version}` : 'brokerage-listing', parse },
    inputOf: values => ({ ...(listing ? { id: listing.id } : {}), ...fields(values) }) as never,
    ...(listing ? { version: listing.version } : {}),
    onSaved(saved) {
      notify(listing ? 'Listing updated.' : 'Listing added.')
      onSaved(saved)
    },
  })
}

/** The form of a home, for its parts. */
export type ListingFormState = ReturnType<typeof useListingForm>

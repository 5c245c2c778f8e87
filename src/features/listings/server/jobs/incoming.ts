import { createHash } from 'node:crypto'
import type { MlsPhoto, MlsProperty, MlsState } from '../../../../integrations/mls/client.ts'
import { buildingKeyOf, municipalityOf, offerOf, squareFeetOf, statusOf } from '../../rules.ts'
import type { IncomingPhoto, PhotosChanged } from '../queries/photos.ts'
import type { IncomingListing } from '../queries/replication.ts'

const count = (value: number | null | undefined): number => Math.min(99, Math.max(0, Math.round(value ?? 0)))

/** When the photos of a listing last changed; with the listing itself, where the service does not say. */
export const photosChanged = (property: MlsProperty): PhotosChanged => ({
  mls_number: property.ListingKey,
  changed_at: property.PhotosChangeTimestamp ?? property.ModificationTimestamp,
})

/** Photos of the listing service in the product's words, numbered for each listing in the order in which they came. */
export function incomingPhotos(photos: readonly MlsPhoto[], limit: number): IncomingPhoto[] {
  const counts = new Map<string, number>()
  return photos.flatMap(({ listing_key, media_key, url, caption, modified_at }) => {
    const n = (counts.get(listing_key) ?? 0) + 1
    counts.set(listing_key, n)
    const copy_name = createHash('sha256').update(`${media_key}\n${url}\n${modified_at}`).digest('hex').slice(0, 40)
    return n > limit ? [] : [{ mls_number: listing_key, n, url, copy_name, caption: caption.slice(0, 200) }]
  })
}

/** A record of the listing service in the product's words. */
export function incomingListing(property: MlsProperty): IncomingListing {
  const street = [property.StreetNumber, property.StreetName, property.StreetSuffix].filter(Boolean).join(' ')
  const address = street || (property.UnparsedAddress ?? '')
  const city = municipalityOf(property.City ?? '')
  const unit = property.UnitNumber || null
  const propertyType = property.PropertySubType ?? 'Home'
  return {
    mls_number: property.ListingKey,
    status: statusOf(property.StandardStatus),
    offer: offerOf(property.TransactionType),
    property_type: propertyType,
    price: Math.round(property.ListPrice * 100),
    address,
    unit,
    city,
    neighbourhood: property.CityRegion ?? '',
    postal_code: property.PostalCode ?? '',
    building_key: buildingKeyOf({ street: address, city, unit, propertyType }),
    building_name: property.BuildingName ?? '',
    beds: count(property.BedroomsAboveGrade),
    beds_plus: count(property.BedroomsBelowGrade),
    baths: count(property.BathroomsTotalInteger),
    sqft: squareFeetOf(property.LivingAreaRange),
    description: property.PublicRemarks ?? '',
    brokerage: property.ListOfficeName ?? '',
    lat: property.Latitude ?? null,
    lng: property.Longitude ?? null,
    listed_at: property.OriginalEntryTimestamp,
    modified_at: property.ModificationTimestamp,
  }
}

/** Records of which little could be read, as far as they end a listing; one that stays on the market stays as it was. */
export const endedListings = (
  states: readonly MlsState[],
): Pick<IncomingListing, 'mls_number' | 'status' | 'modified_at'>[] =>
  states
    .map(state => ({
      mls_number: state.ListingKey,
      status: statusOf(state.StandardStatus),
      modified_at: state.ModificationTimestamp,
    }))
    .filter(({ status }) => status !== 'active')

import { Button, Menu, NumberInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { Badge, Loading } from '../../../platform/ui/pieces.tsx'
import { BackButton, EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { money } from '../../../platform/web/money.ts'
import { useBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { localNow } from '../../../platform/web/time/time.ts'
import { HomeMap } from '../../../product/region/HomeMap.tsx'
import { listingQuery } from '../../listings/web/client.ts'
import { listingPanels } from '../../listings/web/extensions.ts'
import { type BrokerageListingDetail, brokerageListingCalls } from '../contract.ts'
import { daysOnMarket, listingStatuses, listingStatusLabel } from '../rules.ts'
import { brokerageListingQuery, changeListing } from './client.ts'
import { brokerageListingPanels } from './extensions.ts'
import { ListingFields } from './ListingFields.tsx'
import classes from './Listings.module.css'
import { PriceBadge } from './ListingsPage.tsx'
import { Photos } from './Photos.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import { StatusMark } from './StatusMark.tsx'
import { useListingForm } from './useListingForm.ts'

const MAP_HEIGHT = 240

/** `/brokerage-listings/{id}`: a home of the brokerage with its photos, its prices and the leads whom it suits. */
export function BrokerageListingPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useQuery(brokerageListingQuery(Number(id)))
  useBreadcrumbs([{ label: data?.address ?? 'Listing' }])
  if (error && 'status' in error && error.status === 404)
    return (
      <EmptyState isPage title="Page not found." actions={<BackButton />}>
        There is no listing here, or it was removed.
      </EmptyState>
    )
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <div className={classes.detail} data-fills>
      <Head listing={data} />
      <div className={classes.columns}>
        <section className={classes.main} aria-label="Home">
          <Photos key={data.id} listing={data} />
          <Facts listing={data} />
          {data.description && <p className={classes.description}>{data.description}</p>}
        </section>
        <section className={classes.middle} aria-label="Market">
          <PriceHistory listing={data} />
          {brokerageListingPanels.parts().map(({ id: part, Panel }) => (
            <Panel key={part} listing={data} />
          ))}
          <Place listing={data} />
        </section>
        <aside className={classes.aside} aria-label="Leads">
          <Matches listing={data} />
        </aside>
      </div>
    </div>
  )
}

function Head({ listing }: { listing: BrokerageListingDetail }) {
  const [open, setOpen] = useState<'edit' | 'price' | null>(null)
  const days = daysOnMarket(listing, localNow(new Date()).slice(0, 10))
  const place = [
    listing.neighbourhood,
    `${listing.city}, ${listing.province} ${listing.postal_code}`.trim(),
    listing.mls_number && `MLS ${listing.mls_number}`,
    listing.owner && `seller ${listing.owner}`,
  ]
  return (
    <header className={classes.head}>
      <div>
        <h1>
          {listing.address} <Badge>{`Listing ${listing.offer}`}</Badge> <PriceBadge home={listing} />
        </h1>
        <p className={classes.meta}>{place.filter(Boolean).join(' · ')}</p>
      </div>
      <div className={classes.asked}>
        <b>
          {money(listing.price)}
          {listing.offer === 'lease' && <small>/mo</small>}
        </b>
        {days !== null && <p className={classes.meta}>{`${days} days on the market`}</p>}
      </div>
      {listing.may_change ? (
        <>
          <StatusMenu listing={listing} />
          <Button variant="default" onClick={() => setOpen('price')}>
            Change price
          </Button>
          <Button variant="default" onClick={() => setOpen('edit')}>
            Edit
          </Button>
        </>
      ) : (
        <StatusMark status={listing.status}>{listing.agent?.name ?? null}</StatusMark>
      )}
      {open === 'edit' && <EditDialog listing={listing} onClose={() => setOpen(null)} />}
      {open === 'price' && <PriceDialog listing={listing} onClose={() => setOpen(null)} />}
    </header>
  )
}

function StatusMenu({ listing: { id, status } }: { listing: BrokerageListingDetail }) {
  const change = useMutation({
    mutationFn: (next: (typeof listingStatuses)[number]) => changeListing(id, { status: next }),
    onError: error => void notifyFailure(sentenceOf(error)),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={change.isPending} aria-label={`Status: ${listingStatusLabel(status)}`}>
          <StatusMark status={status} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {listingStatuses.map(one => (
          <Menu.Item key={one} disabled={one === status} onClick={() => change.mutate(one)}>
            <StatusMark status={one} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface DialogProps {
  listing: BrokerageListingDetail
  onClose(): void
}

function EditDialog({ listing, onClose }: DialogProps) {
  const entry = useListingForm(listing, onClose)
  return (
    <FormDialog title="Edit the listing" action="Save" form={entry} size={720} onClose={onClose}>
      <ListingFields form={entry.form} />
    </FormDialog>
  )
}

function PriceDialog({ listing, onClose }: DialogProps) {
  const entry = useCallForm(brokerageListingCalls.update, {
    initial: { price: listing.price as number | string },
    inputOf: ({ price }) => ({ id: listing.id, price: Number(price) }),
    version: listing.version,
    onSaved: onClose,
  })
  const { price } = entry.form.values
  return (
    <FormDialog
      title="Change the price"
      action="Change price"
      form={entry}
      maySubmit={Number(price) > 0 && Number(price) !== listing.price}
      onClose={onClose}
    >
      <NumberInput
        label={listing.offer === 'lease' ? 'Rent a month' : 'Price'}
        description={`${money(listing.price)} now. The old price stays in the history.`}
        prefix="$"
        thousandSeparator=","
        allowDecimal={false}
        hideControls
        data-autofocus
        {...entry.form.getInputProps('price')}
      />
    </FormDialog>
  )
}

function Facts({ listing }: { listing: BrokerageListingDetail }) {
  const beds = listing.beds_plus > 0 ? `${listing.beds} + ${listing.beds_plus}` : String(listing.beds)
  const facts: readonly (readonly [string, string])[] = [
    [beds, 'beds'],
    [String(listing.baths), 'baths'],
    [listing.sqft ? listing.sqft.toLocaleString('en-CA') : '', 'sq ft'],
    [listing.lot, 'lot'],
    [listing.parking, 'parking'],
    [listing.taxes ? money(listing.taxes) : '', 'taxes a year'],
  ]
  return (
    <dl className={classes.figures}>
      {facts
        .filter(([value]) => value !== '')
        .map(([value, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Place({ listing: { lat, lng, address, price } }: { listing: BrokerageListingDetail }) {
  const points = useMemo(
    () => (lat === null || lng === null ? [] : [{ lat, lng, label: money(price), title: address }]),
    [lat, lng, price, address],
  )
  if (points.length === 0) return null
  return <HomeMap points={points} label={`Map: where ${address} is`} height={MAP_HEIGHT} />
}

/** The leads whose alerts find the home on the listing service, with what else is known of it there. */
function Matches({ listing: { mls_number } }: { listing: BrokerageListingDetail }) {
  const { data } = useQuery({ ...listingQuery(mls_number ?? ''), enabled: mls_number !== null })
  if (!data)
    return (
      <p className={classes.meta}>
        {mls_number === null
          ? 'Leads are matched once the home has its MLS number.'
          : 'Leads are matched once the listing service has this home.'}
      </p>
    )
  return listingPanels.parts().map(({ id, Panel }) => <Panel key={id} listing={data} />)
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { HomeMap } from '../../../platform/ui/map/HomeMap.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { money } from '../../../platform/web/money.ts'
import { shortDay } from '../../../platform/web/time.ts'
import { useTrail } from '../../../platform/web/trail.ts'
import type { Listing } from '../contract.ts'
import { listingQuery } from './client.ts'
import { Gallery } from './Gallery.tsx'
import classes from './Listing.module.css'
import { cardPrice } from './pieces/ListingCards.tsx'
import { ListingSheet } from './pieces.tsx'

/** `/listings/{number}`: a home of the listing service, with its photos, where it is, and the prices it had. */
export function ListingPage() {
  const { mls = '' } = useParams({ strict: false }) as { mls?: string }
  const { data, error, refetch } = useQuery(listingQuery(mls))
  useTrail([{ label: data?.address ?? mls }])
  if (error && 'status' in error && error.status === 404)
    return <EmptyState title="Page not found.">There is no home of this number.</EmptyState>
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <div className={classes.page}>
      <Gallery
        key={data.mls_number}
        base={data.photo_base_url}
        captions={data.photos}
        address={data.address}
        kind={data.property_type}
      />
      <div className={classes.side}>
        <ListingSheet listing={data} />
        <ListingPlace listing={data} />
        {data.prices.length > 1 && (
          <dl className={classes.facts} aria-label="Prices">
            {data.prices.map(({ since, price }) => (
              <div key={since}>
                <dt>Since {shortDay(since, new Date())}</dt>
                <dd>{money(price)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  )
}

const MAP_HEIGHT = 260

/** Where the home is, on a map that can be moved. */
function ListingPlace({ listing }: { listing: Listing }) {
  const { lat, lng, address } = listing
  const label = cardPrice(listing)
  const points = useMemo(
    () => (lat === null || lng === null ? [] : [{ lat, lng, label, title: address }]),
    [lat, lng, label, address],
  )
  if (points.length === 0) return null
  return <HomeMap isLive points={points} label={`Map: where ${address} is`} height={MAP_HEIGHT} />
}

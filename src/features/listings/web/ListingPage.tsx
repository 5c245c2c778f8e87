import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { BackButton, EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { money } from '../../../platform/web/money.ts'
import { useBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import { shortDay } from '../../../platform/web/time/time.ts'
import { listingQuery } from './client.ts'
import { listingPanels } from './extensions.ts'
import classes from './Listing.module.css'
import { Gallery } from './pieces/Gallery.tsx'
import { ListingPlace } from './pieces/ListingPlace.tsx'
import { ListingSheet } from './pieces/ListingSheet.tsx'

/** `/listings/{number}`: a home of the listing service, with its photos, where it is, and the prices it had. */
export function ListingPage() {
  const { mls = '' } = useParams({ strict: false }) as { mls?: string }
  const { data, error, refetch } = useQuery(listingQuery(mls))
  useBreadcrumbs([{ label: data?.address ?? mls }])
  if (error && 'status' in error && error.status === 404)
    return (
      <EmptyState isPage title="Page not found." actions={<BackButton />}>
        There is no home with this MLS number.
      </EmptyState>
    )
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <div className={classes.page}>
      <div className={classes.gallery}>
        <Gallery
          key={data.mls_number}
          base={data.photo_base_url}
          captions={data.photos}
          address={data.address}
          kind={data.property_type}
        />
      </div>
      <div className={classes.side}>
        <ListingSheet listing={data} />
        {listingPanels.parts().map(({ id, Panel }) => (
          <Panel key={id} listing={data} />
        ))}
      </div>
      <div className={classes.place}>
        <ListingPlace listing={data} isLive />
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

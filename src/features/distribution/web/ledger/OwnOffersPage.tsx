import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay, timeOfDay } from '../../../../platform/web/time/time.ts'
import { useViewer } from '../../../leads/web/client/useViewer.ts'
import type { OwnDecision } from '../../contract.ts'
import { ownTitle } from '../../rules/own.ts'
import { ownDecisionsQuery } from '../client.ts'
import ownOffersClasses from './OwnOffers.module.css'

/** `/offers`: what was offered to the person, and why other leads were not. */
export function OwnOffersPage() {
  const { zone } = useViewer()
  const now = useNow(60_000)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ownDecisionsQuery)
  const rows = data?.pages.flatMap(page => page.data) ?? []
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (data && rows.length === 0)
    return (
      <EmptyState isPage title="No lead was distributed yet">
        Offers to you appear here, with the reason for each lead that went to somebody else.
      </EmptyState>
    )
  return (
    <div className={ownOffersClasses.own} data-fills aria-busy={!data}>
      <h1>Offers and skips</h1>
      <ol>
        {rows.map(row => (
          <Row key={row.id} row={row} now={now} zone={zone} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

function Row({ row, now, zone }: { row: OwnDecision; now: Date; zone: string }) {
  const what = [row.roles_string, row.areas.slice(0, 2).join(', ')].filter(Boolean).join(' in ')
  return (
    <li>
      <time dateTime={row.at}>
        {shortDay(row.at, now, zone)}, {timeOfDay(row.at, zone)}
      </time>
      <div>
        <b>{ownTitle(row.outcome)}</b>
        <p>
          {what && `${what}. `}
          {row.reason}
        </p>
      </div>
    </li>
  )
}

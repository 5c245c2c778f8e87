import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge, Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import { fullName, leadPagePath } from '../../leads/rules.ts'
import type { ShownEvent } from '../contract/sources.ts'
import { eventsQuery } from './client.ts'
import { FailedEvents } from './FailedEvents.tsx'
import classes from './Intake.module.css'
import { eventLabels } from './rules/text.ts'

/** What sources reported, newest first. */
export function EventList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(eventsQuery)
  const now = useNow(30_000)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const events = data.pages.flatMap(page => page.data)
  if (events.length === 0)
    return <EmptyState title="No events yet">What sites, portals and forms send appears here.</EmptyState>
  return (
    <>
      <FailedEvents now={now} />
      <ul className={classes.list} aria-label="Events">
        {events.map(event => (
          <EventRow key={event.id} event={event} now={now} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

function EventRow({ event, now }: { event: ShownEvent; now: Date }) {
  return (
    <li className={classes.event}>
      <span className={classes.strong}>{eventLabels[event.type]}</span>
      <span className={classes.cut} dir="auto">
        {event.about}
      </span>
      <span className={classes.cut} dir="auto">
        {event.lead ? (
          <Link to={leadPagePath(event.lead)}>{fullName(event.lead) || `Lead ${event.lead.id}`}</Link>
        ) : event.state === 'failed' ? (
          <Badge hue="red">Failed</Badge>
        ) : (
          'Unknown visitor'
        )}
      </span>
      <span className={classes.cut}>{event.source.name}</span>
      <time className={classes.time} dateTime={event.occurred_at} title={fullTime(event.occurred_at)}>
        {ago(event.occurred_at, now)}
      </time>
    </li>
  )
}

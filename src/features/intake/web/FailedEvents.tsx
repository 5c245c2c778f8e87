import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import type { ShownEvent } from '../contract/sources.ts'
import { failedQuery, retryEvent } from './client.ts'
import classes from './Intake.module.css'
import { eventLabels } from './rules/text.ts'

/** Events that were given up after several tries; draws nothing when there are none. */
export function FailedEvents({ now }: { now: Date }) {
  const { data } = useQuery(failedQuery)
  if (!data || data.data.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Failed events">
      {data.data.map(event => (
        <FailedEvent key={event.id} event={event} now={now} />
      ))}
    </ul>
  )
}

function FailedEvent({ event, now }: { event: ShownEvent; now: Date }) {
  const retry = useMutation({
    mutationFn: () => retryEvent(event.id),
    onSuccess: () => notify('Trying again.'),
    onError: error => notify(sentenceOf(error)),
  })
  return (
    <li className={classes.refusal}>
      <div className={classes.refusalHead}>
        <span className={classes.strong}>{event.source.name}</span>
        <span className={classes.problem}>
          {eventLabels[event.type]}
          {event.about && ` · ${event.about}`}: failed. {event.problem}
        </span>
        <time className={classes.time} dateTime={event.received_at} title={fullTime(event.received_at)}>
          {ago(event.received_at, now)}
        </time>
        <Button variant="default" size="compact-sm" loading={retry.isPending} onClick={() => retry.mutate()}>
          Try again
        </Button>
      </div>
    </li>
  )
}

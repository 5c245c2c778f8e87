import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import type { IntakeRefusal } from '../contract/sources.ts'
import { dismissRefusal, refusalsQuery, replayRefusal } from './client.ts'
import classes from './Intake.module.css'

/** Requests that were refused, each with why and what came. */
export function RefusedList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(refusalsQuery)
  const now = useNow(30_000)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const refusals = data.pages.flatMap(page => page.data)
  if (refusals.length === 0)
    return (
      <EmptyState title="Nothing was refused">
        Requests with a wrong signature or unknown fields appear here.
      </EmptyState>
    )
  return (
    <>
      <ul className={classes.list} aria-label="Refused requests">
        {refusals.map(refusal => (
          <Refusal key={refusal.id} refusal={refusal} now={now} />
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

function Refusal({ refusal, now }: { refusal: IntakeRefusal; now: Date }) {
  const failed = (error: unknown) => notify(sentenceOf(error))
  const replay = useMutation({
    mutationFn: () => replayRefusal(refusal.id),
    onSuccess: ({ accepted, refused }) =>
      notify(refused > 0 ? `${accepted} accepted, ${refused} still refused.` : `${accepted} accepted.`),
    onError: failed,
  })
  const dismiss = useMutation({ mutationFn: () => dismissRefusal(refusal.id), onError: failed })
  return (
    <li className={classes.refusal}>
      <div className={classes.refusalHead}>
        <span className={classes.strong}>{refusal.source.name}</span>
        <span className={classes.problem}>{refusal.problem}</span>
        <time className={classes.time} dateTime={refusal.received_at} title={fullTime(refusal.received_at)}>
          {ago(refusal.received_at, now)}
        </time>
        <Button variant="default" size="compact-sm" loading={replay.isPending} onClick={() => replay.mutate()}>
          Replay
        </Button>
        <Button variant="subtle" size="compact-sm" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
          Dismiss
        </Button>
      </div>
      <details>
        <summary>What came</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre className={classes.example} tabIndex={0}>
          {refusal.body || 'Nothing'}
        </pre>
      </details>
    </li>
  )
}

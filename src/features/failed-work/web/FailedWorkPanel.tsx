import { Button } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { FrameActions, FrameBar } from '../../../platform/ui/frame/Frame.tsx'
import { Loading, ToggleChip } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { textInAddress } from '../../../platform/web/forms/addressFields.ts'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import type { FailedKind } from '../contract.ts'
import { dismissWork, failedKindsQuery, failedWorkQuery, retryWork } from './client.ts'
import classes from './FailedWork.module.css'
import { FailedWorkRow } from './FailedWorkRow.tsx'

const failed = (error: unknown) => notify(sentenceOf(error))

const Shown = z.object({ kind: textInAddress })

/** Background work of all features that failed for good: why, about whom, and what can be done. */
export function FailedWorkPanel() {
  const [{ kind: asked }, show] = useInAddress(Shown)
  const { data: kinds = [] } = useQuery(failedKindsQuery)
  // The last of a kind may just have been settled.
  const kind = kinds.find(one => one.kind === asked) ?? null
  return (
    <>
      {kind && (
        <FrameActions>
          <KindActions kind={kind} />
        </FrameActions>
      )}
      {kinds.length > 0 && (
        <FrameBar>
          <ToggleChip on={kind === null} onChange={() => show({ kind: '' })}>
            All
          </ToggleChip>
          {kinds.map(one => (
            <ToggleChip
              key={one.kind}
              on={one.kind === kind?.kind}
              onChange={isOn => show({ kind: isOn ? one.kind : '' })}
            >
              {one.title} <span className={classes.count}>{count(one.count)}</span>
            </ToggleChip>
          ))}
        </FrameBar>
      )}
      <WorkList kind={kind?.kind ?? null} />
    </>
  )
}

function KindActions({ kind: { kind, title, count: many, is_repeatable } }: { kind: FailedKind }) {
  const retry = useMutation({
    mutationFn: () => retryWork({ kind }),
    onSuccess: ({ left }) => {
      if (left > 0) notify(`${count(left)} were left: nobody knows whether they were done. Look at each.`)
    },
    onError: failed,
  })
  const dismiss = useMutation({ mutationFn: () => dismissWork({ kind }), onError: failed })
  const ask = async () => {
    const message = `“${title}” is taken off the list ${count(many)} times, and stays undone.`
    if (await confirm({ title: `Dismiss ${count(many)}`, message, destructive: true })) dismiss.mutate()
  }
  return (
    <>
      <Button size="sm" variant="default" loading={dismiss.isPending} onClick={() => void ask()}>
        Dismiss {count(many)}
      </Button>
      {is_repeatable && (
        <Button
          size="sm"
          leftSection={<IconRefresh size={15} stroke={1.6} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          Retry {count(many)}
        </Button>
      )}
    </>
  )
}

function WorkList({ kind }: { kind: string | null }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    failedWorkQuery(kind),
  )
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const isNear = entry?.isIntersecting ?? false
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isNear, hasNextPage, isFetchingNextPage, fetchNextPage])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const work = data.pages.flatMap(page => page.data)
  if (work.length === 0)
    return <EmptyState title="All work is done">What fails for good appears here, with the reason.</EmptyState>
  return (
    <>
      <table className={classes.work}>
        <caption className={classes.hidden}>Failed work</caption>
        <thead>
          <tr>
            <th>Work</th>
            <th>Why</th>
            <th className={classes.number}>Tries</th>
            <th>Failed</th>
            <th>
              <span className={classes.hidden}>What to do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {work.map(one => (
            <FailedWorkRow key={one.id} work={one} />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <p ref={ref} className={classes.end}>
          Loading more
        </p>
      )}
    </>
  )
}

import { Button, Progress } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useLive } from '../../../platform/web/live/live.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import type { BulkRun } from '../contract.ts'
import classes from './BulkTray.module.css'
import { bulkRunsQuery, cancelRun } from './client.ts'
import { sayEnd } from './pieces.tsx'
import { isAtWork, progressText } from './rules/text.ts'

/** The bulk changes that are at work, with how far they are; says how each of them ended. */
export function BulkTray() {
  const runs = useRuns().filter(isAtWork)
  const tray = useRoomForNotices(runs.length)
  if (runs.length === 0) return null
  return (
    <section ref={tray} className={classes.tray} aria-label="Bulk changes">
      {runs.map(run => (
        <RunAtWork key={run.id} run={run} />
      ))}
    </section>
  )
}

const GAP = 8

/** Notices appear above the tray. */
function useRoomForNotices(runs: number) {
  const tray = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const top = runs === 0 ? undefined : tray.current?.getBoundingClientRect().top
    style.setProperty('--kt-below-notices', top === undefined ? '0px' : `${innerHeight - top - GAP}px`)
    return () => void style.removeProperty('--kt-below-notices')
  }, [runs])
  return tray
}

function useRuns(): readonly BulkRun[] {
  const client = useQueryClient()
  const { data: runs = [] } = useQuery(bulkRunsQuery())
  useLive('bulk', () => void client.invalidateQueries(bulkRunsQuery()))
  const working = useRef(new Set<number>())
  useEffect(() => {
    for (const run of runs) {
      if (isAtWork(run)) working.current.add(run.id)
      else if (working.current.delete(run.id)) sayEnd(run)
    }
  }, [runs])
  return runs
}

function RunAtWork({ run }: { run: BulkRun }) {
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelRun(run.id),
    onError: error => notifyFailure(sentenceOf(error)),
    onSettled: () => client.invalidateQueries(bulkRunsQuery()),
  })
  const title = run.state === 'undoing' ? `Undoing: ${run.title}` : run.title
  return (
    <div className={classes.run}>
      <div className={classes.text}>
        <span className={classes.title}>{title}</span>
        <span className={classes.progress}>{run.state === 'queued' ? 'Starting' : progressText(run)}</span>
      </div>
      <Progress.Root size={5} className={classes.bar}>
        <Progress.Section value={(100 * run.done) / Math.max(1, run.total)} aria-label={title} />
      </Progress.Root>
      {run.state !== 'undoing' && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.cancel}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancel
        </Button>
      )}
    </div>
  )
}

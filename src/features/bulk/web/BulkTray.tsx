import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { keepNoticesAbove } from '../../../platform/web/page/keepNoticesAbove.ts'
import type { BulkRun } from '../contract.ts'
import classes from './BulkTray.module.css'
import { bulkRunsQuery, cancelRun, refetchRuns } from './client.ts'
import { sayEnd } from './pieces.tsx'
import { isAtWork, progressText } from './rules/text.ts'

/** The bulk changes that are at work, with how far they are; says how each of them ended. */
export function BulkTray() {
  const runs = useRuns().filter(isAtWork)
  if (runs.length === 0) return null
  return (
    <section ref={keepNoticesAbove} className={classes.tray} aria-label="Bulk changes">
      {runs.map(run => (
        <RunAtWork key={run.id} run={run} />
      ))}
    </section>
  )
}

function useRuns(): readonly BulkRun[] {
  const { data: runs = [] } = useQuery(bulkRunsQuery)
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
  const cancel = useUndoable(() => ({ run: () => cancelRun(run.id), said: () => null, settle: refetchRuns }))
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
          onClick={() => cancel.run()}
        >
          Cancel
        </Button>
      )}
    </div>
  )
}

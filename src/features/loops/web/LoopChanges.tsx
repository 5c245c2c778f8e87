import { Button } from '@mantine/core'
import { IconInfinity } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import type { DealDetail } from '../../deals/contract.ts'
import { changeText } from '../rules/changes.ts'
import { dealLoopQuery } from './client.ts'
import classes from './LoopChanges.module.css'
import type { ChosenLoop } from './useLoopImport.ts'

const DealLoopDialog = lazy(async () => ({ default: (await import('./DealLoopDialog.tsx')).DealLoopDialog }))

const MINUTE = 60_000

interface LoopChangesProps {
  deal: DealDetail
  /** Adds files to the deal. */
  onFiles(files: ChosenLoop['files']): Promise<void>
}

/** Says that the loop of a deal changed in Dotloop since the import, and opens what it says now; nothing while it did not. */
export function LoopChanges({ deal, onFiles }: LoopChangesProps) {
  const now = useNow(MINUTE)
  const { data: loop } = useQuery(dealLoopQuery(deal.id))
  const [isOpen, setOpen] = useState(false)
  const isShown = loop?.loop_id != null && (loop.changed_at !== null || isOpen)
  if (!isShown || loop.loop_id === null) return null
  return (
    <>
      {loop.changed_at !== null && (
        <div className={classes.notice} role="status">
          <IconInfinity size={17} stroke={1.6} aria-hidden />
          <p>
            <b>Changed in Dotloop since the import:</b> {changeText(loop.kinds)}
            {' · '}
            <time dateTime={loop.changed_at} title={fullTime(loop.changed_at)}>
              {ago(loop.changed_at, now).replace(/^now$/, 'just now')}
            </time>
            {!loop.may_open && <span> Only whoever imported it can open the loop.</span>}
          </p>
          {loop.may_open && (
            <Button size="xs" variant="default" onClick={() => setOpen(true)}>
              See the loop
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <DealLoopDialog
            deal={deal}
            loop={{ ...loop, loop_id: loop.loop_id }}
            onFiles={onFiles}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

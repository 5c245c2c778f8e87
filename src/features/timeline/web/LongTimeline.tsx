import { useEffect, useMemo, useRef } from 'react'
import { DayRows } from './DayRows.tsx'
import type { ShownEntry } from './rules/entries.ts'
import type { TimelineRow } from './rules/rows.ts'
import classes from './Timeline.module.css'
import { useRowsInView } from './useRowsInView.ts'
import type { ShownRange } from './useTimeline.ts'

export interface LongTimelineProps {
  rows: readonly TimelineRow<ShownEntry>[]
  zone: string
  now: Date
  onShow(range: ShownRange): void
}

/** Years of history: only the lines in view are drawn, and a few around them. */
export function LongTimeline({ rows, zone, now, onShow }: LongTimelineProps) {
  const list = useRef<HTMLDivElement>(null)
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  const { first, end, above, below } = useRowsInView(list, keys)
  const shown = rows.slice(first, end)
  const from = shown.find(({ group }) => group)?.key
  const to = shown.findLast(({ group }) => group)?.group?.entries.at(-1)?.key
  useEffect(() => {
    if (from && to) onShow([from, to])
  }, [from, to, onShow])
  return (
    <div ref={list} className={classes.days} style={{ paddingTop: above, paddingBottom: below }}>
      <DayRows rows={shown} zone={zone} now={now} />
    </div>
  )
}

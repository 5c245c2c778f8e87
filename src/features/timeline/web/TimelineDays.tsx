import { useMemo } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { TimelineEntry } from '../contract.ts'
import { DayRows } from './DayRows.tsx'
import type { LongTimelineProps } from './LongTimeline.tsx'
import { shownEntry } from './rules/entries.ts'
import { rememberedDays, timelineDays } from './rules/grouping.ts'
import { timelineRows } from './rules/rows.ts'
import type { ShownRange } from './useTimeline.ts'

// Most leads have less history than one page: they do without.
const LongTimeline = onDemand<LongTimelineProps>(
  async () => (await import('./LongTimeline.tsx')).LongTimeline,
  ({ rows, zone, now }) => <DayRows rows={rows} zone={zone} now={now} />,
)

interface TimelineDaysProps {
  entries: readonly TimelineEntry[]
  /** There is more than one page of them. */
  isLong: boolean
  zone: string
  now: Date
  /** Hears what somebody has before them. */
  onShow(range: ShownRange): void
}

/** Entries by days. */
export function TimelineDays({ entries, isLong, zone, now, onShow }: TimelineDaysProps) {
  const dayOf = useMemo(() => rememberedDays(zone), [zone])
  const rows = useMemo(
    () => timelineRows(timelineDays(entries.map(shownEntry), now, zone, dayOf)),
    [entries, now, zone, dayOf],
  )
  if (!isLong) return <DayRows rows={rows} zone={zone} now={now} />
  return <LongTimeline rows={rows} zone={zone} now={now} onShow={onShow} />
}

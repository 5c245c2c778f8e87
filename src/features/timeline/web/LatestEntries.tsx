import { useInfiniteQuery } from '@tanstack/react-query'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { timelineQuery, wholeTimeline } from './client/timeline.ts'
import { DayRows } from './DayRows.tsx'
import { shownEntry } from './rules/entries.ts'
import { timelineDays } from './rules/grouping.ts'
import { entriesOf } from './rules/pages.ts'
import { firstLines, timelineRows } from './rules/rows.ts'
import classes from './Timeline.module.css'
import { ViewsOf } from './ViewedHomes.tsx'

interface LatestEntriesProps {
  leadId: number
  now: Date
  zone: string
  /** Lines that are shown: what repeats stands on one. */
  limit: number
}

/** What happened with a lead last: the first lines of its timeline. */
export function LatestEntries({ leadId, now, zone, limit }: LatestEntriesProps) {
  const { data } = useInfiniteQuery(timelineQuery(leadId, wholeTimeline))
  if (!data) return null
  const days = timelineDays(entriesOf(data.pages).map(shownEntry), now, zone)
  const rows = firstLines(timelineRows(days), limit)
  return (
    <PanelSection title="Latest">
      {rows.length === 0 && <p className={classes.none}>No activity yet.</p>}
      <ViewsOf entries={rows.flatMap(({ group }) => group?.entries.map(({ entry }) => entry) ?? [])}>
        <DayRows rows={rows} zone={zone} now={now} />
      </ViewsOf>
    </PanelSection>
  )
}

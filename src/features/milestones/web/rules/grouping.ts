import { differenceInCalendarDays, format, isSameYear } from 'date-fns'

/** What grouping needs to know of an entry. */
export interface TimelineEntry {
  id: number
  milestone_type_id: number
  milestone_option_id: number | null
  happened_at: string
}

/** One line of the timeline: an entry, or several of a kind that followed each other. */
export interface TimelineGroup<Entry extends TimelineEntry> {
  key: number
  entries: Entry[]
}

export interface TimelineDay<Entry extends TimelineEntry> {
  /** yyyy-MM-dd in the reader's zone. */
  day: string
  label: string
  groups: TimelineGroup<Entry>[]
}

// Acts of people are worth a line each; these come in runs.
const repeating: ReadonlySet<number> = new Set([5, 12, 13, 14, 15, 17, 21, 22, 27])

/** "Today", "Yesterday", "Tuesday, Nov 17", and the year when it is another one. */
export function dayLabel(date: Date, now: Date): string {
  const days = differenceInCalendarDays(now, date)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return format(date, isSameYear(date, now) ? 'EEEE, MMM d' : 'MMM d, yyyy')
}

/** The timeline by days, with runs of repeats drawn together. Entries come newest first. */
export function timelineDays<Entry extends TimelineEntry>(entries: readonly Entry[], now: Date): TimelineDay<Entry>[] {
  const days: TimelineDay<Entry>[] = []
  for (const entry of entries) {
    const date = new Date(entry.happened_at)
    const day = format(date, 'yyyy-MM-dd')
    let current = days.at(-1)
    if (current?.day !== day) {
      current = { day, label: dayLabel(date, now), groups: [] }
      days.push(current)
    }
    const last = current.groups.at(-1)
    if (last?.entries[0] && belongTogether(last.entries[0], entry)) last.entries.push(entry)
    else current.groups.push({ key: entry.id, entries: [entry] })
  }
  return days
}

const belongTogether = (a: TimelineEntry, b: TimelineEntry): boolean =>
  repeating.has(a.milestone_type_id) &&
  a.milestone_type_id === b.milestone_type_id &&
  a.milestone_option_id === b.milestone_option_id

import { DEFAULT_ZONE, dayLabel, daysSince } from '../../../../platform/web/time.ts'

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
  /** How many days ago in the reader's zone. */
  day: number
  label: string
  groups: TimelineGroup<Entry>[]
}

// Acts of people are worth a line each; these come in runs.
const repeating: ReadonlySet<number> = new Set([5, 12, 13, 14, 15, 17, 21, 22, 27])

/** The timeline by days, with runs of repeats drawn together. Entries come newest first. */
export function timelineDays<Entry extends TimelineEntry>(
  entries: readonly Entry[],
  now: Date,
  zone = DEFAULT_ZONE,
): TimelineDay<Entry>[] {
  const days: TimelineDay<Entry>[] = []
  for (const entry of entries) {
    const day = daysSince(entry.happened_at, now, zone)
    let current = days.at(-1)
    if (current?.day !== day) {
      current = { day, label: dayLabel(entry.happened_at, now, zone), groups: [] }
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

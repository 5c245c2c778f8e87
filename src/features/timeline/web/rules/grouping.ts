import { DEFAULT_ZONE, dayLabel, daysSince } from '../../../../platform/web/time.ts'

/** What grouping needs to know of an entry. */
export interface Groupable {
  key: string
  at: string
  /** Entries that follow each other with the same word here are drawn together; `null` stands alone. */
  run: string | null
}

/** One line of the timeline: an entry, or several of a kind that followed each other. */
export interface TimelineGroup<Entry extends Groupable> {
  key: string
  entries: [Entry, ...Entry[]]
}

export interface TimelineDay<Entry extends Groupable> {
  /** How many days ago in the reader's zone. */
  day: number
  label: string
  groups: TimelineGroup<Entry>[]
}

/** The timeline by days, with runs of repeats drawn together. Entries come newest first. */
export function timelineDays<Entry extends Groupable>(
  entries: readonly Entry[],
  now: Date,
  zone = DEFAULT_ZONE,
): TimelineDay<Entry>[] {
  const days: TimelineDay<Entry>[] = []
  for (const entry of entries) {
    const day = daysSince(entry.at, now, zone)
    let current = days.at(-1)
    if (current?.day !== day) {
      current = { day, label: dayLabel(entry.at, now, zone), groups: [] }
      days.push(current)
    }
    const last = current.groups.at(-1)
    if (last && entry.run !== null && last.entries[0].run === entry.run) last.entries.push(entry)
    else current.groups.push({ key: entry.key, entries: [entry] })
  }
  return days
}

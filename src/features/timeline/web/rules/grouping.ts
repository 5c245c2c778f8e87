import { dayLabel, isoDay } from '../../../../platform/web/time/time.ts'
import { region } from '../../../../product/region/region.ts'

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
  /** yyyy-MM-dd in the reader's zone. */
  day: string
  label: string
  groups: TimelineGroup<Entry>[]
}

/** The day of an instant, as yyyy-MM-dd. */
export type DayOf = (instant: string) => string

/** The days of a zone, each instant's worked out once: ten thousand of them take a tenth of a second. */
export function rememberedDays(zone: string): DayOf {
  const known = new Map<string, string>()
  return instant => {
    const day = known.get(instant) ?? isoDay(instant, zone)
    known.set(instant, day)
    return day
  }
}

/** The timeline by days, with runs of repeats drawn together. Entries come newest first. */
export function timelineDays<Entry extends Groupable>(
  entries: readonly Entry[],
  now: Date,
  zone = region.zone,
  dayOf: DayOf = instant => isoDay(instant, zone),
): TimelineDay<Entry>[] {
  const days: TimelineDay<Entry>[] = []
  for (const entry of entries) {
    const day = dayOf(entry.at)
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

import type { Groupable, TimelineDay, TimelineGroup } from './grouping.ts'

/** A line of the timeline as it is drawn: the name of a day, or what happened on it. */
export interface TimelineRow<Entry extends Groupable> {
  key: string
  day: TimelineDay<Entry>
  /** `null` is the name of the day. */
  group: TimelineGroup<Entry> | null
}

/** All lines, from the top. */
export const timelineRows = <Entry extends Groupable>(days: readonly TimelineDay<Entry>[]): TimelineRow<Entry>[] =>
  days.flatMap(day => [
    { key: `day-${day.day}`, day, group: null },
    ...day.groups.map(group => ({ key: group.key, day, group })),
  ])

/** The first lines, with the names of their days, which are not counted. */
export function firstLines<Entry extends Groupable>(
  rows: readonly TimelineRow<Entry>[],
  limit: number,
): readonly TimelineRow<Entry>[] {
  const end = rows.filter(({ group }) => group !== null)[limit - 1]
  return end ? rows.slice(0, rows.indexOf(end) + 1) : rows
}

/** Lines that follow each other, by days again. */
export function byDay<Entry extends Groupable>(
  rows: readonly TimelineRow<Entry>[],
): [TimelineRow<Entry>, ...TimelineRow<Entry>[]][] {
  const days: [TimelineRow<Entry>, ...TimelineRow<Entry>[]][] = []
  for (const row of rows) {
    const last = days.at(-1)
    if (last?.[0].day === row.day) last.push(row)
    else days.push([row])
  }
  return days
}

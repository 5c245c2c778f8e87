import { dayAfter } from '../../../platform/wire/days.ts'
import type { Period } from './period.ts'

/** So many weeks of ranks are drawn, the last being that of the report. */
export const RANKED_WEEKS = 10
const WEEK = 7

/** The days of the report, and as many days that end one to nine weeks before them: the oldest first, the report's own last. */
export const rankedPeriods = ({ from, to }: Period): Period[] =>
  Array.from({ length: RANKED_WEEKS }, (_, place) => {
    const days = (place + 1 - RANKED_WEEKS) * WEEK
    return { from: dayAfter(from, days), to: dayAfter(to, days) }
  })

/** Ranks of an agent, week by week. */
export interface RankedAgent {
  id: number
  ranks: readonly number[]
}

/**
 * The places, from 0, that the rows of a leaderboard had among themselves, week by week. In the last week they stand as the rows do; before,
 * those of the same rank as well.
 */
export function placesOf(keys: readonly string[], agents: readonly RankedAgent[]): number[][] {
  const ranksOf = new Map(agents.map(({ id, ranks }) => [String(id), ranks]))
  const weeks = Math.max(0, ...agents.map(({ ranks }) => ranks.length))
  const places = keys.map((): number[] => [])
  for (let week = 0; week < weeks; week++) {
    const rankOf = (row: number) => ranksOf.get(keys[row] ?? '')?.[week] ?? Number.POSITIVE_INFINITY
    const rows = keys.map((_, row) => row)
    const ordered =
      week === weeks - 1 ? rows : rows.toSorted((one, other) => compared(rankOf(one), rankOf(other)) || one - other)
    for (const [place, row] of ordered.entries()) places[row]?.push(place)
  }
  return places
}

/** Two that have no rank are alike. */
const compared = (one: number, other: number): number => (one === other ? 0 : one - other)

/** The row that rose by the most places, and by how many; `null` where none did. */
export function fastestRiser(places: readonly (readonly number[])[]): { row: number; rise: number } | null {
  const rises = places.map((line, row) => ({ row, rise: (line[0] ?? 0) - (line.at(-1) ?? 0) }))
  const best = rises.reduce((most, one) => (one.rise > most.rise ? one : most), { row: -1, rise: 0 })
  return best.rise > 0 ? best : null
}

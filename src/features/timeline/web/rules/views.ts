import { daysSince } from '../../../../platform/web/time/time.ts'

/** A visit of a home, as the timeline keeps it. */
export interface Visit {
  model_id: number | null
  model_type: string | null
  description: string
  value: string | null
  link: string | null
  happened_at: string
}

const HOMES = new Set(['search_listing', 'search_archive_listing'])
const MLS = /^\/listings\/([^/?#]+)$/

/** The number of the home that was looked at; `null` for a building, or a home that is not known any more. */
export function visitedHome({ model_type, link }: Visit): string | null {
  const [, number] = (model_type && HOMES.has(model_type) && link && MLS.exec(link)) || []
  return number ? decodeURIComponent(number) : null
}

/** The homes of several visits, each once, in the order of the visits. */
export function homesOf<Each extends Visit>(visits: readonly Each[]): { mls_number: string; visit: Each }[] {
  const homes = new Map<string, Each>()
  for (const visit of visits) {
    const number = visitedHome(visit)
    if (number && !homes.has(number)) homes.set(number, visit)
  }
  return [...homes].map(([mls_number, visit]) => ({ mls_number, visit }))
}

const OFTEN = 3
const WEEK = 7
const numbers = ['three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/**
 * "38 Stadium Rd three times this week": the home among these visits that was looked at most often in the last days, when
 * that is often; empty otherwise.
 */
export function oftenSeen(visits: readonly Visit[], all: readonly Visit[], now: Date): string {
  const recent = all.filter(({ happened_at }) => daysSince(happened_at, now) < WEEK)
  const counts = new Map<string, number>()
  for (const number of recent.flatMap(visit => visitedHome(visit) ?? []))
    counts.set(number, (counts.get(number) ?? 0) + 1)
  const [first] = homesOf(visits.filter(({ happened_at }) => daysSince(happened_at, now) < WEEK))
    .map(home => ({ ...home, count: counts.get(home.mls_number) ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
  if (!first || first.count < OFTEN) return ''
  const often = numbers[first.count - OFTEN] ?? String(first.count)
  return `${streetOf(first.visit.description)} ${often} times this week`
}

/** The address without the unit in front of it. */
const streetOf = (address: string) => address.replace(/^\S+ [-–] /, '')

/** The homes that were looked at most often, each with how often; of two alike, the one that was looked at last. */
export function favouritesOf<Each extends Visit>(
  visits: readonly Each[],
  limit: number,
): { mls_number: string; visit: Each; times: number }[] {
  const byHome = Map.groupBy(visits, visitedHome)
  return homesOf(visits)
    .map(home => ({ ...home, times: byHome.get(home.mls_number)?.length ?? 0 }))
    .toSorted((one, other) => other.times - one.times)
    .slice(0, limit)
}

/** "twice", "3 times"; nothing for once. */
export const timesText = (times: number): string => (times < 2 ? '' : times === 2 ? 'twice' : `${times} times`)

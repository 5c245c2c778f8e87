import { tzOffset } from '@date-fns/tz'
import { region } from '../../../product/region/region.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** The brokerage works from 8:30 to 20:30, half of a day. */
const OPENS = 8.5 * 60 * MINUTE

const offsetAt = (at: number): number => tzOffset(region.zone, new Date(at)) * MINUTE

/** The instant at which it is that time in the brokerage; `local` counts as if it were UTC. */
const instantOf = (local: number): number => local - offsetAt(local - offsetAt(local))

/**
 * When somebody of the brokerage does what would otherwise happen at any hour: in working hours, in the same order, between
 * two instants. Where no working hour lies between them, it stays when it was.
 */
export function atWork(at: number, from: number, to: number): number {
  const local = at + offsetAt(at)
  const morning = Math.floor((local - OPENS) / DAY) * DAY + OPENS
  const worked = instantOf(morning + (local - morning) / 2)
  if (worked >= from && worked <= to) return worked
  const next = instantOf(morning + DAY + ((at - from) % (60 * MINUTE)))
  return next >= from && next <= to ? next : at
}

/** The same for single things: what lies in working hours stays there to the minute. */
export function byDay(at: number, now: number): number {
  const sinceOpening = (((at + offsetAt(at) - OPENS) % DAY) + DAY) % DAY
  return sinceOpening <= DAY / 2 ? at : atWork(at, 0, now)
}

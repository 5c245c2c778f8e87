import { tzOffset } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { weekdayName } from '../../../platform/wire/clock.ts'
import { weekdayOf } from '../../../platform/wire/days.ts'

/** Days on which an agent takes no leads: their weekdays off, and the days they are away (yyyy-MM-dd, both included), in their zone. */
export interface Absences {
  /** IANA zone in which their hours and days are. */
  zone: string
  /** 1 for Monday to 7 for Sunday. */
  days_off: readonly number[]
  /** yyyy-MM-dd, both included. */
  away_from: string | null
  away_until: string | null
}

/** When an agent takes leads. */
export interface Presence extends Absences {
  /** HH:mm:ss; `null` for any hour. */
  starts_at: string | null
  ends_at: string | null
}

/** What the clock on the wall of a zone shows. */
interface LocalTime {
  /** yyyy-MM-dd. */
  day: string
  /** HH:mm:ss. */
  time: string
  /** 1 for Monday to 7 for Sunday. */
  weekday: number
}

const MINUTE = 60_000

/** The clocks of all zones at a moment; each zone is worked out once, however many agents are in it. */
export function clocksAt(now: Date): (zone: string) => LocalTime {
  const known = new Map<string, LocalTime>()
  return zone => {
    const before = known.get(zone)
    if (before) return before
    const local = new Date(now.getTime() + tzOffset(zone, now) * MINUTE).toISOString()
    const day = local.slice(0, 10)
    const found = { day, time: local.slice(11, 19), weekday: weekdayOf(day) }
    known.set(zone, found)
    return found
  }
}

type Absence = { code: 'away'; until: string } | { code: 'day_off' }

/** Whether an agent takes no leads today: the last day they are away, or a weekday off; `null` when they do. */
export const absenceOn = (absences: Absences, now: Date): Absence | null =>
  absenceAt(absences, clocksAt(now)(absences.zone))

function absenceAt({ days_off, away_from, away_until }: Absences, { day, weekday }: LocalTime): Absence | null {
  if (away_from !== null && away_until !== null && away_from <= day && day <= away_until)
    return { code: 'away', until: away_until }
  return days_off.includes(weekday) ? { code: 'day_off' } : null
}

/** Why an agent takes no leads now: a vacation, a day off, or an hour outside of their own; `null` when they do. */
export function timeOff(
  agent: Presence,
  local: LocalTime,
): { code: 'away' | 'day_off' | 'hours'; reason: string } | null {
  const absence = absenceAt(agent, local)
  if (absence?.code === 'away')
    return { code: 'away', reason: `on vacation until ${format(`${absence.until}T12:00:00`, 'MMM d')}` }
  if (absence) return { code: 'day_off', reason: `${weekdayName(local.weekday)} is a day off` }
  if (agent.starts_at === null || agent.ends_at === null) return null
  if (isWithin(local.time, agent.starts_at, agent.ends_at)) return null
  return { code: 'hours', reason: `takes leads from ${agent.starts_at.slice(0, 5)} to ${agent.ends_at.slice(0, 5)}` }
}

/** Hours may run over midnight, such as 18:00 to 02:00. */
const isWithin = (time: string, from: string, to: string): boolean =>
  from <= to ? from <= time && time < to : from <= time || time < to

/** An agent with whoever stands in for them. */
type Substituted = Absences & { id: number; substitute_id?: number | null }

/** Substitutes of substitutes that are asked at the most. */
const MAX_STAND_INS = 5

/**
 * The stand-in for an agent: the agent themselves while they are not on vacation, else their substitute, or the substitute of
 * that one; `null` where nobody is left. A circle, or a chain of more than `MAX_STAND_INS`, ends without anybody.
 */
export function standInFor<Agent extends Substituted>(
  agent: Agent,
  agents: ReadonlyMap<number, Agent>,
  clock: (zone: string) => LocalTime,
): Agent | null {
  const seen = new Set<number>()
  let current: Agent | undefined = agent
  while (current && !seen.has(current.id) && seen.size <= MAX_STAND_INS) {
    if (absenceAt(current, clock(current.zone))?.code !== 'away') return current
    seen.add(current.id)
    current = current.substitute_id ? agents.get(current.substitute_id) : undefined
  }
  return null
}

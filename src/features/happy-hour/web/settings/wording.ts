import { clockText, timesEvery, weekdaysText } from '../../../../platform/wire/clock.ts'
import type { HappyHourSettings } from '../../contract.ts'

/** The times that can be chosen: every quarter of an hour, and midnight at the end of the day. */
export const clockTimes: readonly string[] = [...timesEvery(15), '24:00']

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The settings in one sentence. */
export function meaningOf({ weekdays, start, end, max_claims, session_minutes, ...rest }: HappyHourSettings): string {
  if (weekdays.length === 0) return 'No day is chosen, so happy hour is never held.'
  const apart = rest.minutes_between_claims > 0 ? `, ${counted(rest.minutes_between_claims, 'minute')} apart` : ''
  return `${weekdaysText(weekdays)} from ${clockText(start)} to ${clockText(end)}, an agent may claim ${counted(max_claims, 'lead')} in ${counted(session_minutes, 'minute')}${apart}.`
}

/** Why most sessions would end early; `null` when they would not. */
export function shortageOf({ agents, leads }: { agents: number; leads: number }, max_claims: number): string | null {
  const wanted = agents * max_claims
  if (agents === 0) return 'No agent may join. Switch the feature on for somebody, or invite others.'
  if (wanted <= leads) return null
  return `${counted(agents, 'agent')} with ${counted(max_claims, 'claim')} could take ${counted(wanted, 'lead')}. ${leads === 1 ? '1 matches' : `${leads} match`} now, so most sessions will end early.`
}

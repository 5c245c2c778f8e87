import { calendarDay } from '../../../../platform/web/time/time.ts'
import { clockText, weekdaysText } from '../../../../platform/wire/clock.ts'
import type { AgentAvailability } from '../../contract.ts'

/** "Every day", "Monday to Saturday", "On no day". */
export const workingDays = (daysOff: readonly number[]): string =>
  weekdaysText([1, 2, 3, 4, 5, 6, 7].filter(day => !daysOff.includes(day))) || 'On no day'

/** "9:00 AM to 6:00 PM", "any time". */
export const hoursText = ({ starts_at, ends_at }: Pick<AgentAvailability, 'starts_at' | 'ends_at'>): string =>
  starts_at === null || ends_at === null ? 'any time' : `${clockText(starts_at)} to ${clockText(ends_at)}`

const dayText = (day: string): string => calendarDay(day).replace(/, \d+$/, '')

/** "Dec 20 to Jan 3"; `null` without a vacation. */
export const vacationText = ({ away_from, away_until }: Pick<AgentAvailability, 'away_from' | 'away_until'>) =>
  away_from === null || away_until === null ? null : `${dayText(away_from)} to ${dayText(away_until)}`

/** What is set, in a sentence or two. */
export function meaningOf(
  times: Pick<AgentAvailability, 'days_off' | 'starts_at' | 'ends_at' | 'away_from' | 'away_until'>,
  { name, standIn }: { name: string | null; standIn: string | null },
): string {
  if (times.days_off.length === 7) return `${name ?? 'You'} ${name ? 'is' : 'are'} offered no leads on any day.`
  const who = name === null ? 'You are' : `${name} is`
  const days = workingDays(times.days_off)
  const when = days === 'Every day' ? 'every day' : days
  const hours = hoursText(times)
  const usual = `${who} offered new leads ${when}, ${hours === 'any time' ? 'at any time' : hours}.`
  const vacation = vacationText(times)
  if (vacation === null) return usual
  const substitute = standIn === null ? 'Nobody stands in.' : `${standIn} stands in.`
  return `${usual} No offers from ${vacation}. ${substitute}`
}

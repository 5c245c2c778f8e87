import { shifted } from '../../../../platform/ui/dates/wallTime.ts'
import { localInstant } from '../../../../platform/web/forms/localInstant.ts'
import { localNow, shortDay, timeOfDay } from '../../../../platform/web/time/time.ts'
import { instantAt } from '../../../../platform/wire/days.ts'
import { UNDO_SECONDS } from '../../rules/pace.ts'

/** When an e-mail goes out. */
export type When = 'now' | 'hour' | 'tomorrow' | 'theirs'

/** The choices, with what the button says of each. */
export const whens: readonly { id: When; label: string; action: string }[] = [
  { id: 'now', label: 'Now', action: 'Send' },
  { id: 'hour', label: 'In 1 hour', action: 'Send in 1 hour' },
  { id: 'tomorrow', label: 'Tomorrow 9:00 AM', action: 'Send tomorrow, 9:00 AM' },
]

/** The same, and the next nine o'clock where the lead is: for an e-mail to one whose zone is known. */
export const whensToOne: typeof whens = [
  ...whens,
  { id: 'theirs', label: '9:00 AM their time', action: 'Send 9:00 AM their time' },
]

/** The instant that is chosen, where the person works, or where the lead is; `null` for at once. */
export function sendAtOf(when: When, now: Date, theirZone?: string): string | null {
  if (when === 'now') return null
  if (when === 'theirs' && theirZone) return nextNine(now, theirZone).toISOString()
  if (when === 'hour') return new Date(now.getTime() + 3_600_000).toISOString()
  return localInstant(`${shifted(localNow(now), { days: 1 }).slice(0, 10)}T09:00`)
}

function nextNine(now: Date, zone: string): Date {
  const today = localNow(now, zone)
  const nine = instantAt(today.slice(0, 10), '09:00', zone)
  return nine > now ? nine : instantAt(shifted(today, { days: 1 }).slice(0, 10), '09:00', zone)
}

/** What is said once an e-mail is accepted: when it goes out, and to whom. */
export const sentText = (name: string, when: When, dueAt: string, now: Date): string =>
  when === 'now'
    ? `E-mail to ${name} goes out in ${UNDO_SECONDS} s`
    : `E-mail to ${name} goes out ${shortDay(dueAt, now)} at ${timeOfDay(dueAt)}`

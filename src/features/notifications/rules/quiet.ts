import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'

/** Quiet hours of a person, as `HH:mm` on the clock where they are. */
export interface QuietHours {
  is_quiet: boolean
  quiet_from: string
  quiet_until: string
}

/**
 * When the quiet hours end that a moment lies in; `null` outside of them. Hours that end at or before they begin last into the next
 * day. They are compared as instants, so that the hour that comes twice in autumn is quiet as a whole, and the one that is missing in spring ends
 * what should end within it.
 */
export function quietUntil({ is_quiet, quiet_from, quiet_until }: QuietHours, zone: string, now: Date): Date | null {
  if (!is_quiet || quiet_from === quiet_until) return null
  const isOverNight = quiet_until < quiet_from
  const today = new TZDate(now, zone)
  for (const day of [addDays(today, -1), today]) {
    const starts = at(day, quiet_from)
    const ends = at(isOverNight ? addDays(day, 1) : day, quiet_until)
    if (starts <= now && now < ends) return new Date(ends.getTime())
  }
  return null
}

/** The instant of a time on the clock of a day. */
function at(day: TZDate, time: string): TZDate {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes, day.timeZone ?? 'UTC')
}

/** Minutes after its time within which the daily e-mail still leaves; a server that was off longer sends none that day. */
export const DIGEST_WINDOW_MINUTES = 120

/** The day whose e-mail is due for a person, as yyyy-MM-dd; `null` when none is due. */
export function digestDay(digestAt: string | null, zone: string, now: Date): string | null {
  if (digestAt === null) return null
  const local = new TZDate(now, zone)
  const passed = (now.getTime() - at(local, digestAt).getTime()) / 60_000
  if (passed < 0 || passed >= DIGEST_WINDOW_MINUTES) return null
  const two = (part: number) => String(part).padStart(2, '0')
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`
}

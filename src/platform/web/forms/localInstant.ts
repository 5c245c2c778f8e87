import { TZDate } from '@date-fns/tz'
import { ownZone } from '../time/ownZone.ts'

/** The instant of a field for date and time (`2026-11-21T09:30`), where the person works. An instant stays what it is. */
export function localInstant(text: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/.exec(text)
  if (!parts) return new Date(text).toISOString()
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts.slice(1).map(Number)
  return new Date(new TZDate(year, month - 1, day, hour, minute, ownZone()).getTime()).toISOString()
}

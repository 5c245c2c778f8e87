import { instantAt } from '../../wire/days.ts'
import { ownZone } from '../time/ownZone.ts'

/** The instant of a field for date and time (`2026-11-21T09:30`), where the person works. An instant stays what it is. */
export function localInstant(text: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2})?$/.exec(text) ?? []
  return (day && time ? instantAt(day, time, ownZone()) : new Date(text)).toISOString()
}

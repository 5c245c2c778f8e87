import { minutesOf, timeOfMinutes } from '../../../../platform/wire/clock.ts'
import type { LeadRequest } from '../../contract.ts'

const USUAL_START = '14:00'
const HALF_HOUR = 30

/** "14:30" and half an hour later, not beyond the end of the day. */
const later = (time: string): string => timeOfMinutes(Math.min(minutesOf(time) + HALF_HOUR, 24 * 60 - 1))

type Asked = Pick<LeadRequest, 'address' | 'listing' | 'times' | 'message'>

/** What the form of a showing begins with when it answers a request: the home, and the first day that is still to come. */
export function showingOf({ address, listing, times, message }: Asked, today: string) {
  const wished = times.find(({ date }) => date >= today)
  const start = wished?.from ?? USUAL_START
  return {
    address_formatted: listing?.address?.formatted ?? address,
    mls_number: listing?.mls_number ?? '',
    notes: message,
    ...(wished ? { date: wished.date, time_start: start, time_end: later(start) } : {}),
  }
}

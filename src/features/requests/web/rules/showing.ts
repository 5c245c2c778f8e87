import type { LeadRequest } from '../../contract.ts'

const USUAL_START = '14:00'
const HALF_HOUR = 30

/** "14:30" and half an hour later, not beyond the end of the day. */
function later(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const end = Math.min(hours * 60 + minutes + HALF_HOUR, 24 * 60 - 1)
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}

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

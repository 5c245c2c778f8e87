/** What a task can be about. */
export const taskableTypes = ['viewing_request', 'offer_submission', 'sell_request', 'campaign_instance_step'] as const
export type TaskableType = (typeof taskableTypes)[number]

/** Of them, what a lead asks for. */
export const requestTypes = ['viewing_request', 'offer_submission', 'sell_request'] as const

/** Whether the lead asked for it, in contrast to what the brokerage planned. */
export const isRequest = (type: TaskableType | null): boolean => type !== null && type !== 'campaign_instance_step'

const dollars = new Intl.NumberFormat('en-CA')
// Days and times of day without a zone: they are read and written as if they were UTC.
const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

interface RequestedTime {
  date: string
  from: string | null
}

/** "Sat, Nov 21 after 2:00 PM", "Sun, Nov 22 at any time". */
export function formatTimes({ date, from }: RequestedTime): string {
  const text = day.format(new Date(`${date}T00:00Z`))
  if (from === null) return `${text} at any time`
  return `${text} after ${clock.format(new Date(`${date}T${from}Z`)).replace(/\s/g, ' ')}`
}

interface RequestedTerms {
  times?: readonly RequestedTime[] | undefined
  /** Dollars. */
  price?: number | null | undefined
  move_in_date?: string | null | undefined
}

/** What was asked for in one line, without the message: "Asked for Sat, Nov 21 after 2:00 PM", "Offers $899,000". */
export function requestedTimeText({ times = [], price, move_in_date }: RequestedTerms): string {
  return [
    times.length > 0 && `Asked for ${times.map(formatTimes).join(' or ')}`,
    price && `Offers $${dollars.format(price)}`,
    move_in_date && `moving in on ${dayOfYear.format(new Date(`${move_in_date}T00:00Z`))}`,
  ]
    .filter(Boolean)
    .join(', ')
}

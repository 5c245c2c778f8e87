import { tz } from '@date-fns/tz'
import { addMonths, differenceInCalendarDays, parseISO } from 'date-fns'

/** What an import of a list can be. */
export const listStates = ['queued', 'reading', 'in_force', 'replaced', 'failed', 'cancelled'] as const
export type ListState = (typeof listStates)[number]

/** A list that was obtained longer ago may not be relied on (Unsolicited Telecommunications Rules, part II, section 6). */
export const MAX_AGE_DAYS = 31

/** For so long after each a listed number may be called: the relationships that the Telecommunications Act, section 41.7, exempts. */
export const exemptMonths = { inquiry: 6, deal: 18 } as const

/** A new list with a smaller share of the numbers of the last one is probably a part of it. */
export const MIN_SHARE = 0.5

/** Lines that hold no number: headers, and what is broken. With a larger share a file is no list. */
export const MAX_UNREADABLE_SHARE = 0.01

/** The rule by which the list refuses calls and texts, as the door for messages names it. */
export const doNotCallRule = {
  id: 'utr-dncl',
  label: 'Unsolicited Telecommunications Rules: national do-not-call list',
  since: '2008-09-30',
} as const

/** The rule by which a request not to be called is kept for the number, whoever it belongs to. */
export const ownListRule = {
  id: 'utr-own-list',
  label: 'Unsolicited Telecommunications Rules: the caller’s own do-not-call list',
  since: '2008-09-30',
} as const

/** Why a number is not called whose owner asked for that, on another lead. */
export const NOT_CALLED = 'Somebody at this number asked not to be called.'

/** Days since a list was obtained, on the calendar of the brokerage. */
export const ageInDays = (obtainedOn: string, now: Date, zone: string): number =>
  Math.max(0, differenceInCalendarDays(now, parseISO(obtainedOn, { in: tz(zone) }), { in: tz(zone) }))

/** Whether a list is too old to be relied on. */
export const isTooOld = (ageDays: number): boolean => ageDays > MAX_AGE_DAYS

/** What a lead and the brokerage have to do with each other. */
export interface Relationship {
  /** When they last asked for something, or wrote or called. */
  inquired_at: string | null
  dealt_at: string | null
  /** They said themselves that they may be reached on this channel. */
  has_express_consent: boolean
}

/** Whether a lead may be reached although their number is on the list. */
export function isExempt({ inquired_at, dealt_at, has_express_consent }: Relationship, now: Date): boolean {
  return (
    has_express_consent ||
    isWithin(inquired_at, exemptMonths.inquiry, now) ||
    isWithin(dealt_at, exemptMonths.deal, now)
  )
}

const isWithin = (since: string | null, months: number, now: Date): boolean =>
  since !== null && addMonths(since, months, { in: tz('UTC') }).getTime() > now.getTime()

/** Why a listed number is not reached. */
export const LISTED =
  'This number is on the national do-not-call list, and there was no inquiry in the past 6 months and no deal in the past 18 months.'

/** Why nobody is called by a list that is too old. */
export const tooOldSentence = (day: string): string =>
  `The national do-not-call list is from ${day}, more than ${MAX_AGE_DAYS} days old. An administrator has to import a newer one under Admin, Do-not-call list.`

/** "today", "yesterday", "12 days old". */
export function ageText(days: number): string {
  if (days === 0) return 'from today'
  return days === 1 ? '1 day old' : `${days} days old`
}

/** Whether an import has not ended. */
export const isUnfinished = (state: ListState): boolean => state === 'queued' || state === 'reading'

/** The block of a number, area code and exchange, and its place among the ten thousand of that block. */
export interface Place {
  block: number
  line: number
}

/** Where a number in E.164 has its bit; `null` of one that is not of the North American plan. */
export function placeOf(phone: string): Place | null {
  const [, block, line] = /^\+1([2-9]\d\d[2-9]\d\d)(\d{4})$/.exec(phone) ?? []
  return block && line ? { block: Number(block), line: Number(line) } : null
}

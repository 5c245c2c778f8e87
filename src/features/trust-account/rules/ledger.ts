import { addMonths, endOfMonth, lightFormat, parseISO } from 'date-fns'

const DAY = 'yyyy-MM-dd'

/** The first day of the month that a day is in. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/** The last day of a month, which its first day names. */
export const lastDayOf = (month: string): string => lightFormat(endOfMonth(parseISO(month)), DAY)

/** The first day of the month after one. */
export const monthAfter = (month: string): string => lightFormat(addMonths(parseISO(month), 1), DAY)

/** An amount in cents on a day; what leaves the account is negative. */
export interface Movement {
  happened_on: string
  amount: number
}

/**
 * The day on which a deal would have paid out more than it had received, `null` when there is none. What happens on one day counts
 * together: a deposit may be paid on at once.
 */
export function overdrawnOn(movements: readonly Movement[]): string | null {
  const days = Map.groupBy(movements, ({ happened_on }) => happened_on)
  let held = 0
  for (const day of [...days.keys()].sort()) {
    for (const { amount } of days.get(day) ?? []) held += amount
    if (held < 0) return day
  }
  return null
}

/** An entry as a month is balanced with it. */
export interface BalancedEntry {
  id: number
  amount: number
}

/**
 * By how much the bank's balance and the ledger's differ, in cents, once what the bank does not have yet is counted to the bank's. Zero
 * when they agree.
 */
export function differenceOf(
  { bank_balance, book_balance }: { bank_balance: number; book_balance: number },
  outstanding: readonly BalancedEntry[],
): number {
  return bank_balance + outstanding.reduce((sum, { amount }) => sum + amount, 0) - book_balance
}

/** Who did something: their own id, and whose place they took. */
export interface Hand {
  user_id: number | null
  on_behalf_of: number | null
}

/** Whether two things were done by different people, whoever they acted as. */
export function areTwoPeople(first: Hand, second: Hand): boolean {
  const ids = [first.user_id, first.on_behalf_of].filter(id => id !== null)
  return !ids.some(id => id === second.user_id || id === second.on_behalf_of)
}

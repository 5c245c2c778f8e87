import { CLIENT_STATUS, EXCLUDED_STATUS, leadStatuses, UNKNOWN_STATUS } from '../../rules.ts'

/** A status as a menu offers it. */
export type OfferedStatus = (typeof leadStatuses)[number]

const lastOnes: readonly number[] = [EXCLUDED_STATUS, UNKNOWN_STATUS]
const onTheWay = leadStatuses.filter(({ value }) => !lastOnes.includes(value))
const offTheWay = leadStatuses.filter(({ value }) => lastOnes.includes(value)).toReversed()

const fits = ({ label }: OfferedStatus, typed: string): boolean =>
  typed === '' || ` ${label}`.toLowerCase().includes(` ${typed.toLowerCase()}`)

/** The statuses in the order of a menu, narrowed to words that begin so; a line stands between the groups. */
export const groupsOfMenu = (typed = ''): OfferedStatus[][] =>
  [onTheWay, offTheWay].map(group => group.filter(status => fits(status, typed))).filter(group => group.length > 0)

/** What stands in the menu after one more character: one that no status has changes nothing. */
export const narrowed = (typed: string, character: string): string =>
  groupsOfMenu(typed + character).length > 0 ? typed + character : typed

const PAST_CLIENT = 10

/**
 * What the key 0 sets; 1 to 9 set the status of that number everywhere. A menu lists ten statuses on the way, so there 0 is
 * the tenth; the dial of turn mode ends at the ninth, and a new lead is far more often not interested than a past client.
 */
const statusOfZero = { menu: PAST_CLIENT, dial: EXCLUDED_STATUS }

/** Where statuses are set by digits. */
export type KeyedBy = keyof typeof statusOfZero

/** The status that a pressed key sets, or `null`. */
export function statusOfKey(key: string, where: KeyedBy): number | null {
  if (key === '0') return statusOfZero[where]
  return /^[1-9]$/.test(key) ? Number(key) : null
}

/** The digit that sets a status at once, or `null`. */
export function keyOfStatus(value: number, where: KeyedBy): string | null {
  if (value === statusOfZero[where]) return '0'
  return value >= 1 && value <= 9 ? String(value) : null
}

/** What else a status means, said beside it; `now` is the status before, `null` for several leads. */
export function remarkOf(value: number, now: number | null): string | null {
  if (value === now) return null
  if (value === CLIENT_STATUS && now !== null && now < CLIENT_STATUS) return 'becomes a client'
  if (value === EXCLUDED_STATUS) return 'no more marketing'
  return value === UNKNOWN_STATUS ? 'not asked yet' : null
}

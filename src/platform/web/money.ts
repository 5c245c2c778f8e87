import { moneyIn, shortMoneyIn } from '../wire/amounts.ts'
import { ownRegion } from './region.ts'

/** Dollars without decimals: $1,149,000. */
export const money = (dollars: number): string => moneyIn(ownRegion(), dollars)

/** Up to here a price is a monthly rent, of which nobody rounds a hundred away. */
const MAX_RENT = 10_000

/** A rent in full ($1,650), the price of a home in short ($875K). */
export const priceInShort = (dollars: number): string => (dollars < MAX_RENT ? money(dollars) : shortMoney(dollars))

/** $875K from 1,000 to under 1,000,000, $1.2M from there; at most one decimal, none when it would be 0. */
export const shortMoney = (dollars: number): string => shortMoneyIn(ownRegion(), dollars)

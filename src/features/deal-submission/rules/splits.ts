import { MAX_PERCENT } from './limits.ts'

/** Who a part of a commission may go to, beside a named agent. */
export const splitOptions = ['agent', 'brokerage', 'coop'] as const

/** Reads a percentage as the specification has it: the whole number that the text begins with, 0 without one ("33.5" is 33). */
export function readPercentage(text: string | number): number {
  const read = Number.parseInt(String(text), 10)
  return Number.isFinite(read) ? Math.min(MAX_PERCENT, Math.max(0, read)) : 0
}

/** What the parts add up to. */
export const sumOfSplits = (splits: readonly { percentage: number }[]): number =>
  splits.reduce((sum, { percentage }) => sum + percentage, 0)

/** What is wrong with the sum, in words: "6 % left" or "4 % too much"; `null` when it is 100. */
export function splitProblem(splits: readonly { percentage: number }[]): string | null {
  const rest = MAX_PERCENT - sumOfSplits(splits)
  if (rest === 0) return null
  return rest > 0 ? `${rest} % left` : `${-rest} % too much`
}

const CENTS = 100

/** The commission in dollars: a percentage of the price, to the cent. */
export const totalCommission = (price: number, percent: number): number =>
  Math.round((price * CENTS * percent) / MAX_PERCENT) / CENTS

/** The percentage, to four decimals, that an amount is of the price; `null` without a price. */
export const commissionPercent = (price: number, total: number): number | null =>
  price > 0 ? Math.round((total / price) * MAX_PERCENT * 10_000) / 10_000 : null

/** Whether a percentage and an amount say the same, within what rounding to four decimals may differ. */
export const isSameCommission = (price: number, percent: number, total: number): boolean =>
  Math.abs(totalCommission(price, percent) - total) <= Math.max(0.01, price * 0.000_001)

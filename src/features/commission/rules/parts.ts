import { WHOLE_RATE } from '../../deals/rules/commission.ts'

const whole = BigInt(WHOLE_RATE)

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/** A quotient rounded to the nearest whole, halves away from zero. */
function nearest(value: bigint, by: bigint): bigint {
  const rounded = (absolute(value) * 2n + by) / (by * 2n)
  return value < 0n ? -rounded : rounded
}

/** A rate of an amount in cents, to the nearest cent, halves away from zero, so that taking it back comes to the same. */
export const partOf = (amount: bigint, rate: number): bigint => nearest(amount * BigInt(rate), whole)

/** The amount of which a rate is `part`, to the nearest cent. */
export const wholeOf = (part: bigint, rate: number): bigint => nearest(part * whole, BigInt(rate))

/** The largest whole number that is not above the quotient. */
function floor(value: bigint, by: bigint): bigint {
  const cut = value / by
  return value % by < 0n ? cut - 1n : cut
}

/**
 * Divides cents by weights. Each gets its part cut down to a cent; the cents that are left go one each to those from which
 * most was cut, the first of equals. Weights that come to nothing get nothing: check that before.
 */
export function shareOut(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum === 0n) return weights.map(() => 0n)
  const cut = weights.map(weight => {
    const amount = floor(total * weight, sum)
    return { amount, rest: total * weight - amount * sum }
  })
  const left = Number(total - cut.reduce((all, { amount }) => all + amount, 0n))
  const byRest = cut.map((_, at) => at).toSorted((a, b) => compare(cut[b]?.rest, cut[a]?.rest))
  const raised = new Set(byRest.slice(0, left))
  return cut.map(({ amount }, at) => amount + (raised.has(at) ? 1n : 0n))
}

const compare = (a = 0n, b = 0n): number => (a < b ? -1 : a > b ? 1 : 0)

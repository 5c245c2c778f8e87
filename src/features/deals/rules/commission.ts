/** All of an amount: 100 %, in the ten-thousandths of a percent in which rates are kept. */
export const WHOLE_RATE = 1_000_000

/** A rate from percents as people write them, such as 2.5. */
export const rateOfPercent = (percent: number): number => Math.round((percent * WHOLE_RATE) / 100)

/** Percents of a rate, as people write them. */
export const percentOfRate = (rate: number): number => (rate * 100) / WHOLE_RATE

const whole = BigInt(WHOLE_RATE)

/** The commission on a price in cents, rounded to the nearest cent, halves up. */
export function commissionOf(price: bigint, rate: number): bigint {
  return (price * BigInt(rate) * 2n + whole) / (whole * 2n)
}

/** The largest whole number that is not above the quotient; division of bigints cuts towards zero. */
function floorDivide(value: bigint, by: bigint): bigint {
  const cut = value / by
  return value % by < 0n ? cut - 1n : cut
}

/**
 * Divides a commission in cents among shares whose rates add up to 100 %. Each share gets its part cut down to a cent; the
 * cents that are left go one each to the shares from which most was cut (the first of equals), so that the amounts add up to
 * the commission to the cent. Throws a RangeError when the rates do not add up.
 */
export function splitCommission<Share extends { rate: number }>(
  gross: bigint,
  shares: readonly Share[],
): (Share & { amount: bigint })[] {
  const sum = shares.reduce((total, { rate }) => total + rate, 0)
  if (sum !== WHOLE_RATE || shares.some(({ rate }) => rate < 0))
    throw new RangeError('The shares of a commission add up to 100 %.')
  const cut = shares.map(({ rate }) => {
    const exact = gross * BigInt(rate)
    const amount = floorDivide(exact, whole)
    return { amount, rest: exact - amount * whole }
  })
  const left = Number(gross - cut.reduce((total, { amount }) => total + amount, 0n))
  const byRest = cut.map((_, at) => at).toSorted((a, b) => compare(cut[b]?.rest, cut[a]?.rest))
  const raised = new Set(byRest.slice(0, left))
  return shares.map((share, at) => ({ ...share, amount: (cut[at]?.amount ?? 0n) + (raised.has(at) ? 1n : 0n) }))
}

const compare = (a = 0n, b = 0n): number => (a < b ? -1 : a > b ? 1 : 0)

/** Dollars, with cents behind the point, from cents. */
export const dollarsOf = (cents: number): number => cents / 100

/** Cents from dollars with at most two digits behind the point. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100)

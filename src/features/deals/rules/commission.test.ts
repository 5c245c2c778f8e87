import { describe, expect, it } from 'vitest'
import { commissionOf, rateOfPercent, splitCommission, WHOLE_RATE } from './commission.ts'

/** Numbers that look random and are the same each time. */
function drawn(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

/** Rates that add up to the whole. */
function randomRates(draw: (below: number) => number): { rate: number }[] {
  const cuts = Array.from({ length: draw(6) }, () => draw(WHOLE_RATE + 1)).toSorted((a, b) => a - b)
  const ends = [...cuts, WHOLE_RATE]
  return ends.map((end, at) => ({ rate: end - (ends[at - 1] ?? 0) }))
}

const amounts = (gross: bigint, percents: number[]) =>
  splitCommission(
    gross,
    percents.map(percent => ({ rate: rateOfPercent(percent) })),
  ).map(({ amount }) => amount)

describe('the commission of a deal', () => {
  it('is its rate of the price, to the nearest cent', () => {
    expect(commissionOf(136_500_000n, rateOfPercent(2.5))).toBe(3_412_500n)
    expect(commissionOf(1n, rateOfPercent(50))).toBe(1n)
    expect(commissionOf(333n, rateOfPercent(0.5))).toBe(2n)
  })

  it('is divided so that the parts add up, and the largest remainders get the cents that are left', () => {
    expect(amounts(3_412_500n, [85, 10, 5])).toEqual([2_900_625n, 341_250n, 170_625n])
    expect(amounts(100n, [33.3333, 33.3333, 33.3334])).toEqual([33n, 33n, 34n])
    expect(amounts(645n, [50, 50])).toEqual([323n, 322n])
    expect(amounts(-645n, [50, 50])).toEqual([-322n, -323n])
    expect(amounts(0n, [60, 40])).toEqual([0n, 0n])
  })

  it('adds up to the cent for whatever is divided, and nobody gets a cent more than the next whole one', () => {
    const draw = drawn(20261122)
    for (let round = 0; round < 20_000; round++) {
      const gross = BigInt(draw(2 ** 31)) * BigInt(1 + draw(5_000)) * (draw(10) === 0 ? -1n : 1n)
      const lines = splitCommission(gross, randomRates(draw))
      const sum = lines.reduce((total, { amount }) => total + amount, 0n)
      const isFair = lines.every(({ rate, amount }) => {
        const off = amount * BigInt(WHOLE_RATE) - gross * BigInt(rate)
        return off > -BigInt(WHOLE_RATE) && off < BigInt(WHOLE_RATE)
      })
      if (sum !== gross || !isFair) expect({ gross, lines }).toBe('a division that adds up')
    }
  })

  it('is not divided when the rates do not add up', () => {
    expect(() => amounts(100n, [50, 49])).toThrow(RangeError)
    expect(() => amounts(100n, [])).toThrow(RangeError)
    expect(() => amounts(100n, [150, -50])).toThrow(RangeError)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commissionPercent, isSameCommission, readPercentage, splitProblem, totalCommission } from './splits.ts'

describe('the commission of a submission', () => {
  it.each([
    ['33.5', 33],
    ['85 %', 85],
    ['', 0],
    ['abc', 0],
    ['-4', 0],
    ['250', 100],
  ])('reads the percentage %j as the whole number %i', (text, percentage) =>
    expect(readPercentage(text)).toBe(percentage),
  )

  it('says what is missing to 100', () => {
    expect(splitProblem([{ percentage: 85 }, { percentage: 15 }])).toBe(null)
    expect(splitProblem([{ percentage: 94 }])).toBe('6 % left')
    expect(splitProblem([{ percentage: 94 }, { percentage: 10 }])).toBe('4 % too much')
  })

  it('is 2.5 % of 1,149,000 dollars or 28,725 dollars, whichever is typed', () => {
    expect(totalCommission(1_149_000, 2.5)).toBe(28_725)
    expect(commissionPercent(1_149_000, 28_725)).toBe(2.5)
    expect(commissionPercent(0, 100)).toBe(null)
  })

  it('finds an amount and the percentage that was made of it the same', () => {
    const prices = fc.integer({ min: 1_000, max: 20_000_000 })
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 10_000_00 }), (price, cents) => {
        const total = Math.min(cents / 100, price)
        expect(isSameCommission(price, commissionPercent(price, total) ?? 0, total)).toBe(true)
      }),
    )
    expect(isSameCommission(1_149_000, 2.5, 28_000)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { compared, likelyRange, neededFor } from './comparison.ts'

const of = (replies: number, sent: number) => ({ replies, sent })
const rounded = ({ low, high }: { low: number; high: number }) => [low, high].map(share => Number(share.toFixed(4)))

describe('the likely range of a share', () => {
  // Worked examples of R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is that of the literature', (replies, sent, low, high) => {
    expect(rounded(likelyRange(of(replies, sent)))).toEqual([low, high])
  })

  it('is everything while nobody was written to, and never leaves 0 to 1', () => {
    expect(likelyRange(of(0, 0))).toEqual({ low: 0, high: 1 })
    expect(likelyRange(of(3, 3)).high).toBeLessThanOrEqual(1)
    expect(likelyRange(of(0, 3)).low).toBe(0)
  })
})

describe('a comparison', () => {
  it('names the leader of two that overlap as not sure, with how many more it takes', () => {
    expect(compared(of(2, 141), of(5, 145))).toEqual({ verdict: 'open', leader: 'b', needed: 1500 })
  })

  it('is settled only when the ranges do not touch', () => {
    expect(compared(of(10, 500), of(40, 500))).toEqual({ verdict: 'settled', leader: 'b', needed: null })
    expect(compared(of(40, 500), of(10, 500))).toMatchObject({ verdict: 'settled', leader: 'a' })
  })

  it('never names a winner while the ranges overlap', () => {
    for (const sent of [1, 5, 20, 100, 400])
      for (let one = 0; one <= sent; one += Math.ceil(sent / 20))
        for (let other = 0; other <= sent; other += Math.ceil(sent / 20)) {
          const [a, b] = [likelyRange(of(one, sent)), likelyRange(of(other, sent))]
          const isApart = a.low > b.high || b.low > a.high
          expect(compared(of(one, sent), of(other, sent)).verdict === 'settled').toBe(isApart)
        }
  })

  it('sees no difference between the same shares, or where one was not sent yet', () => {
    expect(compared(of(0, 12), of(0, 9))).toEqual({ verdict: 'same', leader: null, needed: null })
    expect(compared(of(2, 10), of(4, 20)).verdict).toBe('same')
    expect(compared(of(1, 1), of(0, 0)).verdict).toBe('same')
    expect(compared(of(0, 0), of(0, 0)).verdict).toBe('nobody')
  })

  it('says no number that no campaign reaches', () => {
    expect(neededFor(of(1000, 50_000), of(1001, 50_000))).toBeNull()
    expect(compared(of(1000, 50_000), of(1001, 50_000))).toMatchObject({ verdict: 'open', leader: 'b', needed: null })
  })

  it('asks for more than a handful before it promises to be settled', () => {
    expect(neededFor(of(0, 1), of(1, 1))).toBe(98)
  })

  it('is settled by as many as it asked for, when both go on as they do', () => {
    for (const [a, b] of [
      [of(2, 40), of(5, 40)],
      [of(0, 3), of(1, 4)],
      [of(20, 300), of(27, 300)],
    ] as const) {
      const more = neededFor(a, b) ?? 0
      const size = (a.sent + b.sent + more * 1.1) / 2
      const grown = (tally: typeof a) => of((tally.replies / tally.sent) * size, size)
      expect(compared(grown(a), grown(b)).verdict).toBe('settled')
    }
  })
})

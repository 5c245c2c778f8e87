import { describe, expect, it } from 'vitest'
import { fastestRiser, placesOf, RANKED_WEEKS, rankedPeriods } from './ranks.ts'

describe('the ranks of ten weeks', () => {
  it('are those of as many days as the report has, each a week before the next', () => {
    const periods = rankedPeriods({ from: '2026-11-01', to: '2026-11-19' })
    expect(periods).toHaveLength(RANKED_WEEKS)
    expect(periods[0]).toEqual({ from: '2026-08-30', to: '2026-09-17' })
    expect(periods.at(-1)).toEqual({ from: '2026-11-01', to: '2026-11-19' })
  })

  it('become places among the rows, which end as the rows stand', () => {
    const agents = [
      { id: 1, ranks: [7, 1, 1] },
      { id: 2, ranks: [2, 1, 2] },
      { id: 3, ranks: [4, 9, 2] },
    ]
    expect(placesOf(['1', '3', '2'], agents)).toEqual([
      [2, 0, 0],
      [1, 2, 1],
      [0, 1, 2],
    ])
  })

  it('leave whoever has none behind the others', () => {
    expect(placesOf(['none', '2'], [{ id: 2, ranks: [5, 5] }])).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  it('say who rose the most, if anybody did', () => {
    expect(
      fastestRiser([
        [3, 0],
        [0, 1],
        [1, 2],
      ]),
    ).toEqual({ row: 0, rise: 3 })
    expect(
      fastestRiser([
        [0, 0],
        [1, 1],
      ]),
    ).toBeNull()
    expect(fastestRiser([])).toBeNull()
  })
})

import { expect, test } from 'vitest'
import type { BusinessMonth } from '../contract.ts'
import { monthsPassed, projected, roundTicks, yearPoints } from './year.ts'

const months: BusinessMonth[] = Array.from({ length: 12 }, (_, place) => ({
  month: `2026-${String(place + 1).padStart(2, '0')}-01`,
  closed: place < 11 ? 100 : 0,
  before: 90,
  expected: place === 10 ? 30 : place === 11 ? 50 : 0,
}))

test('a day is as far into the year as its month and its share of it', () => {
  expect(monthsPassed('2026-01-31')).toBe(1)
  expect(monthsPassed('2026-02-14')).toBe(1.5)
  expect(monthsPassed('2026-12-31')).toBe(12)
})

test('a year is projected as what closed and what is under contract to close in it', () => {
  expect(projected({ months, closed: 1_100 })).toBe(1_180)
})

test('the year adds up to today, then goes on as expected beside the whole of last year', () => {
  const points = yearPoints({ months, today: '2026-11-15', closed: 1_100 })
  expect(points[0]).toEqual({ at: 0, closed: 0, before: 0, expected: null })
  expect(points.find(({ at }) => at === 10)).toEqual({ at: 10, closed: 1_000, before: 900, expected: null })
  expect(points.find(({ at }) => at === 10.5)).toEqual({ at: 10.5, closed: 1_100, before: null, expected: 1_100 })
  expect(points.at(-1)).toEqual({ at: 12, closed: null, before: 1_080, expected: 1_180 })
})

test('on the last day of a month today stands on its end', () => {
  const points = yearPoints({ months, today: '2026-12-31', closed: 1_100 })
  expect(points).toHaveLength(13)
  expect(points.at(-1)).toEqual({ at: 12, closed: 1_100, before: 1_080, expected: 1_100 })
})

test('the lines of the chart stand at round amounts and reach above everything that is drawn', () => {
  expect(roundTicks(3_400_000)).toEqual([0, 1_000_000, 2_000_000, 3_000_000, 4_000_000])
  expect(roundTicks(9_999)).toEqual([0, 2_500, 5_000, 7_500, 10_000])
  expect(roundTicks(0)).toEqual([0, 1])
  for (const greatest of [0.5, 7, 12_345, 8.94e6, 2e10]) {
    const ticks = roundTicks(greatest)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(greatest)
    expect(ticks.length).toBeLessThanOrEqual(6)
  }
})

import { describe, expect, it } from 'vitest'
import { dayStart } from '../../../platform/wire/days.ts'
import { costIn, daysIn, periodBefore, stepsOf, stepUnitOf, whyNotPeriod } from './period.ts'

const ZONE = 'America/Toronto'
const HOUR = 3_600_000

describe('the period of a report', () => {
  it.each([
    ['2026-11-01', '2026-11-19', '2026-10-01', '2026-10-19'],
    ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-10-01', '2026-12-31', '2026-07-01', '2026-09-30'],
    ['2026-10-01', '2026-11-22', '2026-07-01', '2026-08-22'],
    ['2026-01-01', '2026-11-19', '2025-01-01', '2025-11-19'],
    ['2026-02-01', '2026-06-30', '2025-09-01', '2026-01-31'],
    ['2026-11-13', '2026-11-19', '2026-11-06', '2026-11-12'],
  ])('from %s to %s is compared with %s to %s', (from, to, before, until) => {
    expect(periodBefore({ from, to })).toEqual({ from: before, to: until })
  })

  it('is refused when it is turned around, too long, or out of all time', () => {
    expect(whyNotPeriod({ from: '2026-11-02', to: '2026-11-01' })?.to).toEqual([
      'The last day must not be before the first.',
    ])
    expect(whyNotPeriod({ from: '2023-11-19', to: '2026-11-18' })).toBeNull()
    expect(whyNotPeriod({ from: '2023-11-19', to: '2026-11-19' })?.to).toEqual(['A report covers at most 3 years.'])
    expect(whyNotPeriod({ from: '1999-12-31', to: '2000-01-01' })?.from).toHaveLength(1)
    expect(whyNotPeriod({ from: '2099-01-01', to: '2100-01-01' })?.to).toHaveLength(1)
  })

  it('has a point for each day, then for weeks, then for months, which reach from end to end', () => {
    const month = { from: '2026-11-01', to: '2026-11-03' }
    expect(stepsOf(month, stepUnitOf(month))).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
    const quarter = { from: '2026-10-01', to: '2026-12-31' }
    expect(stepsOf(quarter, stepUnitOf(quarter)).slice(0, 3)).toEqual(['2026-10-01', '2026-10-08', '2026-10-15'])
    const year = { from: '2025-11-19', to: '2026-11-18' }
    expect(stepsOf(year, stepUnitOf(year)).slice(0, 2)).toEqual(['2025-11-19', '2025-12-01'])
  })

  it('has a day of 23 hours in spring and one of 25 in autumn', () => {
    const hours = (day: string, next: string) => (dayStart(next, ZONE).getTime() - dayStart(day, ZONE).getTime()) / HOUR
    expect(hours('2026-03-08', '2026-03-09')).toBe(23)
    expect(hours('2026-11-01', '2026-11-02')).toBe(25)
    expect(daysIn({ from: '2026-03-01', to: '2026-11-30' })).toBe(275)
  })

  it('bears of a month’s cost as much as it has of its days', () => {
    const months = [
      { month: '2026-10-01', cents: 310_00 },
      { month: '2026-11-01', cents: 300_00 },
    ]
    expect(costIn({ from: '2026-10-30', to: '2026-11-05' }, months)).toBe(70_00)
    expect(costIn({ from: '2026-12-01', to: '2026-12-31' }, months)).toBe(0)
  })
})

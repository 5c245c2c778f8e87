import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter, mondayOf, weekdayOf } from '../../../platform/wire/days.ts'
import { dayIn, hasQuota, proRata, shareUsed, usedUpReason } from './limits.ts'

describe('what is left of a quota', () => {
  it('says which limit is used up, the one of the week first', () => {
    expect(usedUpReason({ daily: 1, weekly: 5, used_today: 1, used_week: 5 })).toBe('weekly quota used 5/5')
    expect(usedUpReason({ daily: 1, weekly: 5, used_today: 1, used_week: 3 })).toBe('daily quota used 1/1')
    expect(usedUpReason({ daily: 2, weekly: 5, used_today: 1, used_week: 3 })).toBeNull()
  })

  it('is never used up without rules', () => {
    const unlimited = { daily: null, weekly: null, used_today: 40, used_week: 400 }
    expect(hasQuota(unlimited)).toBe(true)
    expect(shareUsed(unlimited)).toBe(0)
  })

  it('counts as fully used when a limit was lowered below what was used', () => {
    const quota = { daily: 3, weekly: 4, used_today: 0, used_week: 9 }
    expect(hasQuota(quota)).toBe(false)
    expect(shareUsed(quota)).toBe(1)
    expect(shareUsed({ weekly: 0, used_week: 0 })).toBe(1)
  })
})

describe('the first week of a newcomer', () => {
  const week = '2026-11-16'

  it('has as many sevenths of the limit as days are left, rounded up', () => {
    expect(proRata(7, { week, joined: '2026-11-16' })).toBe(7)
    expect(proRata(7, { week, joined: '2026-11-19' })).toBe(4)
    expect(proRata(5, { week, joined: '2026-11-22' })).toBe(1)
    expect(proRata(5, { week, joined: '2024-05-02' })).toBe(5)
  })

  it('never has more than the others and never nothing of something', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 6 }), (weekly, days) => {
        const joined = new Date(Date.parse(week) + days * 86_400_000).toISOString().slice(0, 10)
        const limit = proRata(weekly, { week, joined })
        expect(weekdayOf(joined)).toBe(days + 1)
        expect(limit).toBeLessThanOrEqual(weekly)
        expect(limit > 0).toBe(weekly > 0)
      }),
    )
  })
})

describe('the weeks in which clocks change', () => {
  const QUARTER = 15 * 60_000
  const weeks = [
    { begins: '2026-03-02', change: 23 },
    { begins: '2026-10-26', change: 25 },
  ]
  const zones = ['America/Toronto', 'America/St_Johns', 'America/Halifax']

  it('have seven days each, of which the last is an hour shorter or longer, and no moment of another week', () => {
    for (const { begins, change } of weeks)
      for (const zone of zones) {
        const hours = new Map<string, number>()
        // From before the week to after it, a quarter of an hour at a time.
        const start = Date.parse(`${begins}T00:00:00Z`) - 12 * 3_600_000
        for (let at = start; at < start + 9 * 86_400_000; at += QUARTER) {
          const day = dayIn(new Date(at), zone)
          if (mondayOf(day) === begins) hours.set(day, (hours.get(day) ?? 0) + 0.25)
        }
        expect([...hours.keys()]).toEqual(Array.from({ length: 7 }, (_, index) => dayAfter(begins, index)))
        expect([...hours.values()]).toEqual([24, 24, 24, 24, 24, 24, change])
      }
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotsFor } from './pace.ts'

const zone = 'America/Toronto'
const NOON = new Date('2026-11-20T17:00:00Z')
const nothing = { days: new Map(), last: null }

describe('the pace of an account', () => {
  it('sends one after the other, behind what waits already', () => {
    const pace = { perMinute: 20, perDay: 100, zone }
    expect(slotsFor(3, NOON, pace, nothing).map(at => at.getTime() - NOON.getTime())).toEqual([0, 3000, 6000])
    const last = new Date(NOON.getTime() + 60_000)
    expect(slotsFor(1, NOON, pace, { days: new Map(), last })[0]?.getTime()).toBe(NOON.getTime() + 63_000)
  })

  it('goes on in the morning when the budget of the day is spent', () => {
    const slots = slotsFor(
      3,
      NOON,
      { perMinute: 60, perDay: 2, zone },
      { days: new Map([['2026-11-20', 1]]), last: null },
    )
    expect(slots.map(at => at.toISOString())).toEqual([
      '2026-11-20T17:00:00.000Z',
      '2026-11-21T14:00:00.000Z',
      '2026-11-21T14:00:01.000Z',
    ])
  })

  it('never goes over the budget of a day, loses none and keeps the order', () => {
    fc.assert(
      fc.property(fc.nat(120), fc.integer({ min: 1, max: 40 }), fc.nat(50), (count, perDay, before) => {
        const day = (at: Date) => at.toLocaleDateString('en-CA', { timeZone: zone })
        const days = new Map([['2026-11-20', before]])
        const slots = slotsFor(count, NOON, { perMinute: 30, perDay, zone }, { days, last: null })
        const perDayOf = Map.groupBy(slots, day)
        const isWithin = [...perDayOf].every(
          ([on, some]) => some.length + (days.get(on) ?? 0) <= Math.max(perDay, before),
        )
        return slots.length === count && isWithin && slots.every((at, i) => i === 0 || at > (slots[i - 1] ?? NOON))
      }),
      { numRuns: 200 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import { dayAfter, dayEnd, dayStart, dayStarts, instantAt, lastDays, wallClock } from './days.ts'

const ZONE = 'America/Toronto'

describe('days in a zone', () => {
  it('begin and end at its midnight, and last 23 or 25 hours when clocks change', () => {
    const hours = (day: string) => (dayEnd(day, ZONE).getTime() - dayStart(day, ZONE).getTime()) / 3_600_000
    expect(['2026-03-08', '2026-07-01', '2026-11-01'].map(hours)).toEqual([23, 24, 25])
    expect(dayStart('2026-11-23', ZONE).toISOString()).toBe('2026-11-23T05:00:00.000Z')
  })

  it('begin for each who asks by a date of their own', () => {
    dayStart('2026-11-23', ZONE).setFullYear(1999)
    expect(dayStart('2026-11-23', ZONE).toISOString()).toBe('2026-11-23T05:00:00.000Z')
    expect(dayStart('2026-11-23', 'UTC').toISOString()).toBe('2026-11-23T00:00:00.000Z')
  })

  it('are counted back from the one of an instant, each with its own beginning', () => {
    const days = lastDays(new Date('2026-11-02T04:30:00Z'), ZONE, 3)
    expect(days).toEqual(['2026-10-30', '2026-10-31', '2026-11-01'])
    expect(dayStarts(['2026-11-01', '2026-11-02'], ZONE)).toEqual([
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
    ])
  })

  it('follow each other over months and years', () => {
    expect([dayAfter('2026-12-31', 1), dayAfter('2028-02-28', 1), dayAfter('2026-03-01', -1)]).toEqual([
      '2027-01-01',
      '2028-02-29',
      '2026-02-28',
    ])
  })
})

describe('a time on the clock of a zone', () => {
  it('is an instant, and back', () => {
    const at = instantAt('2026-11-23', '14:30', ZONE)
    expect(at.toISOString()).toBe('2026-11-23T19:30:00.000Z')
    expect(wallClock(at, ZONE)).toEqual({ day: '2026-11-23', time: '14:30:00' })
  })

  it('is moved on when clocks skip it', () => {
    expect(instantAt('2026-03-08', '02:30', ZONE).toISOString()).toBe('2026-03-08T07:30:00.000Z')
  })

  it('is read from an instant of the wire, too', () => {
    expect(wallClock('2026-11-23T02:05:09.000000Z', ZONE)).toEqual({ day: '2026-11-22', time: '21:05:09' })
  })
})

import { tzOffset } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minutesOf, timeOfMinutes } from '../../../platform/wire/clock.ts'
import { type Schedule, windowAfter, windowAt, windowNear } from './window.ts'

const TORONTO = 'America/Toronto'
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const at = (text: string) => new Date(text)
const shown = (window: ReturnType<typeof windowAt>) =>
  window && [window.day, window.start.toISOString(), window.end.toISOString()]

const zones = ['America/Toronto', 'America/Winnipeg', 'America/St_Johns', 'Europe/Paris', 'Australia/Lord_Howe', 'UTC']
const zone = fc.constantFrom(...zones)
const schedule = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
    fc.integer({ min: 0, max: 1439 }),
    fc.integer({ min: 1, max: 1440 }),
  )
  .filter(([, start, end]) => start < end)
  .map(([weekdays, start, end]): Schedule => ({ weekdays, start: timeOfMinutes(start), end: timeOfMinutes(end) }))
/** Any time of two years, and often one near a change of the clocks of Toronto. */
const moment = fc.oneof(
  fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z'), noInvalidDate: true }),
  fc.integer({ min: -7200, max: 7200 }).map(seconds => new Date(at('2026-03-08T07:00:00Z').getTime() + seconds * 1000)),
  fc.integer({ min: -7200, max: 7200 }).map(seconds => new Date(at('2026-11-01T06:00:00Z').getTime() + seconds * 1000)),
)
/** Minutes after midnight that a clock shows. */
function clock(instant: Date, inZone: string): number {
  const local = new Date(instant.getTime() + tzOffset(inZone, instant) * 60_000)
  return local.getUTCHours() * 60 + local.getUTCMinutes() + local.getUTCSeconds() / 60
}

describe('the window of happy hour', () => {
  it('is open from its start until just before its end, on its days', () => {
    const evenings = { weekdays: [1, 2, 3, 4], start: '16:00', end: '18:00' }
    const monday = ['2026-11-23', '2026-11-23T21:00:00.000Z', '2026-11-23T23:00:00.000Z']
    expect(shown(windowAt(evenings, at('2026-11-23T21:00:00Z'), TORONTO))).toEqual(monday)
    expect(shown(windowAt(evenings, at('2026-11-23T22:59:59.999Z'), TORONTO))).toEqual(monday)
    expect(windowAt(evenings, at('2026-11-23T23:00:00Z'), TORONTO)).toBeNull()
    expect(windowAt(evenings, at('2026-11-22T21:30:00Z'), TORONTO)).toBeNull()
    expect(shown(windowAfter(evenings, at('2026-11-20T12:00:00Z'), TORONTO))).toEqual(monday)
  })

  it('begins when the clock jumps over its start in March', () => {
    const window = windowAt({ weekdays: [7], start: '02:30', end: '04:00' }, at('2026-03-08T07:10:00Z'), TORONTO)
    expect(shown(window)).toEqual(['2026-03-08', '2026-03-08T07:00:00.000Z', '2026-03-08T08:00:00.000Z'])
    expect(windowNear({ weekdays: [7], start: '02:10', end: '02:50' }, at('2026-03-08T05:00:00Z'), TORONTO)?.day).toBe(
      '2026-03-15',
    )
  })

  it('lasts an hour longer across the hour that November shows twice', () => {
    const window = windowAt({ weekdays: [7], start: '00:30', end: '02:30' }, at('2026-11-01T06:30:00Z'), TORONTO)
    expect(shown(window)).toEqual(['2026-11-01', '2026-11-01T04:30:00.000Z', '2026-11-01T07:30:00.000Z'])
  })

  it('takes the first of the two times that November shows', () => {
    const window = windowAfter({ weekdays: [7], start: '01:15', end: '01:45' }, at('2026-11-01T03:00:00Z'), TORONTO)
    expect(shown(window)).toEqual(['2026-11-01', '2026-11-01T05:15:00.000Z', '2026-11-01T05:45:00.000Z'])
  })

  it('may last the whole day', () => {
    const always = { weekdays: everyDay, start: '00:00', end: '24:00' }
    fc.assert(
      fc.property(moment, zone, (now, inZone) => {
        expect(windowAt(always, now, inZone)).not.toBeNull()
      }),
    )
  })

  it('holds the moment for which it is open, and never ends before it starts', () => {
    fc.assert(
      fc.property(schedule, moment, zone, (given, now, inZone) => {
        const window = windowAt(given, now, inZone)
        if (!window) return
        expect(window.start.getTime()).toBeLessThanOrEqual(now.getTime())
        expect(window.end.getTime()).toBeGreaterThan(now.getTime())
      }),
    )
  })

  it('is open exactly while the clock shows a time inside it, apart from the hour that is shown twice', () => {
    fc.assert(
      fc.property(schedule, moment, zone, (given, now, inZone) => {
        const offsets = [-3, 3].map(hours => tzOffset(inZone, new Date(now.getTime() + hours * 3_600_000)))
        fc.pre(offsets[0] === offsets[1])
        const minutes = clock(now, inZone)
        const local = new Date(now.getTime() + tzOffset(inZone, now) * 60_000)
        const isInside =
          given.weekdays.includes(local.getUTCDay() || 7) &&
          minutesOf(given.start) <= minutes &&
          minutes < minutesOf(given.end)
        expect(windowAt(given, now, inZone) !== null).toBe(isInside)
      }),
    )
  })

  it('comes next after now, wherever a day is planned', () => {
    fc.assert(
      fc.property(schedule, moment, zone, (given, now, inZone) => {
        const next = windowAfter(given, now, inZone)
        if (given.weekdays.length === 0) expect(next).toBeNull()
        else if (next) {
          expect(next.start.getTime()).toBeGreaterThan(now.getTime())
          expect(windowAt(given, next.start, inZone)).toEqual(next)
        }
      }),
    )
  })
})

import { TZDate } from '@date-fns/tz'
import { lightFormat } from 'date-fns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, dayOf, dayPartOf, nextMidnight, nextOccurrence, reminderInstant, repeats } from './rules/tasks.ts'

const ZONE = 'America/Toronto'
const HOUR = 3_600_000
const local = (instant: Date | string, pattern: string) => lightFormat(new TZDate(new Date(instant), ZONE), pattern)
const dayText = (instant: Date | string) => local(instant, 'yyyy-MM-dd')

/** Instants around both changes of the clock in 2026, and a leap year's February. */
const instants = fc.oneof(
  fc.date({ min: new Date('2026-03-06T00:00:00Z'), max: new Date('2026-03-10T23:59:59Z'), noInvalidDate: true }),
  fc.date({ min: new Date('2026-10-30T00:00:00Z'), max: new Date('2026-11-03T23:59:59Z'), noInvalidDate: true }),
  fc.date({ min: new Date('2024-01-28T00:00:00Z'), max: new Date('2028-12-31T00:00:00Z'), noInvalidDate: true }),
)

describe('the list of a task', () => {
  it('is told by its day against today, over both changes of the clock', () => {
    fc.assert(
      fc.property(instants, instants, (at, now) => {
        const expected = dayText(at) < dayText(now) ? 'overdue' : dayText(at) > dayText(now) ? 'future' : 'today'
        expect(bucketOf(at, now, ZONE)).toBe(expected)
      }),
    )
  })

  it('changes at the midnight that a window waits for, and not a millisecond earlier', () => {
    fc.assert(
      fc.property(instants, now => {
        const midnight = nextMidnight(now, ZONE)
        const before = new Date(midnight.getTime() - 1)
        expect(dayText(before)).toBe(dayText(now))
        expect(local(midnight, 'HH:mm')).toBe('00:00')
        expect([bucketOf(midnight, before, ZONE), bucketOf(midnight, midnight, ZONE)]).toEqual(['future', 'today'])
        expect(bucketOf(before, midnight, ZONE)).toBe('overdue')
      }),
    )
  })

  it('knows days of 23 and 25 hours', () => {
    const hours = (day: string) => {
      const { start, end } = dayOf(new Date(day), ZONE)
      return (end.getTime() - start.getTime()) / HOUR
    }
    expect(['2026-03-08T12:00:00Z', '2026-11-01T12:00:00Z', '2026-11-21T12:00:00Z'].map(hours)).toEqual([23, 25, 24])
  })

  it('is Today for a task without a time', () => {
    expect(bucketOf(null, new Date(), ZONE)).toBe('today')
  })

  it('depends on where the agent is', () => {
    const now = new Date('2026-11-21T04:30:00Z')
    const at = '2026-11-21T05:30:00Z'
    expect([bucketOf(at, now, ZONE), bucketOf(at, now, 'America/Vancouver')]).toEqual(['future', 'today'])
  })
})

describe('what repeats', () => {
  it('comes next after a given time, at the same local hour unless the day lacks it', () => {
    fc.assert(
      fc.property(instants, instants, fc.constantFrom(...repeats), (first, after, repeat) => {
        const next = nextOccurrence({ repeat, first, zone: ZONE }, after)
        expect(next.getTime()).toBeGreaterThan(after.getTime())
        const [hour, expected] = [local(next, 'HH:mm'), local(first, 'HH:mm')]
        const isLacking = dayText(next).slice(5) === '03-08' || expected.startsWith('02:')
        if (!isLacking) expect(hour).toBe(expected)
      }),
    )
  })

  it('leaves no occurrence out: daily is the same day or the next', () => {
    fc.assert(
      fc.property(instants, instants, (first, after) => {
        fc.pre(after >= first)
        const next = nextOccurrence({ repeat: 'daily', first, zone: ZONE }, after)
        const { start } = dayOf(after, ZONE)
        const ahead = (next.getTime() - start.getTime()) / HOUR
        expect(ahead).toBeGreaterThan(0)
        expect(ahead).toBeLessThan(50)
      }),
    )
  })

  it('falls on working days when it is for weekdays', () => {
    fc.assert(
      fc.property(instants, instants, (first, after) => {
        const day = new TZDate(nextOccurrence({ repeat: 'weekdays', first, zone: ZONE }, after), ZONE).getDay()
        expect([1, 2, 3, 4, 5]).toContain(day)
      }),
    )
  })

  it('keeps the 31st after a shorter month, and the 29th of February after three years', () => {
    const series = { repeat: 'monthly', first: new Date('2026-01-31T14:00:00Z'), zone: ZONE } as const
    const february = nextOccurrence(series, series.first)
    expect([dayText(february), dayText(nextOccurrence(series, february))]).toEqual(['2026-02-28', '2026-03-31'])
    const yearly = { repeat: 'yearly', first: new Date('2024-02-29T14:00:00Z'), zone: ZONE } as const
    expect(dayText(nextOccurrence(yearly, yearly.first))).toBe('2025-02-28')
    expect(dayText(nextOccurrence(yearly, new Date('2027-12-01T00:00:00Z')))).toBe('2028-02-29')
  })

  it('goes an hour later on the one day that lacks the hour, and back the day after', () => {
    const series = { repeat: 'daily', first: new Date('2026-03-07T07:30:00Z'), zone: ZONE } as const
    const eighth = nextOccurrence(series, series.first)
    expect(local(eighth, 'dd HH:mm')).toBe('08 03:30')
    expect(local(nextOccurrence(series, eighth), 'dd HH:mm')).toBe('09 02:30')
  })
})

describe('a reminder', () => {
  it('comes so many minutes before, and not at all without a time', () => {
    const task = { scheduled_at: '2026-11-21T15:00:00.000000Z', reminder_minutes: 15 }
    expect(reminderInstant(task)?.toISOString()).toBe('2026-11-21T14:45:00.000Z')
    expect(reminderInstant({ ...task, scheduled_at: null })).toBeNull()
    expect(reminderInstant({ ...task, reminder_minutes: null })).toBeNull()
    expect(reminderInstant({ ...task, reminder_minutes: 0 })?.toISOString()).toBe('2026-11-21T15:00:00.000Z')
  })
})

it('parts the day at noon and at five', () => {
  const part = (clock: string) => dayPartOf(`2026-11-21T${clock}:00.000Z`, ZONE)
  expect([part('16:59'), part('17:00'), part('21:59'), part('22:00'), dayPartOf(null, ZONE)]).toEqual([
    'Morning',
    'Afternoon',
    'Afternoon',
    'Evening',
    'No time',
  ])
})

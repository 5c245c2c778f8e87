import { tzOffset } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planFromStart } from './plan.ts'
import { baseOfNext, knownZone, localDay, nextRepetition, plannedAt, type StepTiming } from './schedule.ts'
import { campaignProblem, normalTiming, stepLine, timingText } from './steps.ts'

const TORONTO = 'America/Toronto'
const step = (fields: Partial<StepTiming> = {}): StepTiming => ({
  delay_value: 1,
  delay_period: 'day',
  execute_at: 'immediately',
  recurring: false,
  recurring_value: null,
  recurring_period: 'month',
  ...fields,
})
const at = (text: string) => new Date(text)
const planned = (fields: Partial<StepTiming>, base: string, zone = TORONTO, start = base) =>
  plannedAt(step(fields), { base: at(base), start: at(start), zone }).toISOString()

/** Hours, minutes and the day that clocks in a zone show. */
const shown = (instant: Date, zone: string): string =>
  new Date(instant.getTime() + tzOffset(zone, instant) * 60_000).toISOString().slice(0, 16)

const zones = Intl.supportedValuesOf('timeZone').slice(0, 400)
const anyZone = fc.constantFrom(...zones)
/** Two years with every change of clocks in them. */
const anyInstant = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z'), noInvalidDate: true })
const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

describe('when a step is due', () => {
  it('counts from the step before it', () => {
    expect(planned({ delay_value: 15, delay_period: 'minute' }, '2026-11-20T14:20:00Z')).toBe(
      '2026-11-20T14:35:00.000Z',
    )
    expect(planned({ delay_value: 2, delay_period: 'hour' }, '2026-11-20T14:20:00Z')).toBe('2026-11-20T16:20:00.000Z')
    expect(planned({ delay_value: 2 }, '2026-11-20T14:20:00Z')).toBe('2026-11-22T14:20:00.000Z')
    expect(planned({ delay_value: 1, delay_period: 'week' }, '2026-11-20T14:20:00Z')).toBe('2026-11-27T14:20:00.000Z')
  })

  it('means 09:00 in the zone of the lead', () => {
    const nine = { execute_at: '09:00' }
    expect(planned(nine, '2026-11-20T19:20:00Z')).toBe('2026-11-21T14:00:00.000Z')
    expect(planned(nine, '2026-11-20T19:20:00Z', 'America/Los_Angeles')).toBe('2026-11-21T17:00:00.000Z')
    expect(planned({ ...nine, delay_value: 0 }, '2026-11-20T19:20:00Z')).toBe('2026-11-21T14:00:00.000Z')
    expect(planned({ ...nine, delay_value: 0 }, '2026-11-20T12:00:00Z')).toBe('2026-11-20T14:00:00.000Z')
  })

  it('is the time of day of the start, whenever the step before it ran', () => {
    const sameTime = { execute_at: 'time_of_day', delay_value: 3 }
    expect(planned(sameTime, '2026-11-21T14:00:00Z', TORONTO, '2026-11-20T19:20:00Z')).toBe('2026-11-24T19:20:00.000Z')
  })

  it('keeps the local time over both changes of the clock', () => {
    expect(planned({ execute_at: '09:00', delay_value: 1 }, '2027-03-13T14:00:00Z')).toBe('2027-03-14T13:00:00.000Z')
    expect(planned({ execute_at: '09:00', delay_value: 1 }, '2026-10-31T13:00:00Z')).toBe('2026-11-01T14:00:00.000Z')
    expect(planned({ delay_value: 1 }, '2027-03-13T19:20:00Z')).toBe('2027-03-14T18:20:00.000Z')
  })

  it('is an hour later where clocks skip it, and the first of two where they show it twice', () => {
    expect(planned({ execute_at: '02:30' }, '2027-03-13T12:00:00Z')).toBe('2027-03-14T07:30:00.000Z')
    expect(planned({ execute_at: '01:30' }, '2026-10-31T12:00:00Z')).toBe('2026-11-01T05:30:00.000Z')
  })

  it('ends with the month where the month has no such day', () => {
    expect(planned({ delay_value: 1, delay_period: 'month' }, '2027-01-31T15:00:00Z')).toBe('2027-02-28T15:00:00.000Z')
  })

  it('takes the zone of the region for one that nobody knows', () => {
    expect(knownZone('Mars/Olympus', TORONTO)).toBe(TORONTO)
    expect(knownZone('America/Regina', TORONTO)).toBe('America/Regina')
  })
})

describe('a step that repeats', () => {
  const monthly = step({ recurring: true, recurring_value: 1, execute_at: '09:00' })
  const repetitions = (timing: StepTiming, anchor: string, count: number, zone = TORONTO) => {
    const found: string[] = []
    let after = at(anchor)
    while (found.length < count) {
      const next = nextRepetition(timing, { anchor: at(anchor), start: at(anchor), zone }, after)
      if (!next) break
      found.push(shown(next, zone))
      after = next
    }
    return found
  }

  it('falls on the 31st again after a shorter month', () => {
    expect(repetitions(monthly, '2026-12-31T14:00:00Z', 4)).toEqual([
      '2027-01-31T09:00',
      '2027-02-28T09:00',
      '2027-03-31T09:00',
      '2027-04-30T09:00',
    ])
  })

  it('does not make up for what an outage swallowed', () => {
    const next = nextRepetition(
      step({ recurring: true, recurring_value: 1, recurring_period: 'day', execute_at: '09:00' }),
      { anchor: at('2026-11-01T14:00:00Z'), start: at('2026-11-01T14:00:00Z'), zone: TORONTO },
      at('2026-11-20T18:00:00Z'),
    )
    expect(next).toEqual(at('2026-11-21T14:00:00Z'))
  })

  it('is none where the delay is one of minutes or hours', () => {
    const hourly = step({ recurring: true, recurring_value: 1, delay_period: 'hour' })
    const now = at('2026-11-20T14:00:00Z')
    expect(nextRepetition(hourly, { anchor: now, start: now, zone: TORONTO }, now)).toBeNull()
  })

  it('comes once each day, at its time, in every zone over two years', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, anyTime, (zone, anchor, execute_at) => {
        const daily = step({ recurring: true, recurring_value: 1, recurring_period: 'day', execute_at })
        let last = nextRepetition(daily, { anchor, start: anchor, zone }, anchor)
        for (let count = 0; count < 40; count++) {
          const next: Date | null = last && nextRepetition(daily, { anchor, start: anchor, zone }, last)
          if (!last || !next) throw new Error('A repetition is missing.')
          expect(localDay(next, zone) - localDay(last, zone)).toBe(86_400_000)
          last = next
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the plan of a campaign', () => {
  it('has each step once, in its order, at its time of day, in every zone over two years', () => {
    const anyStep = fc.record({
      delay_value: fc.integer({ min: 0, max: 40 }),
      delay_period: fc.constantFrom('minute', 'hour', 'day', 'week', 'month'),
      execute_at: fc.oneof(fc.constantFrom('immediately', 'time_of_day'), anyTime),
    } as const)
    fc.assert(
      fc.property(anyZone, anyInstant, fc.array(anyStep, { minLength: 1, maxLength: 6 }), (zone, start, given) => {
        const steps = given.map((timing, index) => ({ id: index + 1, ...normalTiming(timing, index === 0) }))
        const plan = planFromStart(steps, { start, zone })
        expect(plan.map(({ step_id }) => step_id).toSorted()).toEqual(steps.map(({ id }) => id).toSorted())
        const inOrder = steps.map(({ id }) => plan.find(({ step_id }) => step_id === id)?.at.getTime() ?? 0)
        expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other))
        for (const { id, execute_at } of steps) {
          const due = plan.find(({ step_id }) => step_id === id)
          if (!due || !execute_at?.includes(':')) continue
          const clock = shown(due.at, zone).slice(11)
          // A time that the day lacks comes up to an hour later; all others to the minute.
          const isSkipped = tzOffset(zone, new Date(due.at.getTime() - 7_200_000)) !== tzOffset(zone, due.at)
          if (!isSkipped) expect(clock).toBe(execute_at)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('goes on from when a step really ran, once that was quite another time', () => {
    const next = { delay_period: 'day' } as const
    const due = at('2026-11-20T14:00:00Z')
    expect(baseOfNext(next, due, at('2026-11-20T14:20:00Z'))).toEqual(due)
    expect(baseOfNext(next, due, at('2026-11-23T09:00:00Z'))).toEqual(at('2026-11-23T09:00:00Z'))
    expect(baseOfNext({ delay_period: 'minute' }, due, at('2026-11-20T14:20:00Z'))).toEqual(at('2026-11-20T14:20:00Z'))
  })
})

describe('the timing of a step', () => {
  it('is without a delay for the first step', () => {
    expect(normalTiming({ delay_value: 3 }, true)).toMatchObject({ delay_value: null, delay_period: 'day' })
  })

  it.each(['hour', 'minute'] as const)('has neither a time nor a repetition with a delay in %ss', delay_period => {
    const given = { delay_value: 2, delay_period, execute_at: '09:00', recurring: true, recurring_value: 2 }
    expect(normalTiming(given, false)).toEqual({
      delay_value: 2,
      delay_period,
      execute_at: null,
      recurring: null,
      recurring_value: null,
      recurring_period: null,
    })
  })

  it('begins with days, and repeats by months', () => {
    expect(normalTiming({ recurring: true }, false)).toMatchObject({ delay_period: 'day', recurring_period: 'month' })
  })

  it('reads as people say it', () => {
    expect(timingText(step({ execute_at: '09:00' }))).toBe('At 9:00 AM')
    expect(timingText(step({ delay_value: 15, delay_period: 'minute' }))).toBe('15 minutes later')
    const text = { step_type: 'auto_email', recurring: true, recurring_value: 1, execute_at: '09:00' } as const
    expect(stepLine({ ...step(), ...text })).toBe('Auto email · At 9:00 AM · repeats every month')
  })

  it('says what a campaign lacks', () => {
    const call = { step_type: 'phone_call', subject: '', content: '' } as const
    expect(campaignProblem([])).toBe('This campaign has no steps yet.')
    expect(campaignProblem([call])).toBeNull()
    expect(campaignProblem([call, { step_type: 'auto_text', subject: '', content: ' ' }])).toBe(
      'Step 2 has no content.',
    )
  })
})

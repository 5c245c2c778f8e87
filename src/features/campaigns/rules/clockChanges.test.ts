import { tzOffset } from '@date-fns/tz'
import { describe, expect, it } from 'vitest'
import { openFrom } from '../../outbound/rules/hours.ts'
import { planFromStart } from './plan.ts'
import { nextRepetition, plannedAt, type StepTiming, sameTimeTomorrow } from './schedule.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000
const [FROM, TO] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2028-01-01T00:00:00Z')]

const offset = (zone: string, at: number): number => tzOffset(zone, new Date(at))
/** What clocks in a zone show, as milliseconds that read like UTC. */
const clock = (zone: string, at: number): number => at + offset(zone, at) * MINUTE_MS
const dayOf = (zone: string, at: number): number => Math.floor(clock(zone, at) / DAY_MS)
const shown = (zone: string, at: number): string => new Date(clock(zone, at)).toISOString().slice(0, 16)

/** A change of the clocks: its first minute, and by how many minutes they go ahead. */
interface ClockChange {
  zone: string
  at: number
  ahead: number
}

/** The changes of a zone within two years, to the minute. */
function changesOf(zone: string): ClockChange[] {
  const changes: ClockChange[] = []
  for (let day = FROM; day < TO; day += DAY_MS) {
    const before = offset(zone, day)
    if (before === offset(zone, day + DAY_MS)) continue
    let [low, high] = [day, day + DAY_MS]
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
      if (offset(zone, middle) === before) low = middle
      else high = middle
    }
    changes.push({ zone, at: high, ahead: offset(zone, high) - before })
  }
  return changes
}

const zones = Intl.supportedValuesOf('timeZone')
const changes = zones.flatMap(changesOf)

const timing = (fields: Partial<StepTiming>): StepTiming => ({
  delay_value: 1,
  delay_period: 'day',
  execute_at: '09:00',
  recurring: false,
  recurring_value: null,
  recurring_period: null,
  ...fields,
})

const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Around the hours at which clocks jump anywhere, and a time of the day. */
const times = ['00:00', '00:30', '01:00', '01:59', '02:00', '02:30', '03:00', '09:00', '23:00', '23:30']

/** The day and time that were meant: what the clocks skipped comes as much later as they skipped. */
function meant({ zone, at, ahead }: ClockChange, instant: number, execute_at: string): string {
  const time = clock(zone, instant)
  const skipped = clock(zone, at) - ahead * MINUTE_MS
  const asked = time - ahead * MINUTE_MS
  const isSkipped = ahead > 0 && asked >= skipped && asked < clock(zone, at) && timeOf(asked) === execute_at
  return new Date(isSkipped ? asked : time).toISOString().slice(0, 16)
}

const timeOf = (time: number): string => new Date(time).toISOString().slice(11, 16)

describe('over every change of the clocks of two years', () => {
  it('is asked of enough zones and changes to mean something', () => {
    expect(zones.length).toBeGreaterThan(200)
    expect(changes.length).toBeGreaterThan(400)
    expect(new Set(changes.map(({ ahead }) => ahead))).toContain(60)
  })

  it('runs a daily step once a day at its time, and one that the day lacks that much later', () => {
    const wrong: string[] = []
    for (const change of changes) {
      const { zone, at } = change
      const start = at - 3 * DAY_MS
      const first = Math.floor(clock(zone, start) / DAY_MS) + 1
      for (const execute_at of times) {
        const daily = timing({ execute_at, recurring: true, recurring_value: 1, recurring_period: 'day' })
        const place = { anchor: new Date(start), start: new Date(start), zone }
        const found: string[] = []
        for (let last = start; found.length < 5; ) {
          last = nextRepetition(daily, place, new Date(last))?.getTime() ?? 0
          found.push(meant(change, last, execute_at))
        }
        const expected = found.map(
          (_, day) => `${new Date((first + day) * DAY_MS).toISOString().slice(0, 10)}T${execute_at}`,
        )
        if (found.join() !== expected.join()) wrong.push(`${zone}: ${found.join()} instead of ${expected.join()}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('plans each step of a campaign once, in its order, whatever its hour', () => {
    const wrong: string[] = []
    for (const { zone, at } of changes)
      for (const execute_at of times) {
        const steps = [
          { id: 1, ...timing({ delay_value: null, execute_at: 'immediately' }) },
          { id: 2, ...timing({ execute_at }) },
          { id: 3, ...timing({ delay_value: 30, delay_period: 'minute', execute_at: null, recurring: null }) },
          { id: 4, ...timing({ execute_at: 'time_of_day' }) },
          { id: 5, ...timing({ delay_value: 0, execute_at }) },
        ]
        const plan = planFromStart(steps, { start: new Date(at - 30 * HOUR_MS), zone })
        const inOrder = plan.map(one => one.at.getTime())
        const isOnce = plan.map(({ step_id }) => step_id).join() === '1,2,3,4,5'
        if (!isOnce || inOrder.some((one, place) => one < (inOrder[place - 1] ?? 0)))
          wrong.push(`${zone} ${execute_at}`)
      }
    expect(wrong).toEqual([])
  })

  it('sends 02:30 once where clocks skip it, and the first of two where they show it twice', () => {
    for (const { zone, at, ahead } of changes) {
      const middle = clock(zone, at - MINUTE_MS) + MINUTE_MS + (ahead / 2) * MINUTE_MS
      const execute_at = timeText(Math.floor((middle % DAY_MS) / MINUTE_MS))
      const base = new Date(at - 26 * HOUR_MS)
      const due = plannedAt(
        timing({ execute_at, delay_value: Math.floor(middle / DAY_MS) - dayOf(zone, base.getTime()) }),
        {
          base,
          start: base,
          zone,
        },
      ).getTime()
      const half = (Math.abs(ahead) / 2) * MINUTE_MS
      expect([zone, due - at]).toEqual([zone, ahead > 0 ? half : -half])
    }
  })

  it('lets a message out within its hours, at the first minute of them that is left', () => {
    const everyDay = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({
      channel: 'text',
      weekday,
      opens: '09:00',
      closes: '21:00',
    }))
    const table = { hours: everyDay, holidays: new Set<string>() }
    const wrong: string[] = []
    for (const { zone, at, ahead } of changes)
      for (let asked = at - 18 * HOUR_MS; asked < at + 18 * HOUR_MS; asked += 3 * HOUR_MS) {
        const out = openFrom('text', table, zone, new Date(asked))?.getTime() ?? 0
        const time = shown(zone, out).slice(11)
        const isFirst = out === asked || shown(zone, out - MINUTE_MS).slice(11) < '09:00'
        if (
          out < asked ||
          out - asked > 12 * HOUR_MS + Math.abs(ahead) * MINUTE_MS ||
          time < '09:00' ||
          time >= '21:00' ||
          !isFirst
        )
          wrong.push(`${zone} ${shown(zone, asked)}: ${shown(zone, out)}`)
      }
    expect(wrong).toEqual([])
  })

  it('moves a second message of a day to the same time on the next', () => {
    const wrong: string[] = []
    for (const change of changes)
      for (let hour = -30; hour < 6; hour += 5) {
        const [{ zone }, now] = [change, change.at + hour * HOUR_MS]
        const tomorrow = sameTimeTomorrow(new Date(now), zone).getTime()
        const expected = new Date(clock(zone, now) + DAY_MS).toISOString().slice(0, 16)
        if (meant(change, tomorrow, expected.slice(11)) !== expected) wrong.push(`${zone} ${shown(zone, now)}`)
      }
    expect(wrong).toEqual([])
  })
})

describe('the 31st', () => {
  it('is the last day of a shorter month and the 31st again after it, once a month, in every zone', () => {
    const months = ['02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31']
    const expected = [2026, 2027]
      .flatMap(year => [`${year}-01-31`, ...months.map(month => `${year}-${month}`)])
      .slice(1)
    const monthly = timing({ recurring: true, recurring_value: 1, recurring_period: 'month' })
    for (const zone of zones) {
      // Nine o'clock of the last day of January, wherever that is.
      const anchor = new Date(
        Date.parse('2026-01-31T09:00:00Z') - offset(zone, Date.parse('2026-01-31T09:00:00Z')) * MINUTE_MS,
      )
      const days: string[] = []
      for (let after = anchor; days.length < expected.length; ) {
        after = nextRepetition(monthly, { anchor, start: anchor, zone }, after) ?? anchor
        days.push(shown(zone, after.getTime()))
      }
      expect([zone, days]).toEqual([zone, expected.map(day => `${day}T09:00`)])
    }
  })
})

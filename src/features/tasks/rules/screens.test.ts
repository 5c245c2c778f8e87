import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaskOfLead } from '../contract.ts'
import {
  filtersOf,
  rangeFor,
  rangeTitle,
  readAddress,
  shiftRange,
  shortTitle,
  viewOf,
  writeAddress,
} from './address.ts'
import {
  changedFields,
  draftOf,
  emptyDraft,
  fieldsOf,
  instantOf,
  isProposed,
  parseTaskDraft,
  quickChoices,
  quickParts,
  quickTimes,
  withType,
} from './draft.ts'
import { dayOfPutOff, mayPutOff, putOff } from './putOff.ts'

const ZONE = 'America/Toronto'
const week = { from: '2026-11-16', to: '2026-11-22' }

describe('the address of the tasks screen', () => {
  it('comes back as it was written', () => {
    const address = readAddress({ tab: 'calendar', type: 'phone_call,reminder', done: 0, ...week })
    expect(readAddress(writeAddress(address))).toEqual(address)
    expect(address).toMatchObject({ tab: 'calendar', types: ['phone_call', 'reminder'], done: false, range: week })
  })

  it('is Today when it makes no sense, or names a calendar without days', () => {
    for (const search of [
      {},
      { tab: 'x' },
      { tab: 'calendar' },
      { tab: 'calendar', from: '2026-11-22', to: '2026-11-16' },
    ])
      expect(readAddress(search).tab).toBe('today')
    expect(readAddress({ type: 'nonsense' }).types).toEqual([])
  })

  it('keeps the calendar tab while another is open', () => {
    expect(readAddress({ tab: 'overdue', ...week })).toMatchObject({ tab: 'overdue', range: week })
  })

  it('asks for done tasks where a day is looked at as a whole, and by its days for a calendar', () => {
    expect(filtersOf(readAddress({}))).toEqual({ with_completed: true })
    expect(filtersOf(readAddress({ tab: 'overdue', type: 'phone_call' }))).toEqual({ type: ['phone_call'] })
    expect(filtersOf(readAddress({ tab: 'calendar', done: 0, ...week }))).toEqual({
      dateStart: week.from,
      dateEnd: week.to,
    })
  })

  it('titles the calendar tab as the specification says', () => {
    expect(rangeTitle(week)).toBe('Nov 16th, 2026 - Nov 22nd, 2026')
    expect(rangeTitle({ from: '2026-11-21', to: '2026-11-21' })).toBe('Nov 21st, 2026')
    expect([shortTitle(week), shortTitle({ from: '2026-11-30', to: '2026-12-06' })]).toEqual([
      'Nov 16 to 22',
      'Nov 30 to Dec 6',
    ])
    expect(shortTitle(rangeFor('month', '2026-02-10'))).toBe('February 2026')
  })

  it('steps by months, weeks and days, and back again', () => {
    expect(shiftRange(rangeFor('month', '2026-01-31'), 1)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(shiftRange(week, -1)).toEqual({ from: '2026-11-09', to: '2026-11-15' })
    for (const view of ['week', 'day'] as const) {
      const range = rangeFor(view, '2026-11-01')
      expect(viewOf(range)).toBe(view)
      expect(shiftRange(shiftRange(range, 1), -1)).toEqual(range)
    }
  })
})

describe('the task form', () => {
  const now = new Date('2026-11-21T15:20:00Z')

  it('opens on a call tomorrow at nine, where the agent is', () => {
    expect(emptyDraft(now, ZONE)).toMatchObject({ task_type: 'phone_call', date: '2026-11-22', time: '09:00' })
    expect(emptyDraft(new Date('2026-11-22T03:00:00Z'), ZONE).date).toBe('2026-11-22')
  })

  it('offers the usual times', () => {
    expect(quickTimes.map(quick => Object.values(quickParts(quick, now, ZONE)).join(' '))).toEqual([
      '2026-11-21 12:00',
      '2026-11-22 09:00',
      '2026-11-24 09:00',
      '2026-11-23 09:00',
    ])
  })

  it.each([
    ['a Sunday, when tomorrow is next week', '2026-11-22T15:20:00Z', ['In 1 h', 'Tomorrow 9 AM', 'In 3 days']],
    ['a Friday, when three days on is next week', '2026-11-20T15:20:00Z', ['In 1 h', 'Tomorrow 9 AM', 'In 3 days']],
    ['any other day', '2026-11-24T15:20:00Z', ['In 1 h', 'Tomorrow 9 AM', 'In 3 days', 'Next week']],
  ])('offers each moment once, on %s', (_day, at, labels) => {
    expect(quickChoices(new Date(at), ZONE).map(({ label }) => label)).toEqual(labels)
  })

  it('means nine in the morning over both changes of the clock', () => {
    const tomorrow = quickTimes[1]
    if (!tomorrow) throw new Error('There is no such quick time.')
    const at = (day: string) => {
      const { date, time } = quickParts(tomorrow, new Date(day), ZONE)
      return instantOf(date, time, ZONE)
    }
    expect(at('2026-03-07T17:00:00Z')).toBe('2026-03-08T13:00:00.000Z')
    expect(at('2026-10-31T17:00:00Z')).toBe('2026-11-01T14:00:00.000Z')
  })

  it('sends back the instant that it was opened with', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }), at => {
        at.setUTCSeconds(0, 0)
        const stored = { reminder_minutes: 5, repeat: null, duration: 45, location: 'Lobby' }
        const task = { task_type: 'reminder', subject: '', content: '', ...stored }
        const draft = draftOf({ ...task, scheduled_at: at.toISOString() } as TaskOfLead, ZONE)
        const sent = new Date(fieldsOf(draft, ZONE).scheduled_at ?? 0)
        // The hour that comes twice in November is read as its first.
        const isTwice = /^2026-11-01T06|^2027-11-07T06/.test(at.toISOString())
        expect(sent.toISOString()).toBe((isTwice ? new Date(at.getTime() - 3_600_000) : at).toISOString())
      }),
    )
  })

  it('asks for no reminder and no repetition without a time', () => {
    const draft = { ...emptyDraft(now, ZONE), date: '', time: '', repeat: 'daily' as const }
    expect(fieldsOf(draft, ZONE)).toMatchObject({ scheduled_at: null, reminder_minutes: null, repeat: null })
  })

  it('takes nine for a day without a time, and nothing for what is no day', () => {
    expect(instantOf('2026-11-21', '', ZONE)).toBe('2026-11-21T14:00:00.000Z')
    expect(instantOf('tomorrow', '09:00', ZONE)).toBeNull()
    expect(parseTaskDraft({ subject: 1 })).toBeNull()
  })
})

describe('editing a task', () => {
  const task = {
    task_type: 'reminder',
    subject: 'Keys',
    content: '',
    reminder_minutes: 5,
    repeat: 'weekly',
    duration: 45,
    location: 'Lobby',
    // The second half past one of that night, and not on the minute.
    scheduled_at: '2026-11-01T06:30:37.000Z',
  } as TaskOfLead

  it('leaves a time that nobody touched as it is, and the place and length with it', () => {
    const draft = draftOf(task, ZONE)
    const sent = changedFields(task, { ...draft, subject: 'Keys and fob' }, ZONE)
    expect(sent).toMatchObject({ subject: 'Keys and fob', duration: 45, location: 'Lobby', repeat: 'weekly' })
    expect(sent).not.toHaveProperty('scheduled_at')
    expect(changedFields(task, { ...draft, time: '10:00' }, ZONE).scheduled_at).toBe('2026-11-01T15:00:00.000Z')
    expect(changedFields(task, { ...draft, date: '', time: '' }, ZONE).scheduled_at).toBeNull()
  })
})

describe('putting off', () => {
  const saturday = new Date('2026-10-31T22:00:00Z')

  it('keeps the hour where the agent is, over a change of the clock; without a time it is the morning', () => {
    const at = (scheduled_at: string | null, to: 'today' | 'tomorrow' | 'week') =>
      putOff({ scheduled_at }, to, saturday, ZONE)
    expect(at('2026-10-30T19:30:00Z', 'today')).toBe('2026-10-31T19:30:00.000Z')
    expect(at('2026-10-30T19:30:00Z', 'tomorrow')).toBe('2026-11-01T20:30:00.000Z')
    expect(at('2026-12-30T20:30:00Z', 'week')).toBe('2026-11-02T20:30:00.000Z')
    expect(at(null, 'tomorrow')).toBe('2026-11-01T14:00:00.000Z')
  })

  it('goes to the Monday after, never to today', () => {
    const monday = new Date('2026-11-02T15:00:00Z')
    expect(dayOfPutOff('week', monday, ZONE)).toBe('2026-11-09')
    // Already Sunday in Toronto, still Saturday in Vancouver.
    expect(dayOfPutOff('tomorrow', new Date('2026-11-08T06:00:00Z'), 'America/Vancouver')).toBe('2026-11-08')
  })

  it('is not for what is done, or goes out by itself', () => {
    expect(mayPutOff({ completed: false, task_type: 'phone_call' })).toBe(true)
    expect(mayPutOff({ completed: true, task_type: 'phone_call' })).toBe(false)
    expect(mayPutOff({ completed: false, task_type: 'auto_email' })).toBe(false)
  })
})

describe('the subject of a new task', () => {
  const call = withType(emptyDraft(new Date('2026-11-22T15:00:00Z'), 'America/Toronto'), 'phone_call', 'Yvette')

  it('is proposed by its type, and follows that until somebody types', () => {
    expect(call.subject).toBe('Call Yvette')
    expect(withType(call, 'reminder', 'Yvette').subject).toBe('Follow up with Yvette')
    const typed = { ...call, subject: 'Ask about parking' }
    expect(withType(typed, 'manual_email', 'Yvette').subject).toBe('Ask about parking')
    expect([call, typed].map(draft => isProposed(draft, 'Yvette'))).toEqual([true, false])
  })

  it('is left alone where a task is edited', () => {
    expect(withType({ ...call, subject: '' }, 'manual_text', '').subject).toBe('')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparedOf, type EventFields, exchange, fieldsOf, pointOf, retrySeconds, takenOver } from './exchange.ts'
import { belongsInCalendar, eventOf, type ShowingItem, type TaskItem } from './items.ts'
import { type LinkState, planOf } from './plan.ts'

const zone = 'America/Toronto'
const now = new Date('2026-11-20T15:00:00Z')

const task = (more: Partial<TaskItem> = {}): TaskItem => ({
  kind: 'task',
  id: 1,
  lead_id: 2,
  lead_name: 'Amara Okafor',
  zone,
  updated_at: '2026-11-20T14:00:00Z',
  is_gone: false,
  task_type: 'phone_call',
  subject: 'Call about financing',
  content: '',
  location: '',
  scheduled_at: '2026-11-28T19:00:00.000000Z',
  duration: 30,
  completed: false,
  ...more,
})
const showing = (more: Partial<ShowingItem> = {}): ShowingItem => ({
  kind: 'showing',
  id: 1,
  lead_id: 2,
  lead_name: 'Amara Okafor',
  zone,
  updated_at: '2026-11-20T14:00:00Z',
  is_gone: false,
  address: '38 Stadium Rd',
  starts_at: '2026-11-28T19:00:00.000000Z',
  ends_at: '2026-11-28T19:30:00.000000Z',
  status: 'requested',
  ...more,
})
const fieldsOfTask = (more: Partial<TaskItem> = {}): EventFields => {
  const wanted = eventOf(task(more), null)
  if (!wanted) throw new Error('The task has no time.')
  return comparedOf(wanted)
}

describe('the event of a task or showing', () => {
  it('says what, with whom, when and where', () => {
    expect(eventOf(task({ content: 'Ask for the letter of the bank' }), 'https://crm.test/leads/2')).toEqual({
      title: 'Call about financing · Amara Okafor',
      description: 'Ask for the letter of the bank\n\nhttps://crm.test/leads/2',
      location: '',
      start: '2026-11-28T19:00:00.000Z',
      end: '2026-11-28T19:30:00.000Z',
      zone,
      is_busy: true,
    })
    expect(eventOf(showing(), null)).toMatchObject({ title: 'Showing · Amara Okafor', location: '38 Stadium Rd' })
    expect(eventOf(task({ subject: '' }), null)?.title).toBe('Call · Amara Okafor')
    expect(eventOf(task({ completed: true }), null)).toMatchObject({
      title: '✓ Call about financing · Amara Okafor',
      is_busy: false,
    })
  })

  it('is long enough to be seen, and there is none without a time', () => {
    expect(eventOf(task({ duration: 0 }), null)?.end).toBe('2026-11-28T19:15:00.000Z')
    expect(eventOf(task({ scheduled_at: null }), null)).toBe(null)
  })

  it('belongs in the calendar while it is to come or open, and stays when it is done', () => {
    const fresh = { hasEvent: false, now }
    expect(belongsInCalendar(task(), fresh)).toBe(true)
    expect(belongsInCalendar(task({ scheduled_at: '2026-11-18T19:00:00Z' }), fresh)).toBe(true)
    expect(belongsInCalendar(task({ scheduled_at: '2026-10-18T19:00:00Z' }), fresh)).toBe(false)
    expect(belongsInCalendar(task({ task_type: 'auto_email' }), fresh)).toBe(false)
    expect(belongsInCalendar(task({ completed: true }), fresh)).toBe(false)
    expect(belongsInCalendar(task({ completed: true }), { hasEvent: true, now })).toBe(true)
    expect(belongsInCalendar(task({ is_gone: true }), { hasEvent: true, now })).toBe(false)
    expect(belongsInCalendar(showing({ status: 'cancelled' }), { hasEvent: true, now })).toBe(false)
  })
})

describe('a point in time of an event', () => {
  it.each([
    [{ date: '2026-11-28' }, '2026-11-28'],
    [{ dateTime: '2026-11-28T14:00:00-05:00' }, '2026-11-28T19:00:00.000Z'],
    [{ dateTime: '2026-11-28T14:00:00', timeZone: 'America/Halifax' }, '2026-11-28T18:00:00.000Z'],
    [{ dateTime: '2026-11-28T14:00:00' }, '2026-11-28T19:00:00.000Z'],
    // Half past one comes twice on this day, and half past two not at all on that.
    [{ dateTime: '2026-11-01T01:30:00-04:00' }, '2026-11-01T05:30:00.000Z'],
    [{ dateTime: '2026-11-01T01:30:00-05:00' }, '2026-11-01T06:30:00.000Z'],
    [{ dateTime: '2026-03-08T02:30:00', timeZone: zone }, '2026-03-08T07:30:00.000Z'],
    [{ dateTime: 'soon' }, null],
    [null, null],
  ])('%o is %s', (point, read) => {
    expect(pointOf(point, zone)).toBe(read)
  })
})

describe('an exchange of changes', () => {
  const agreed = { ours: fieldsOfTask(), theirs: fieldsOfTask() }
  const later = { scheduled_at: '2026-11-28T21:00:00Z' }

  it('takes in what changed there, gives out what changed here, and does both for different parts', () => {
    const same = { agreed, isOursLater: true }
    expect(exchange({ ...same, ours: agreed.ours, theirs: fieldsOfTask(later) })).toEqual({
      fromCalendar: ['time'],
      toCalendar: [],
    })
    expect(exchange({ ...same, ours: fieldsOfTask(later), theirs: agreed.theirs })).toEqual({
      fromCalendar: [],
      toCalendar: ['time'],
    })
    expect(exchange({ ...same, ours: fieldsOfTask({ subject: 'Other' }), theirs: fieldsOfTask(later) })).toEqual({
      fromCalendar: ['time'],
      toCalendar: ['title'],
    })
  })

  it('lets the later change count where both changed the same', () => {
    const ours = fieldsOfTask({ scheduled_at: '2026-11-28T20:00:00Z' })
    const both = { agreed, ours, theirs: fieldsOfTask(later) }
    expect(exchange({ ...both, isOursLater: true })).toEqual({ fromCalendar: [], toCalendar: ['time'] })
    expect(exchange({ ...both, isOursLater: false })).toEqual({ fromCalendar: ['time'], toCalendar: [] })
  })

  it('has nothing to do where both sides are as agreed, however they differ, or changed to the same', () => {
    const theirs = { ...fieldsOfTask(), title: 'Call Amara at 5', start: '2026-11-28', end: '2026-11-29' }
    const differing = { ours: fieldsOfTask(), theirs }
    for (const isOursLater of [true, false]) {
      expect(exchange({ agreed: differing, ...differing, isOursLater })).toEqual({ fromCalendar: [], toCalendar: [] })
      const moved = fieldsOfTask(later)
      expect(exchange({ agreed, ours: moved, theirs: moved, isOursLater })).toEqual({
        fromCalendar: [],
        toCalendar: [],
      })
    }
  })

  it('comes to an end: what was taken in is not given out, whatever both sides did', () => {
    const text = fc.constantFrom('a', 'b', 'c')
    const instant = fc.integer({ min: 0, max: 5 }).map(hours => new Date(Date.UTC(2026, 10, 28, hours)).toISOString())
    const fields = fc.record({ title: text, location: text, start: instant, end: instant })
    fc.assert(
      fc.property(fields, fields, fields, fields, fc.boolean(), (one, two, ours, theirs, isOursLater) => {
        const { fromCalendar, toCalendar } = exchange({ agreed: { ours: one, theirs: two }, ours, theirs, isOursLater })
        expect(fromCalendar.filter(part => toCalendar.includes(part))).toEqual([])
        const settled = exchange({ agreed: { ours, theirs }, ours, theirs, isOursLater })
        expect(settled).toEqual({ fromCalendar: [], toCalendar: [] })
      }),
    )
  })
})

describe('what is taken over', () => {
  const theirs = (more: Partial<EventFields>): EventFields => ({ ...fieldsOfTask(), ...more })

  it('is the title without the name, the place, and the time', () => {
    const changed = theirs({ title: 'Ask about the bank · Amara Okafor', location: 'Café' })
    expect(takenOver(task(), changed, ['title', 'location'])).toEqual({
      subject: 'Ask about the bank',
      location: 'Café',
    })
    expect(takenOver(task(), theirs({ title: 'Call Amara at 5' }), ['title'])).toEqual({ subject: 'Call Amara at 5' })
    expect(takenOver(task(), theirs({ title: '' }), ['title'])).toEqual({})
    expect(takenOver(showing(), changed, ['title', 'location'])).toEqual({})
  })

  it('is the day of a whole day, at the hour that it had, across both changes of the clock', () => {
    const on = (scheduled_at: string, start: string) =>
      takenOver(task({ scheduled_at }), theirs({ start, end: start }), ['time']).span?.start
    expect(on('2026-10-31T18:00:00Z', '2026-11-02')).toBe('2026-11-02T19:00:00.000Z')
    expect(on('2026-03-06T19:00:00Z', '2026-03-09')).toBe('2026-03-09T18:00:00.000Z')
  })

  it('is a day long at the most', () => {
    const span = takenOver(task(), theirs({ end: '2026-12-24T19:00:00.000Z' }), ['time']).span
    expect(span?.end).toBe('2026-11-29T19:00:00.000Z')
  })

  it('is read from whatever the calendar says of an event', () => {
    const start = { dateTime: '2026-11-28T14:00:00-05:00' }
    expect(fieldsOf({ summary: ' Two\nlines ', start, end: start }, zone)).toMatchObject({
      title: 'Two lines',
      location: '',
    })
    expect(fieldsOf({ summary: 'No time' }, zone)).toBe(null)
  })
})

describe('the plan for a record', () => {
  const there: LinkState = { state: 'there', calendar_id: 'primary', ours: fieldsOfTask(), print: 'x' }
  const plan = (more: Partial<Parameters<typeof planOf>[0]> = {}) =>
    planOf({ item: task(), isMine: true, link: there, print: 'x', calendarId: 'primary', isOn: true, now, ...more })

  it('is to have it there once, as it is', () => {
    expect(plan({ link: null })).toBe('insert')
    expect(plan({ link: { ...there, state: 'asked' } })).toBe('insert')
    expect(plan()).toBe('nothing')
    expect(plan({ print: 'y' })).toBe('change')
    expect(plan({ calendarId: 'other' })).toBe('move')
  })

  it('leaves alone what its owner deleted, until it has another time', () => {
    const removed: LinkState = { ...there, state: 'removed' }
    expect(plan({ link: removed, print: 'y' })).toBe('nothing')
    expect(plan({ link: removed, item: task({ scheduled_at: '2026-11-29T19:00:00Z' }) })).toBe('insert again')
    expect(plan({ link: { ...removed, ours: null } })).toBe('insert again')
  })

  it('removes what is no longer there or somebody else’s, but not what took place', () => {
    expect(plan({ item: null })).toBe('remove')
    expect(plan({ item: task({ is_gone: true }) })).toBe('remove')
    expect(plan({ isMine: false })).toBe('remove')
    const past = showing({ starts_at: '2026-11-10T19:00:00Z', ends_at: '2026-11-10T19:30:00Z' })
    expect(plan({ isMine: false, item: past })).toBe('leave')
    expect(plan({ item: { ...past, is_gone: true } })).toBe('remove')
  })

  it('neither adds nor changes anything while it is off, and still removes', () => {
    expect(plan({ isOn: false, link: null })).toBe('nothing')
    expect(plan({ isOn: false, print: 'y' })).toBe('nothing')
    expect(plan({ isOn: false, item: null })).toBe('remove')
  })
})

it('tries again less and less often, and at least every quarter of an hour', () => {
  expect([1, 2, 3, 7, 20].map(retrySeconds)).toEqual([10, 20, 40, 640, 900])
})

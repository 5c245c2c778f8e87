import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type CalendarFault,
  type FakeGoogleCalendar,
  fakeGoogleCalendar,
} from '../../../integrations/google-calendar/fake.ts'
import {
  tomorrowAt as at,
  calendarsSettled,
  connectCalendars,
  type GoogleOffice,
  openGoogleOffice,
} from '../../../testing/peers/google.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { CALENDAR_HOOK } from '../rules/hook.ts'

const MAYA = 'agent@keyturn.test'
const tomorrow = Date.parse(at(0))

describe('the calendar of an agent', { timeout: 120_000 }, () => {
  let google: FakeGoogleCalendar
  let office: GoogleOffice
  let second: TestServer | null = null
  let faults: CalendarFault[] = []
  let user: number
  let lead: number
  const isWrite = (request: string) => !request.startsWith('GET') && !/watch|stop/.test(request)

  beforeAll(async () => {
    google = fakeGoogleCalendar({
      grantOf: request => office.google.tokens.grantOf(request),
      fault: ({ method }) => (method === 'GET' ? null : (faults.shift() ?? null)),
      perMinute: 100_000,
    })
    office = await openGoogleOffice([google.api])
    user = office.userId('agent')
    await connectCalendars(office, ['agent', 'agent2'])
  }, 60_000)
  afterAll(async () => {
    await second?.close()
    await office.closeAll()
  })
  beforeEach(async () => {
    faults = []
    lead = await office.lead('agent', { first_name: 'Amara', last_name: 'Okafor' })
  })

  const settled = () => calendarsSettled(office)
  /** Synchronizes as the button does, and waits until all is done. */
  async function sync(): Promise<void> {
    await office.agent.post('calendar-sync/run')
    await settled()
  }
  const titled = (title: string, account = MAYA, calendar = 'primary') =>
    google.events(account, calendar).filter(({ summary }) => summary?.includes(title))
  const newTask = async (subject: string, fields: object = {}): Promise<{ id: number; version: number }> => {
    const asked = { task_type: 'phone_call', subject, scheduled_at: at(0), duration: 30, ...fields }
    const { data } = await office.agent.post(`lead/${lead}/tasks`, asked)
    await settled()
    return data
  }
  const newShowing = async (address_formatted: string) => {
    const [date, time_start] = ['2027-11-20', '14:00:00']
    const { data } = await office.agent.post(`lead/${lead}/showings`, { address_formatted, date, time_start })
    await settled()
    return data
  }
  const taskOf = async (id: number) => {
    const [task] = await office.rows('SELECT * FROM tasks WHERE id = $1', [id])
    return { ...task, scheduled_at: task.scheduled_at && new Date(task.scheduled_at) }
  }
  const showingOf = async (id: number) => (await office.rows('SELECT * FROM showings WHERE id = $1', [id]))[0]
  const timeline = async (): Promise<string[]> =>
    (await office.rows('SELECT description FROM milestones WHERE lead_id = $1 ORDER BY id', [lead])).map(
      ({ description }) => description,
    )
  const only = (title: string) => {
    const found = titled(title)
    expect(found, title).toHaveLength(1)
    const [event] = found
    if (!event) throw new Error(`There is no event ${title}.`)
    return event
  }
  const dateTime = (instant: string) => ({ dateTime: instant, date: null })

  it('shows tasks with a time, and none without', async () => {
    const { id } = await newTask('Call about financing', { location: 'Office' })
    await newTask('Whenever', { scheduled_at: null })
    const event = only('Call about financing')
    expect(event).toMatchObject({ summary: 'Call about financing · Amara Okafor', location: 'Office' })
    expect(Date.parse(event.start?.dateTime ?? '')).toBe(tomorrow)
    expect(Date.parse(event.end?.dateTime ?? '')).toBe(tomorrow + 30 * 60_000)
    expect((await taskOf(id)).event_id).toBe(event.id)
    expect(titled('Whenever')).toEqual([])
  })

  it('follows what happens to a task: changed, done, reopened, deleted and restored', async () => {
    const { id } = await newTask('Follow me')
    const { id: event } = only('Follow me')
    await office.agent.post(`task/${id}`, { scheduled_at: at(2), subject: 'Follow me there' })
    await settled()
    expect(only('Follow me there')).toMatchObject({ id: event })
    expect(Date.parse(only('Follow me there').start?.dateTime ?? '')).toBe(tomorrow + 2 * 3_600_000)
    await office.agent.post(`task/${id}/complete`)
    await settled()
    expect(only('Follow me there')).toMatchObject({
      summary: '✓ Follow me there · Amara Okafor',
      transparency: 'transparent',
    })
    await office.agent.post(`task/${id}/reopen`)
    await office.agent.delete(`task/${id}`)
    await settled()
    expect(titled('Follow me there')).toEqual([])
    await office.agent.post(`task/${id}/restore`)
    await settled()
    expect(only('Follow me there').id).not.toBe(event)
  })

  it('shows showings until they are called off', async () => {
    const { id } = await newShowing('12 Follow St, Toronto')
    const event = google.events(MAYA).find(({ location }) => location === '12 Follow St, Toronto')
    expect(event).toMatchObject({ summary: 'Showing · Amara Okafor' })
    expect(event?.start?.dateTime).toBe('2027-11-20T14:00:00-05:00')
    await office.agent.post(`showings/${id}`, { status: 'cancelled' })
    await settled()
    expect(google.events(MAYA).some(({ location }) => location === '12 Follow St, Toronto')).toBe(false)
  })

  it('moves a task with its event, keeps the new title, and says the move on the timeline', async () => {
    const { id } = await newTask('Move me')
    const { id: event } = only('Move me')
    google.edit(MAYA, event, { start: dateTime(at(3)), end: dateTime(at(4)), summary: 'Move me there · Amara Okafor' })
    await sync()
    const task = await taskOf(id)
    expect(task).toMatchObject({ subject: 'Move me there', duration: 60, completed: false })
    expect(task.scheduled_at).toEqual(new Date(at(3)))
    expect((await timeline()).join('\n')).toContain('The task “Move me” was moved in Google Calendar to ')
  })

  it('moves a showing with its event; the client has not agreed to the new time', async () => {
    const { id } = await newShowing('14 Move St, Toronto')
    const event = google.events(MAYA).find(({ location }) => location === '14 Move St, Toronto')
    google.edit(MAYA, event?.id ?? '', {
      start: dateTime('2027-11-21T16:00:00-05:00'),
      end: dateTime('2027-11-21T16:45:00-05:00'),
      location: 'Somewhere else',
    })
    await sync()
    const showing = await showingOf(id)
    expect(showing).toMatchObject({ status: 'requested', address_formatted: '14 Move St, Toronto' })
    expect([showing.starts_at, showing.ends_at].map(Date.parse)).toEqual(
      ['2027-11-21T21:00:00Z', '2027-11-21T21:45:00Z'].map(Date.parse),
    )
    expect((await timeline()).at(-1)).toBe(
      '14 Move St, Toronto, Sun, Nov 21, 2027 at 4:00 PM. Moved in Google Calendar.',
    )
  })

  it('completes nothing when an event is deleted; it comes back with another time', async () => {
    const { id } = await newTask('Delete me')
    google.remove(MAYA, only('Delete me').id)
    await sync()
    expect(await taskOf(id)).toMatchObject({ completed: false, deleted_at: null, event_id: null })
    expect((await timeline()).at(-1)).toBe(
      'The task “Delete me” was deleted from Google Calendar. The task is still open.',
    )
    await office.agent.post(`task/${id}`, { content: 'Ask about parking' })
    await settled()
    expect(titled('Delete me')).toEqual([])
    await office.agent.post(`task/${id}`, { scheduled_at: at(5) })
    await settled()
    expect(titled('Delete me')).toHaveLength(1)
  })

  it('takes the day of an event that became a whole day, and keeps the hour and the event', async () => {
    const { id } = await newTask('All day', { scheduled_at: '2027-10-30T20:00:00Z' })
    const { id: event } = only('All day')
    google.edit(MAYA, event, {
      start: { date: '2027-11-08', dateTime: null },
      end: { date: '2027-11-09', dateTime: null },
    })
    await sync()
    // Four in the afternoon in Toronto, before and after the clocks go back.
    expect((await taskOf(id)).scheduled_at).toEqual(new Date('2027-11-08T21:00:00Z'))
    expect(only('All day').start).toEqual({ date: '2027-11-08' })
    await office.agent.post(`task/${id}`, { content: 'Bring the papers' })
    await settled()
    expect(only('All day').start).toEqual({ date: '2027-11-08' })
  })

  it.each([
    ['2027-11-07T05:30:00.000Z', '2027-11-07T01:30:00-04:00'],
    ['2027-11-07T06:30:00.000Z', '2027-11-07T01:30:00-05:00'],
    ['2027-03-14T07:30:00.000Z', '2027-03-14T03:30:00-04:00'],
  ])('keeps %s apart as %s when clocks change, in both directions', async (instant, shown) => {
    const { id } = await newTask(`Clock ${shown}`, { scheduled_at: instant })
    const event = only(`Clock ${shown}`)
    expect(event.start?.dateTime).toBe(shown)
    google.edit(MAYA, event.id, { summary: `Clock ${shown} again` })
    await sync()
    expect((await taskOf(id)).scheduled_at).toEqual(new Date(instant))
    google.edit(MAYA, event.id, {
      start: dateTime(shown),
      end: dateTime(new Date(Date.parse(shown) + 3_600_000).toISOString()),
    })
    await sync()
    expect(await taskOf(id)).toMatchObject({ scheduled_at: new Date(instant), duration: 60 })
  })

  it('answers no change with a change of its own: one request for each, whichever side it began on', async () => {
    const before = google.requests.filter(isWrite).length
    const { id } = await newTask('Once')
    const { id: event } = only('Once')
    for (let round = 0; round < 3; round++) await sync()
    expect(google.requests.filter(isWrite).length - before).toBe(1)
    google.edit(MAYA, event, { start: dateTime(at(6)), end: dateTime(at(6.5)) })
    const { version } = await taskOf(id)
    for (let round = 0; round < 3; round++) await sync()
    expect((await taskOf(id)).version).toBe(version + 1)
    expect(google.requests.filter(isWrite).length - before).toBe(1)
  })

  it('adds an event once though the answer was lost, and changes it once more when that answer is lost, too', async () => {
    faults = [{ isAnswerLost: true }]
    const asked = { task_type: 'phone_call', subject: 'Lost answer', scheduled_at: at(0) }
    const { data } = await office.agent.post(`lead/${lead}/tasks`, asked)
    await expect.poll(() => titled('Lost answer').length).toBe(1)
    await expect.poll(async () => (await office.agent.get('calendar-sync')).data.problem).toContain('tries again')
    await sync()
    expect(only('Lost answer').id).toBe((await taskOf(data.id)).event_id)
    faults = [{ isAnswerLost: true }]
    await office.agent.post(`task/${data.id}`, { scheduled_at: at(1) })
    await expect.poll(() => Date.parse(only('Lost answer').start?.dateTime ?? '')).toBe(Date.parse(at(1)))
    await expect.poll(async () => (await office.agent.get('calendar-sync')).data.problem).not.toBe(null)
    await sync()
    expect((await taskOf(data.id)).scheduled_at).toEqual(new Date(at(1)))
    expect((await office.agent.get('calendar-sync')).data).toMatchObject({ problem: null, waiting: 0 })
  })

  it('lets both sides have their say about different things, and the later one about the same', async () => {
    const { id } = await newTask('Both')
    const { id: event } = only('Both')
    faults = [{ status: 500 }]
    google.edit(MAYA, event, { start: dateTime(at(7)), end: dateTime(at(7.5)) })
    await office.agent.post(`task/${id}`, { subject: 'Both of us' })
    await expect.poll(async () => (await office.agent.get('calendar-sync')).data.problem).not.toBe(undefined)
    await sync()
    expect(await taskOf(id)).toMatchObject({ subject: 'Both of us', scheduled_at: new Date(at(7)) })
    expect(Date.parse(only('Both of us').start?.dateTime ?? '')).toBe(Date.parse(at(7)))
    google.edit(MAYA, event, { start: dateTime(at(8)), end: dateTime(at(8.5)) })
    await office.agent.post(`task/${id}`, { scheduled_at: at(9) })
    await sync()
    expect((await taskOf(id)).scheduled_at).toEqual(new Date(at(9)))
    expect(Date.parse(only('Both of us').start?.dateTime ?? '')).toBe(Date.parse(at(9)))
  })

  it('reads everything once when its sync token has expired, and finds what was deleted meanwhile', async () => {
    const [kept, deleted, moved] = [await newTask('Stays'), await newTask('Goes'), await newTask('Wanders')]
    await sync()
    google.remove(MAYA, only('Goes').id)
    google.edit(MAYA, only('Wanders').id, { start: dateTime(at(10)), end: dateTime(at(10.5)) })
    google.expireSyncTokens(MAYA)
    await sync()
    expect(await taskOf(kept.id)).toMatchObject({ event_id: only('Stays').id, scheduled_at: new Date(at(0)) })
    expect(await taskOf(deleted.id)).toMatchObject({ event_id: null, completed: false, deleted_at: null })
    expect((await taskOf(moved.id)).scheduled_at).toEqual(new Date(at(10)))
  })

  it('waits for as long as Google says when it asks too much, and loses nothing', async () => {
    faults = [{ status: 429, reason: 'rateLimitExceeded', headers: { 'retry-after': '600' } }]
    await office.agent.post(`lead/${lead}/tasks`, { task_type: 'phone_call', subject: 'Too much', scheduled_at: at(0) })
    await expect.poll(async () => (await office.agent.get('calendar-sync')).data.problem).toContain('no more changes')
    const [{ seconds }] = await office.rows(
      'SELECT extract(epoch FROM retry_at - now())::int AS seconds FROM calendar_accounts WHERE user_id = $1',
      [user],
    )
    expect(seconds).toBeGreaterThan(300)
    expect((await office.agent.get('calendar-sync')).data.waiting).toBe(1)
    await sync()
    expect(titled('Too much')).toHaveLength(1)
  })

  it('stops at one event that Google refuses for no other', async () => {
    faults = [{ status: 400, reason: 'invalid' }]
    await office.agent.post(`lead/${lead}/tasks`, { task_type: 'phone_call', subject: 'Refused', scheduled_at: at(0) })
    await expect.poll(async () => (await office.agent.get('calendar-sync')).data.refused).toBe(1)
    await newTask('Accepted')
    expect(titled('Accepted')).toHaveLength(1)
    await office.rows('UPDATE calendar_outbox SET due_at = now()')
    await sync()
    expect(titled('Refused')).toHaveLength(1)
  })

  it('keeps everything while access is revoked, and catches up once it is back', async () => {
    const { id } = await newTask('Before it was revoked')
    const event = only('Before it was revoked')
    office.google.tokens.revoke(MAYA)
    await office.agent.post(`lead/${lead}/tasks`, {
      task_type: 'phone_call',
      subject: 'Meanwhile',
      scheduled_at: at(0),
    })
    await expect.poll(async () => (await office.agent.get('google/account')).data.calendar).toBe('revoked')
    google.edit(MAYA, event.id, { start: dateTime(at(11)), end: dateTime(at(11.5)) })
    expect(titled('Meanwhile')).toEqual([])
    await office.connect('agent')
    await sync()
    expect(titled('Meanwhile')).toHaveLength(1)
    expect((await taskOf(id)).scheduled_at).toEqual(new Date(at(11)))
  })

  it('goes with the lead: to the next agent, and back', async () => {
    await newTask('Goes along')
    await newShowing('16 Along St, Toronto')
    await office.admin.post(`admin/reassign/${lead}`, { agent: office.agentId('agent2') })
    await settled()
    expect(titled('Goes along')).toEqual([])
    expect(titled('Goes along', 'agent2@keyturn.test')).toHaveLength(1)
    expect(google.events('agent2@keyturn.test').map(({ location }) => location)).toContain('16 Along St, Toronto')
    await office.admin.post(`admin/reassign/${lead}`, { agent: office.agentId('agent') })
    await settled()
    expect(titled('Goes along')).toHaveLength(1)
    expect(titled('Goes along', 'agent2@keyturn.test')).toEqual([])
  })

  it('goes with a merge, and shows the name of the lead that stays', async () => {
    await newTask('Merged call')
    const other = await office.lead('agent', { first_name: 'Bo', last_name: 'Lind' })
    await office.admin.post(`lead/${other}/merge`, { with: lead })
    await settled()
    expect(titled('Merged call').map(({ summary }) => summary)).toEqual(['Merged call · Bo Lind'])
  })

  it('moves to another calendar that the agent chooses, and stays as it is when switched off', async () => {
    await newTask('Choose')
    const choices = (await office.agent.get('calendar-sync/calendars')).data.calendars
    expect(choices.map(({ name }: { name: string }) => name)).toEqual([MAYA, 'Showings'])
    await office.agent.post('calendar-sync', { calendar_id: `team-${MAYA}` })
    await settled()
    expect(titled('Choose')).toEqual([])
    expect(titled('Choose', MAYA, `team-${MAYA}`)).toHaveLength(1)
    expect(await office.agent.post('calendar-sync', { calendar_id: 'holidays' })).toMatchObject({ http: 422 })
    await office.agent.post('calendar-sync', { is_on: false })
    const before = google.requests.length
    const { id } = await newTask('While off')
    expect(google.requests.slice(before).filter(isWrite)).toEqual([])
    await office.agent.post('calendar-sync', { is_on: true, calendar_id: 'primary' })
    await settled()
    expect(titled('While off')).toHaveLength(1)
    expect((await taskOf(id)).event_id).toBe(only('While off').id)
    expect(titled('Choose', MAYA, `team-${MAYA}`)).toEqual([])
  })

  it('hears from Google on a channel, and refuses calls that are not from it', async () => {
    await sync()
    const { id } = await newTask('Called')
    const channel = google.channels.current.find(({ calendar }) => calendar === MAYA)
    const call = (headers: Record<string, string>) =>
      office.agent.raw(CALENDAR_HOOK, {
        method: 'POST',
        headers: {
          'x-goog-channel-id': channel?.id ?? '',
          'x-goog-channel-token': channel?.token ?? '',
          'x-goog-resource-state': 'exists',
          ...headers,
        },
      })
    google.edit(MAYA, only('Called').id, { start: dateTime(at(12)), end: dateTime(at(12.5)) })
    const forgeries: Record<string, string>[] = [
      { 'x-goog-channel-token': 'guessed' },
      { 'x-goog-channel-id': '0b0fbe52-29be-4a0b-9c5b-6c1f9c0e9d11' },
      { 'x-goog-channel-id': 'no id' },
      { 'x-goog-resource-state': 'whatever' },
    ]
    for (const forged of forgeries) expect((await call(forged)).status).toBe(403)
    expect((await call({})).status).toBe(204)
    await settled()
    expect((await taskOf(id)).scheduled_at).toEqual(new Date(at(12)))
  })

  it('gets each event once though two processes work', async () => {
    second = await startTestServer({ ...office.googleEnvironment, KEYTURN_LOG: 'error' }, office.server)
    const clients = [office.agent, await second.signIn('agent')]
    const asked = Array.from({ length: 12 }, (_, place) => ({
      task_type: 'phone_call',
      subject: `Twice ${String(place).padStart(2, '0')}`,
      scheduled_at: at(place),
    }))
    await Promise.all(asked.map((task, place) => clients[place % 2]?.post(`lead/${lead}/tasks`, task)))
    await Promise.all(clients.map(client => client.post('calendar-sync/run')))
    await settled()
    expect(
      titled('Twice')
        .map(({ summary }) => summary?.slice(0, 8))
        .toSorted(),
    ).toEqual(asked.map(({ subject }) => subject))
  })
})

import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { actionsOf, showingStatuses, travelMinutes } from '../rules.ts'

const stadium = { address_formatted: '1208 - 38 Stadium Rd, Toronto', date: '2026-11-28', time_start: '14:00:00' }

describe('showings', { timeout: 60_000 }, () => {
  let server: TestServer
  let agent: TestClient
  const newLead = async (): Promise<number> => (await agent.post('lead', { first_name: 'Amara' })).data.id
  const timeline = async (lead: number) =>
    (await agent.get(`lead/${lead}/milestones`, { filter: [7] })).data.data.map(
      (entry: { milestone_option_id: number; description: string }) => [entry.milestone_option_id, entry.description],
    )

  beforeAll(async () => {
    server = await startTestServer()
    agent = await server.signIn('agent')
  }, 60_000)
  afterAll(() => server.close())
  beforeEach(() => {
    // A week before the showing, whenever that is.
    server.clock.now = new Date('2026-11-21T15:00:00Z')
  })

  it('are booked for half an hour when nobody says how long, and stand on the timeline', async () => {
    const lead = await newLead()
    const { http, data } = await agent.post(`lead/${lead}/showings`, { ...stadium, listed_for: 1_149_000 })
    expect(http).toBe(201)
    expect(data).toMatchObject({
      ...stadium,
      status: 'requested',
      time_end: '14:30:00',
      listed_for: 1_149_000,
      starts_at: '2026-11-28T19:00:00.000000Z',
      zone: 'America/Toronto',
    })
    expect(await timeline(lead)).toEqual([[701, '1208 - 38 Stadium Rd, Toronto, Sat, Nov 28, 2026 at 2:00 PM']])
  })

  it.each([
    ['2026-03-08', '01:45:00', '2026-03-08T06:45:00.000000Z'],
    ['2026-03-08', '03:15:00', '2026-03-08T07:15:00.000000Z'],
    ['2026-11-01', '09:00:00', '2026-11-01T14:00:00.000000Z'],
  ])('on %s at %s local time begin at %s, also where the clock changes', async (date, time_start, starts_at) => {
    const lead = await newLead()
    const { data } = await agent.post(`lead/${lead}/showings`, { ...stadium, date, time_start })
    expect(data).toMatchObject({ starts_at, date, time_start })
  })

  it.each(['14:00', '2pm', '24:00:00', '14:60:00'])(
    'are refused at %s, which is no time of day with seconds',
    async time_start => {
      const lead = await newLead()
      expect(await agent.post(`lead/${lead}/showings`, { ...stadium, time_start })).toMatchObject({
        http: 422,
        message: { time_start: ['time_start must be a time of day such as 14:30:00.'] },
      })
    },
  )

  it('come in pages of five, the next one first, then the past ones', async () => {
    const lead = await newLead()
    server.clock.now = new Date('2026-11-20T12:00:00Z')
    for (const day of ['10', '15', '21', '22', '23', '24'])
      await agent.post(`lead/${lead}/showings`, { ...stadium, date: `2026-11-${day}` })
    const days = async (offset: number) =>
      (await agent.get(`lead/${lead}/showings`, { offset })).data.data.map((each: { date: string }) =>
        each.date.slice(8),
      )
    expect(await days(0)).toEqual(['21', '22', '23', '24', '15'])
    expect(await days(5)).toEqual(['10'])
    expect((await agent.get(`lead/${lead}/showings`, { offset: 5, limit: 5 })).data.totalCount).toBe(6)
  })

  it('are confirmed, completed or called off, each once on the timeline', async () => {
    const lead = await newLead()
    const { data: showing } = await agent.post(`lead/${lead}/showings`, stadium)
    expect((await agent.post(`showings/${showing.id}`, { status: 'confirmed' })).data.status).toBe('confirmed')
    await agent.post(`showings/${showing.id}`, { status: 'confirmed', lockbox_description: 'Left of the door' })
    server.clock.now = new Date('2026-11-28T19:30:00Z')
    await agent.post(`showings/${showing.id}`, { status: 'completed' })
    expect((await timeline(lead)).map(([option]: [number]) => option)).toEqual([703, 702, 701])
  })

  it('are put right whatever was marked by mistake', async () => {
    const lead = await newLead()
    const { data: showing } = await agent.post(`lead/${lead}/showings`, stadium)
    server.clock.now = new Date('2026-11-28T19:10:00Z')
    for (const status of ['declined', 'completed', 'confirmed', 'cancelled', 'requested', 'declined', 'cancelled'])
      expect((await agent.post(`showings/${showing.id}`, { status })).data.status).toBe(status)
  })

  it('go back a step without a second line on the timeline, for who took the step, for ten minutes', async () => {
    const lead = await newLead()
    const { data: showing } = await agent.post(`lead/${lead}/showings`, stadium)
    const become = async (status: string) => (await agent.post(`showings/${showing.id}`, { status })).http
    const options = async () => (await timeline(lead)).map(([option]: [number]) => option)
    const start = Date.parse('2026-11-28T19:10:00Z')
    const wait = (minutes: number) => {
      server.clock.now = new Date(start + minutes * 60_000)
    }
    wait(0)
    expect(await become('completed')).toBe(200)
    expect(await options()).toEqual([703, 701])
    wait(5)
    // That nobody can come to by itself: it is the step that is taken back.
    expect(await become('requested')).toBe(200)
    expect(await options()).toEqual([701])
    expect(await become('confirmed')).toBe(200)
    wait(20)
    expect(await become('requested')).toBe(200)
    expect(await options()).toEqual([701, 702, 701])
    const office = await server.signIn('admin')
    await agent.post(`showings/${showing.id}`, { status: 'cancelled' })
    await office.post(`showings/${showing.id}`, { status: 'requested' })
    expect(await options()).toEqual([701, 704, 701, 702, 701])
  })

  it('refuse a state that cannot follow, and change nothing then', async () => {
    const lead = await newLead()
    const { data: showing } = await agent.post(`lead/${lead}/showings`, stadium)
    expect(await agent.post(`showings/${showing.id}`, { status: 'completed', notes: 'Liked it' })).toMatchObject({
      http: 422,
      message: { status: ['A showing cannot be completed before it begins.'] },
    })
    expect((await agent.post(`lead/${lead}/showings`, { ...stadium, status: 'completed' })).http).toBe(422)
    server.clock.now = new Date('2026-11-28T19:10:00Z')
    await agent.post(`showings/${showing.id}`, { status: 'completed' })
    server.clock.now = new Date('2026-11-29T19:10:00Z')
    for (const status of ['requested', 'declined'])
      expect(await agent.post(`showings/${showing.id}`, { status, notify_client: true })).toMatchObject({
        http: 422,
        message: { status: [`A showing that is completed cannot become ${status}.`] },
      })
    const { data } = await agent.get(`lead/${lead}/showings`)
    expect(data).toMatchObject({ totalCount: 1, data: [{ status: 'completed', notes: '' }] })
    expect(await timeline(lead)).toHaveLength(2)
  })

  it('stay as the product wrote them on the timeline: they change where they are', async () => {
    const lead = await newLead()
    await agent.post(`lead/${lead}/showings`, stadium)
    const { data: entries } = await agent.get(`lead/${lead}/milestones`, { filter: [7] })
    const [entry] = entries.data
    expect(entry.author).not.toBeNull()
    expect((await agent.post(`milestones/${entry.id}`, { description: 'Somewhere else' })).http).toBe(403)
    expect((await agent.delete(`milestones/${entry.id}`)).http).toBe(403)
    const { data: typed } = await agent.post(`lead/${lead}/progress`, { type: 7, description: 'Saw the lobby' })
    expect((await agent.post(`milestones/${typed.milestone.id}`, { description: 'Saw it all' })).http).toBe(200)
  })

  it('lose a photo that somebody gave when it is taken away', async () => {
    const lead = await newLead()
    const photo_base_url = 'https://photos.test/1.jpg'
    const { data: showing } = await agent.post(`lead/${lead}/showings`, { ...stadium, photo_base_url })
    expect(showing.photo_base_url).toBe(photo_base_url)
    const { data } = await agent.post(`showings/${showing.id}`, { photo_base_url: null })
    expect(data.photo_base_url).toBeNull()
  })

  it('are changed by one of two who press at once', async () => {
    const lead = await newLead()
    const { data: showing } = await agent.post(`lead/${lead}/showings`, stadium)
    const answers = await Promise.all(
      ['confirmed', 'cancelled'].map(status =>
        agent.post(`showings/${showing.id}`, { status }, { 'if-match': `"${showing.version}"` }),
      ),
    )
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 412])
    expect(await timeline(lead)).toHaveLength(2)
  })

  it('that move to another hour keep how long they take', async () => {
    const lead = await newLead()
    const { data: showing } = await agent.post(`lead/${lead}/showings`, { ...stadium, time_end: '15:15:00' })
    const { data: moved } = await agent.post(`showings/${showing.id}`, { time_start: '16:00:00' })
    expect(moved).toMatchObject({ time_start: '16:00:00', time_end: '17:15:00', date: '2026-11-28' })
  })

  it('refuse an end before the start, and an unknown place, by field', async () => {
    const lead = await newLead()
    const early = await agent.post(`lead/${lead}/showings`, { ...stadium, time_end: '13:00:00' })
    expect(early).toMatchObject({ http: 422, message: { time_end: ['time_end must be after time_start.'] } })
    const nowhere = await agent.post(`lead/${lead}/showings`, { date: '2026-11-28', time_start: '14:00:00' })
    expect(Object.keys(nowhere.message ?? {})).toEqual(['address_formatted'])
  })

  it('take what is known of a listing from its MLS number', async () => {
    const lead = await newLead()
    await server.database.pool.query(
      `INSERT INTO listings (mls_number, status, offer, property_type, price, address, city, description, listed_at, modified_at)
       VALUES ('C555', 'active', 'sale', 'Condo Apt', 98990000, '55 Ordnance St', 'Toronto', 'Two bedrooms', now(), now())`,
    )
    const { data } = await agent.post(`lead/${lead}/showings`, {
      mls_number: 'C555',
      date: '2026-11-28',
      time_start: '10:00:00',
    })
    expect(data).toMatchObject({
      address_formatted: '55 Ordnance St, Toronto',
      listed_for: 989_900,
      listing_description: 'Two bedrooms',
    })
  })

  it('are out of reach of other agents, and come back within ten minutes of being deleted', async () => {
    const lead = await newLead()
    const { data: showing } = await agent.post(`lead/${lead}/showings`, stadium)
    const stranger = await server.signIn('agent2')
    for (const answer of [
      await stranger.post(`showings/${showing.id}`, { notes: 'Mine' }),
      await stranger.delete(`showings/${showing.id}`),
      await stranger.get(`lead/${lead}/showings`),
      await stranger.get(`showings/${showing.id}/calendar`),
    ])
      expect(answer.http).toBe(404)
    await agent.delete(`showings/${showing.id}`)
    expect((await agent.get(`lead/${lead}/showings`)).data).toMatchObject({ data: [], totalCount: 0 })
    expect((await agent.post(`showings/${showing.id}/restore`)).http).toBe(200)
    expect((await agent.get(`lead/${lead}/showings`)).data.totalCount).toBe(1)
  })

  it('answer 412 when somebody else was faster', async () => {
    const lead = await newLead()
    const { data: showing } = await agent.post(`lead/${lead}/showings`, stadium)
    await agent.post(`showings/${showing.id}`, { notes: 'First' })
    const late = await agent.post(`showings/${showing.id}`, { notes: 'Mine' }, { 'if-match': `"${showing.version}"` })
    expect(late).toMatchObject({ http: 412, data: { notes: 'First' } })
  })

  it('become a calendar file without what opens the door', async () => {
    const lead = await newLead()
    const { data: showing } = await agent.post(`lead/${lead}/showings`, {
      ...stadium,
      lockbox_description: 'Code 4711',
      notes: 'Seller is in a hurry',
    })
    await agent.post(`showings/${showing.id}`, { status: 'confirmed' })
    const response = await agent.raw(`showings/${showing.id}/calendar`)
    expect(response.headers.get('content-type')).toContain('text/calendar')
    expect(response.headers.get('content-disposition')).toContain('showing-2026-11-28.ics')
    const text = await response.text()
    expect(text).not.toMatch(/4711|hurry/)
    expect(text.split('\r\n').every(row => new TextEncoder().encode(row).length <= 75)).toBe(true)
    const calendar = new ICAL.Component(ICAL.parse(text))
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
    expect(event.location).toBe(stadium.address_formatted)
    expect(event.startDate.toString()).toBe('2026-11-28T14:00:00')
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-11-28T19:00:00.000Z')
    expect(calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid')).toBe('America/Toronto')
    expect(event.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  })
})

describe('the states of a showing', () => {
  const standing = { starts_at: '2026-11-28T19:00:00Z', ends_at: '2026-11-28T19:30:00Z' }
  it('lead back to what is on, and to having taken place once it has begun', () => {
    for (const status of showingStatuses) {
      const later = actionsOf({ status, ...standing }, new Date('2026-11-28T19:05:00Z'))
      expect(later.some(next => next === 'requested' || next === 'confirmed')).toBe(true)
      expect(actionsOf({ status, ...standing }, new Date('2026-11-28T18:00:00Z'))).toEqual(
        later.filter(next => next !== 'completed'),
      )
    }
  })
})

describe('the way between two homes', () => {
  it('takes time, none in the same house, and is unknown off the map', () => {
    const stadiumRoad = { lat: 43.634, lng: -79.398 }
    expect(travelMinutes(stadiumRoad, { lat: 43.634, lng: -79.398 })).toBe(0)
    expect(travelMinutes(stadiumRoad, { lat: 43.77, lng: -79.41 })).toBeGreaterThan(30)
    expect(travelMinutes(stadiumRoad, { lat: null, lng: null })).toBeNull()
  })
})

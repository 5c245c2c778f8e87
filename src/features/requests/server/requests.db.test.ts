import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../../../testing/config.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

describe('what leads ask for', { timeout: 60_000 }, () => {
  let server: TestServer
  let agent: TestClient
  let other: TestClient
  let admin: TestClient
  let serial = 0
  const rows = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows

  const home = async (status = 'active'): Promise<number> => {
    const number = `C${++serial}`
    const [made] = await rows(
      `INSERT INTO listings (mls_number, status, offer, property_type, price, address, unit, city, beds, listed_at, modified_at)
       VALUES ($1, $2, 'sale', 'Condo Apartment', 114900000, '38 Stadium Rd', '1208', 'Toronto', 2, now(), now()) RETURNING id`,
      [number, status],
    )
    return made.id
  }
  const newLead = async (more: object = {}): Promise<number> =>
    (
      await agent.post('lead', {
        first_name: 'Amara',
        email: `amara${++serial}@people.test`,
        phone: `41655501${String(serial).padStart(2, '0')}`,
        ...more,
      })
    ).data.id
  /** What the page of a home sends for a lead. */
  const ask = async (lead: number, listing: number | null, fields: object) =>
    server.signedOut.postJson(`homes/${tokenOf(lead, listing)}/requests`, fields)
  let tokenOf: (lead: number, listing: number | null) => string
  const tasksOf = async (lead: number, as = agent) => (await as.get(`lead/${lead}`)).data.tasks
  const requestsOf = async (lead: number, as = agent) => (await as.get(`lead/${lead}/requests`)).data.data
  const timeline = async (lead: number, type: number) =>
    (await agent.get(`lead/${lead}/milestones`, { filter: [type] })).data.data

  beforeAll(async () => {
    server = await startTestServer()
    agent = await server.signIn('agent')
    other = await server.signIn('agent2')
    admin = await server.signIn('admin')
    // The links of e-mails are made by a feature that stands above this one; here they only are the door.
    const { linkToken } = await import('../../outbound/server/commands/links.ts')
    const config = testConfig()
    tokenOf = (lead_id, listing_id) => linkToken(config, { lead_id, listing_id }, new Date())
  }, 60_000)
  afterAll(() => server.close())

  it('fill in the form that books a showing, with the homes viewed and kept after them', async () => {
    const [lead, wanted, often, gone] = [await newLead(), await home(), await home(), await home('closed')]
    server.clock.now = new Date('2026-11-19T14:41:00Z')
    const proposals = async (as = agent) => as.get(`lead/${lead}/showings/proposals`)
    expect((await proposals()).data).toEqual({ homes: [], times: [] })
    for (const [id, times] of [
      [often, 6],
      [gone, 3],
      [wanted, 1],
    ])
      await rows(
        `INSERT INTO milestones (lead_id, milestone_type_id, model_id, model_type, link)
         SELECT $1, 14, id, 'search_listing', '/listings/' || mls_number FROM listings, generate_series(1, $3) WHERE id = $2`,
        [lead, id, times],
      )
    const kept = await home()
    await rows('INSERT INTO listing_visits (lead_id, listing_id, favourite_at) VALUES ($1, $2, now())', [lead, kept])
    await ask(lead, wanted, {
      kind: 'viewing',
      times: [
        { date: '2026-11-22', from: null },
        { date: '2026-11-21', from: '16:00' },
      ],
      message: 'Is there a locker?',
    })
    const [task] = await tasksOf(lead)
    expect((await proposals()).data).toMatchObject({
      homes: [
        { listing: { id: wanted }, viewed: 1, asked: { task_id: task.id, message: 'Is there a locker?' } },
        { listing: { id: often }, viewed: 6, asked: null },
        { listing: { id: kept }, viewed: 0, is_favourite: true },
      ],
      times: [
        { date: '2026-11-21', from: '16:00', address: '1208 - 38 Stadium Rd' },
        { date: '2026-11-22', from: null },
      ],
    })
    // Dealt with, it is proposed no more; what time has passed neither.
    await agent.post(`task/${task.id}/complete`)
    expect((await proposals()).data).toMatchObject({ homes: [{ viewed: 6 }, {}, {}], times: [] })
    expect((await proposals(other)).http).toBe(404)
  })

  it('become a task of their agent for today, which says what it is about', async () => {
    const [lead, listing] = [await newLead(), await home()]
    server.clock.now = new Date('2026-11-19T14:41:00Z')
    const times = [
      { date: '2026-11-21', from: '14:00' },
      { date: '2026-11-22', from: null },
    ]
    const { http, data } = await ask(lead, listing, { kind: 'viewing', times, message: 'Is there a locker?' })
    expect(http).toBe(200)
    expect(data).toMatchObject({ kind: 'viewing', address: '1208 - 38 Stadium Rd', times })
    const [task] = await tasksOf(lead)
    expect(task).toMatchObject({
      task_type: 'phone_call',
      subject: 'Call about the showing of 1208 - 38 Stadium Rd',
      taskable_type: 'viewing_request',
      taskable: { name: '1208 - 38 Stadium Rd', times, message: 'Is there a locker?', listing_id: listing },
      scheduled_at: '2026-11-19T14:41:00.000000Z',
      completed: false,
    })
    const today = (await agent.get('task/today')).data.data
    expect(today.find((each: { id: number }) => each.id === task.id)).toMatchObject({
      taskable: { listing: { id: listing, address: { formatted: '1208 - 38 Stadium Rd, Toronto' } } },
    })
    expect((await agent.get('task/reminders')).data).toMatchObject([{ id: task.id }])
    server.clock.now = null
    expect(await requestsOf(lead)).toMatchObject([{ kind: 'viewing', is_open: true, task_id: task.id }])
  })

  it('stand on the timeline, move the score, and imply consent for half a year', async () => {
    const [lead, listing] = [await newLead(), await home()]
    const before = (await agent.get(`lead/${lead}`)).data
    await ask(lead, listing, { kind: 'viewing', times: [], message: '' })
    const after = (await agent.get(`lead/${lead}`)).data
    expect([before.has_viewing_request, after.has_viewing_request]).toEqual([false, true])
    expect([before.open_requests, after.open_requests]).toEqual([[], ['viewing_request']])
    expect(after.lead_score).toBeGreaterThan(before.lead_score)
    expect(await timeline(lead, 8)).toMatchObject([
      {
        value: '1208 - 38 Stadium Rd',
        model_type: 'viewing_request',
        is_viewing_request: true,
        author: null,
        offerSubmission: null,
      },
    ])
    const consent = (await agent.get(`lead/${lead}/consent`)).data
    for (const channel of ['email', 'text', 'call'])
      expect(consent[channel]).toMatchObject({ state: 'implied', until: expect.any(String) })
    expect(consent.history[0]).toMatchObject({
      basis: 'inquiry',
      source: 'Viewing request from an e-mail',
      author: null,
    })
  })

  it('keep what a lead said themselves about being written to', async () => {
    const [lead, listing] = [await newLead(), await home()]
    await agent.post(`lead/${lead}/consent`, { channel: 'email', kind: 'withdrawn', source: 'Phone call' })
    await agent.post(`lead/${lead}/consent`, { channel: 'text', kind: 'express', source: 'Phone call' })
    await ask(lead, listing, { kind: 'viewing' })
    const { email, text, call } = (await agent.get(`lead/${lead}/consent`)).data
    expect([email.state, text.state, call.state]).toEqual(['withdrawn', 'express', 'implied'])
  })

  it('may be an offer, which is a whole offer submission on the timeline and beside the task', async () => {
    const [lead, listing] = [await newLead(), await home()]
    const offer = { price: 1_090_000, move_in_date: '2099-03-01', message: 'Pre-approved.' }
    expect((await ask(lead, listing, { kind: 'offer', ...offer })).http).toBe(200)
    const [request] = await requestsOf(lead)
    const submission = {
      id: request.id,
      price: 1_090_000,
      move_in_date: '2099-03-01',
      listing_id: listing,
      listing: {
        id: listing,
        address_id: expect.any(Number),
        mls_number: expect.any(String),
        url: expect.stringMatching(/^\/listings\/C\d+$/),
        address: { id: expect.any(Number), formatted: '1208 - 38 Stadium Rd, Toronto' },
      },
    }
    expect(request).toMatchObject(submission)
    expect(await timeline(lead, 9)).toMatchObject([{ offerSubmission: submission, description: 'Pre-approved.' }])
    expect(await tasksOf(lead)).toMatchObject([{ taskable_type: 'offer_submission', taskable: submission }])
    expect((await agent.get(`lead/${lead}`)).data.has_offer_request).toBe(true)
  })

  it('may be about their own home, also from the page of preferences', async () => {
    const lead = await newLead({ phone: null })
    expect((await ask(lead, null, { kind: 'sell', address: ' 9 Elm St ', message: 'In spring' })).http).toBe(200)
    expect(await tasksOf(lead)).toMatchObject([
      { task_type: 'manual_email', subject: 'Write about selling 9 Elm St', taskable_type: 'sell_request' },
    ])
    expect(await timeline(lead, 28)).toMatchObject([{ value: '9 Elm St', description: 'In spring' }])
    expect((await agent.get(`lead/${lead}`)).data.has_sell_request).toBe(true)
    expect((await ask(lead, null, { kind: 'viewing' })).http).toBe(404)
  })

  it('count once when somebody presses twice at once, or sends the same again', async () => {
    const [lead, listing] = [await newLead(), await home()]
    const fields = { kind: 'viewing', times: [{ date: '2099-01-02', from: null }].slice(1) }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(lead, listing, fields)))
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200, 200])
    await ask(lead, listing, fields)
    expect(await requestsOf(lead)).toHaveLength(1)
    expect(await tasksOf(lead)).toHaveLength(1)
    expect(await timeline(lead, 8)).toHaveLength(1)
    expect((await agent.get(`lead/${lead}`)).data.open_tasks ?? 1).toBe(1)
  })

  it('leave one line about consent on the timeline, whatever the channels', async () => {
    const [lead, listing] = [await newLead(), await home()]
    await ask(lead, listing, { kind: 'viewing' })
    expect(await timeline(lead, 25)).toMatchObject([{ value: 'E-mail, Text, Call: Implied' }])
  })

  it('are changed by asking again, until somebody has dealt with them', async () => {
    const [lead, listing] = [await newLead(), await home()]
    await ask(lead, listing, { kind: 'offer', price: 1_000_000 })
    await ask(lead, listing, { kind: 'offer', price: 1_050_000 })
    expect(await timeline(lead, 9)).toMatchObject([{ offerSubmission: { price: 1_050_000 } }])
    const [task] = await tasksOf(lead)
    expect(task.taskable.price).toBe(1_050_000)
    await agent.post(`task/${task.id}/complete`)
    expect(await requestsOf(lead)).toMatchObject([{ is_open: false }])
    // What was dealt with asks for nothing any more.
    expect((await agent.get(`lead/${lead}`)).data).toMatchObject({ has_offer_request: true, open_requests: [] })
    await ask(lead, listing, { kind: 'offer', price: 1_100_000 })
    expect(await requestsOf(lead)).toMatchObject([
      { price: 1_100_000, is_open: true },
      { price: 1_050_000, is_open: false },
    ])
  })

  it('wait without an agent and a time until an agent gets the lead, who hears of it then', async () => {
    const [lead, listing] = [await newLead(), await home()]
    await rows('UPDATE leads SET agent_id = NULL, claimed_at = NULL WHERE id = $1', [lead])
    await ask(lead, listing, { kind: 'viewing' })
    expect(await tasksOf(lead, admin)).toMatchObject([{ agent_id: null, scheduled_at: null }])
    const [{ id: agentId }] = await rows(
      "SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = 'agent2@keyturn.test'",
    )
    expect((await admin.post(`admin/reassign/${lead}`, { agent: agentId })).status).toBe(1)
    const [task] = await tasksOf(lead, other)
    expect(task).toMatchObject({ agent_id: agentId })
    expect((await other.get('task/reminders')).data).toMatchObject([{ id: task.id }])
    expect((await other.get('task/today')).data.data).toMatchObject([{ id: task.id }])
  })

  it('are refused in words when they cannot be meant', async () => {
    const [lead, listing] = [await newLead(), await home()]
    const refused = async (fields: object, at: number | null = listing) => {
      const { http, message } = await ask(lead, at, fields)
      expect(http).toBe(422)
      return message
    }
    expect(await refused({ kind: 'offer' })).toEqual({ price: ['Enter your offer.'] })
    expect(await refused({ kind: 'offer', price: 0 })).toHaveProperty('price')
    expect(await refused({ kind: 'offer', price: 5, move_in_date: '2001-01-01' })).toHaveProperty('move_in_date')
    expect(await refused({ kind: 'sell', address: ' ' })).toEqual({ address: ['Enter the address of the home.'] })
    expect(await refused({ kind: 'viewing', times: [{ date: '2001-01-01', from: null }] })).toEqual({
      times: ['Choose a day in the future.'],
    })
    expect(await refused({ kind: 'viewing', times: [{ date: '2099-01-01', from: null }] })).toHaveProperty('times')
    expect(await refused({ kind: 'viewing', times: [{ date: '2026-02-31', from: '25:00' }] })).toBeTruthy()
    expect(await refused({ kind: 'rent' })).toHaveProperty('kind')
    expect(await ask(lead, await home('closed'), { kind: 'viewing' })).toMatchObject({
      http: 409,
      message: 'This home is no longer on the market.',
    })
    expect((await server.signedOut.postJson('homes/made-up-token/requests', { kind: 'viewing' })).http).toBe(404)
    expect(await requestsOf(lead)).toEqual([])
    expect(await tasksOf(lead)).toEqual([])
  })

  it('are no more than a person means in a day', async () => {
    const lead = await newLead()
    await rows(
      `INSERT INTO lead_requests (lead_id, kind, address, source)
       SELECT $1, 'sell', place || ' Elm St', 'Test' FROM generate_series(1, 20) AS place`,
      [lead],
    )
    expect(await ask(lead, null, { kind: 'sell', address: '21 Elm St' })).toMatchObject({ http: 429 })
    expect(await requestsOf(lead)).toHaveLength(20)
  })

  it('are seen by nobody who may not open the lead', async () => {
    const [lead, listing] = [await newLead(), await home()]
    await ask(lead, listing, { kind: 'viewing' })
    expect((await other.get(`lead/${lead}/requests`)).http).toBe(404)
    const today = (await other.get('task/today', { perPage: 200 })).data.data
    expect(today.filter((task: { lead_id: number }) => task.lead_id === lead)).toEqual([])
    expect((await admin.get(`lead/${lead}/requests`)).data.data).toHaveLength(1)
    expect((await server.signedOut.get(`lead/${lead}/requests`)).http).toBe(401)
  })

  it('go with a lead that is merged into another', async () => {
    const [lead, double, listing] = [await newLead(), await newLead(), await home()]
    await ask(double, listing, { kind: 'viewing' })
    expect((await agent.post(`lead/${lead}/merge`, { with: double })).status).toBe(1)
    expect(await requestsOf(lead)).toMatchObject([{ kind: 'viewing', is_open: true, lead_id: lead }])
    expect(await tasksOf(lead)).toMatchObject([{ taskable_type: 'viewing_request' }])
    // Old e-mails still lead to the person.
    await ask(double, await home(), { kind: 'offer', price: 900_000 })
    expect(await requestsOf(lead)).toMatchObject([{ kind: 'offer' }, { kind: 'viewing' }])
  })

  it('of a lead that is gone are refused', async () => {
    const [lead, listing] = [await newLead(), await home()]
    await rows('UPDATE leads SET deleted_at = now() WHERE id = $1', [lead])
    expect((await ask(lead, listing, { kind: 'viewing' })).http).toBe(409)
  })
})

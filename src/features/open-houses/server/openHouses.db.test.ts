import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { type World, worldOf } from '../../../testing/world.ts'

const NOON = new Date('2026-11-25T17:00:00Z')
/** While it is on. */
const DURING = new Date('2026-11-29T19:30:00Z')
const sunday = { date: '2026-11-29', from: '14:00', to: '16:00' }
const home = {
  ...{ offer: 'sale', property_type: 'Detached', price: 1_399_000, street_number: '31', street_name: 'Beatrice St' },
  ...{ city: 'Toronto', neighbourhood: 'Trinity-Bellwoods' },
}

describe('open houses', () => {
  let server: TestServer
  let world: World
  let agent: TestClient
  let other: TestClient
  let desk: TestClient
  let visitor: TestClient
  let listing: number
  beforeAll(async () => {
    server = await startTestServer({ KEYTURN_LOG: 'silent' })
    world = worldOf(server)
    ;[agent, other, desk] = (await Promise.all(['agent', 'agent2', 'desk'].map(account => server.signIn(account)))) as [
      TestClient,
      TestClient,
      TestClient,
    ]
    visitor = server.signedOut
    listing = (await agent.post('brokerage-listings', home)).data.id
  })
  afterEach(() => {
    server.clock.now = null
  })
  afterAll(() => server.close())

  async function plan(fields: object = {}, client = agent): Promise<{ id: number; token: string; version: number }> {
    server.clock.now = NOON
    const { data } = await client.post(`brokerage-listings/${listing}/open-houses`, { ...sunday, ...fields })
    server.clock.now = DURING
    return data
  }

  const person = () => {
    const number = world.unused()
    return { sign_in_id: crypto.randomUUID(), name: `Ada Lovelace${number}`, email: `ada${number}@people.test` }
  }
  const leadsOf = async (email: string) =>
    (await server.database.pool.query('SELECT id, agent_id, source, phone FROM leads WHERE email = $1', [email])).rows
  const visitorsOf = async (id: number, client = agent) => (await client.get(`open-houses/${id}/visitors`)).data

  describe('are planned', () => {
    it('by the agent of the listing, at the clock of the brokerage', async () => {
      server.clock.now = NOON
      const answer = await agent.post(`brokerage-listings/${listing}/open-houses`, {
        ...sunday,
        host_agent_id: await world.agentId('agent2'),
      })
      expect(answer).toMatchObject({
        http: 201,
        data: {
          starts_at: '2026-11-29T19:00:00.000000Z',
          ends_at: '2026-11-29T21:00:00.000000Z',
          visitor_count: 0,
          is_cancelled: false,
        },
      })
      expect(answer.data.host.name).not.toBe('')
      expect(answer.data.token.length).toBeGreaterThan(40)
    })

    it('by the office, and by nobody else', async () => {
      server.clock.now = NOON
      const path = `brokerage-listings/${listing}/open-houses`
      expect((await desk.post(path, sunday)).http).toBe(201)
      expect((await other.post(path, sunday)).http).toBe(403)
    })

    it.each([
      ['to', { ...sunday, to: '13:00' }],
      ['date', { ...sunday, date: '2026-11-24' }],
      ['date', { ...sunday, date: '2028-11-24' }],
      ['from', { ...sunday, from: '2 PM' }],
      ['host_agent_id', { ...sunday, host_agent_id: 999_999 }],
    ])('with hours and a host that can be: %s is refused', async (field, fields) => {
      server.clock.now = NOON
      const answer = await agent.post(`brokerage-listings/${listing}/open-houses`, fields)
      expect(answer.http).toBe(422)
      expect(Object.keys(answer.message as unknown as object)).toEqual([field])
    })

    it('and changed, unless somebody else was faster', async () => {
      const { id, version } = await plan()
      const changed = { ...sunday, from: '13:00' }
      const answer = await agent.post(`open-houses/${id}`, changed, { 'if-match': `"${version}"` })
      expect(answer.data.starts_at).toBe('2026-11-29T18:00:00.000000Z')
      expect((await agent.post(`open-houses/${id}`, changed, { 'if-match': `"${version}"` })).error).toBe('stale')
      expect((await other.post(`open-houses/${id}`, changed)).http).toBe(403)
    })
  })

  describe('are listed', () => {
    it('for all, with the link for the host and whoever may change the listing', async () => {
      const { id } = await plan({ host_agent_id: await world.agentId('agent') })
      const seen = async (client: TestClient) =>
        (await client.get(`brokerage-listings/${listing}/open-houses`, { perPage: 200 })).data.data.find(
          (house: { id: number }) => house.id === id,
        )
      expect((await seen(agent)).token).not.toBeNull()
      expect((await seen(desk)).token).not.toBeNull()
      expect((await seen(other)).token).toBeNull()
    })

    it('to a host of another office with the link and who came', async () => {
      const { id } = await plan({ host_agent_id: await world.agentId('agent2') })
      expect((await other.get(`open-houses/${id}/visitors`)).http).toBe(200)
      const { id: foreign } = await plan()
      expect((await other.get(`open-houses/${foreign}/visitors`)).http).toBe(403)
    })
  })

  describe('a visitor', () => {
    it('sees the home and nothing of those who came before', async () => {
      const { token } = await plan()
      await visitor.post(`open-house/${token}`, person())
      const { data } = await visitor.get(`open-house/${token}`)
      expect(data).toMatchObject({
        address: '31 Beatrice St',
        place: 'Trinity-Bellwoods, Toronto',
        is_cancelled: false,
      })
      expect(JSON.stringify(data)).not.toContain('Lovelace')
    })

    it('becomes a lead of the host, with the open house on the timeline', async () => {
      const host = await world.agentId('agent2')
      const { id, token } = await plan({ host_agent_id: host })
      const ada = { ...person(), phone: '416 555 0142', has_agent: true }
      expect((await visitor.post(`open-house/${token}`, ada)).data).toEqual({})
      const [lead] = await leadsOf(ada.email)
      expect(lead).toMatchObject({ agent_id: host, source: 'Open house', phone: '+14165550142' })
      const timeline = (await other.get(`lead/${lead.id}/timeline`)).data
      expect(JSON.stringify(timeline)).toContain('Signed in at the open house of 31 Beatrice St.')
      expect(JSON.stringify(timeline)).toContain('Is working with an agent.')
      expect((await visitorsOf(id, other)).data).toMatchObject([
        { name: ada.name, has_agent: true, lead: { id: lead.id } },
      ])
    })

    it('who is known stays who they are, and with their agent', async () => {
      const { id, token } = await plan({ host_agent_id: await world.agentId('agent2') })
      const ada = person()
      const lead = await world.lead('agent')
      await world.one('UPDATE leads SET email = $2, email_key = $2 WHERE id = $1 RETURNING id', [lead, ada.email])
      await visitor.post(`open-house/${token}`, { ...ada, phone: '416 555 0143' })
      expect(await leadsOf(ada.email)).toMatchObject([
        { id: lead, agent_id: await world.agentId('agent'), phone: '+14165550143' },
      ])
      // The host sees that somebody came, and not a lead that is not theirs.
      expect((await visitorsOf(id, other)).data).toMatchObject([{ name: ada.name, lead: null }])
      expect((await visitorsOf(id)).data).toMatchObject([{ name: ada.name, lead: { id: lead } }])
    })

    it('agrees to e-mails by words that are kept, or to nothing', async () => {
      const { token } = await plan()
      const [agreeing, silent] = [person(), person()]
      await visitor.post(`open-house/${token}`, { ...agreeing, agrees: true })
      await visitor.post(`open-house/${token}`, silent)
      const consents = async (email: string) =>
        (
          await server.database.pool.query(
            `SELECT c.channel, c.kind, c.source, c.evidence FROM lead_consents c JOIN leads l ON l.id = c.lead_id WHERE l.email = $1`,
            [email],
          )
        ).rows
      expect(await consents(agreeing.email)).toMatchObject([
        { channel: 'email', kind: 'express', source: 'Open house', evidence: expect.stringContaining('may e-mail me') },
      ])
      expect(await consents(silent.email)).toMatchObject([{ channel: 'email', kind: 'implied' }])
    })

    it('counts once, however often the tablet sends the same sign-in, also at once', async () => {
      const { id, token } = await plan()
      const ada = person()
      const answers = await Promise.all(Array.from({ length: 4 }, () => visitor.post(`open-house/${token}`, ada)))
      answers.push(await visitor.post(`open-house/${token}`, ada))
      expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200, 200])
      expect(await leadsOf(ada.email)).toHaveLength(1)
      expect((await visitorsOf(id)).total).toBe(1)
    })

    it('who comes with somebody at the same moment is one lead of two', async () => {
      const { id, token } = await plan()
      await Promise.all([person(), person()].map(one => visitor.post(`open-house/${token}`, one)))
      const { data } = await visitorsOf(id, await server.signIn('admin'))
      expect(new Set(data.map((one: { lead: { id: number } }) => one.lead.id)).size).toBe(2)
    })

    it.each([
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(101) }],
      ['email', { email: '' }],
      ['email', { email: 'ada' }],
      ['email', { email: `${'x'.repeat(260)}@people.test` }],
      ['phone', { phone: '555' }],
      ['phone', { phone: '000 000 0000' }],
      ['sign_in_id', { sign_in_id: '12' }],
    ])('hears beside the field what is wrong: %s', async (field, fields) => {
      const { token } = await plan()
      const answer = await visitor.post(`open-house/${token}`, { ...person(), ...fields })
      expect(answer.http).toBe(422)
      expect(Object.keys(answer.message as unknown as object)).toEqual([field])
    })
  })

  describe('the link', () => {
    it('works from two hours before until six hours after', async () => {
      const { token } = await plan()
      server.clock.now = new Date('2026-11-29T16:59:00Z')
      expect(await visitor.post(`open-house/${token}`, person())).toMatchObject({
        http: 409,
        message: 'Sign-in opens on Sunday, November 29 at 12:00 PM.',
      })
      server.clock.now = new Date('2026-11-30T03:01:00Z')
      expect((await visitor.post(`open-house/${token}`, person())).message).toContain('Sign-in closed')
      expect((await visitor.get(`open-house/${token}`)).http).toBe(200)
    })

    it('takes for a week what waited on the tablet, with a number that nobody can correct any more', async () => {
      const { id, token } = await plan()
      const ada = { ...person(), email: '', phone: '000 000 0000', signed_at: '2026-11-29T20:15:00Z' }
      server.clock.now = new Date('2026-12-01T12:00:00Z')
      expect((await visitor.post(`open-house/${token}`, ada)).http).toBe(200)
      const [came] = (await visitorsOf(id)).data
      expect(came).toMatchObject({ name: ada.name, signed_at: '2026-11-29T20:15:00.000000Z' })
      server.clock.now = new Date('2026-12-08T12:00:00Z')
      expect((await visitor.post(`open-house/${token}`, { ...ada, ...person() })).http).toBe(409)
    })

    it('ends when it is renewed or the open house is cancelled', async () => {
      const { id, token } = await plan()
      const renewed = (await agent.post(`open-houses/${id}/link`)).data.token
      expect((await visitor.post(`open-house/${token}`, person())).http).toBe(404)
      expect((await visitor.get(`open-house/${token}`)).http).toBe(404)
      expect((await visitor.post(`open-house/${renewed}`, person())).http).toBe(200)
      await agent.post(`open-houses/${id}/cancel`)
      expect(await visitor.post(`open-house/${renewed}`, person())).toMatchObject({
        http: 409,
        message: 'This open house was cancelled.',
      })
      expect((await agent.post(`open-houses/${id}/link`)).http).toBe(409)
    })

    it('is known to nobody who makes one up', async () => {
      expect((await visitor.get('open-house/abc')).http).toBe(404)
      expect((await visitor.post(`open-house/${'x'.repeat(201)}`, person())).http).toBe(404)
    })
  })

  it('keep their visitors with the lead that another was merged into, and lose those who are erased', async () => {
    const { id, token } = await plan()
    const [one, two] = [person(), person()]
    for (const each of [one, two]) await visitor.post(`open-house/${token}`, each)
    const admin = await server.signIn('admin')
    const [kept, merged] = [(await leadsOf(one.email))[0].id, (await leadsOf(two.email))[0].id]
    expect((await admin.post(`lead/${kept}/merge`, { with: merged })).http).toBe(200)
    const leads = async () =>
      (await visitorsOf(id, admin)).data.map(({ lead }: { lead: { id: number } | null }) => lead?.id)
    expect(await leads()).toEqual([kept, kept])
    const { data: held } = await admin.get(`privacy/${kept}`)
    expect(JSON.stringify(held)).toContain('Open house visitors')
    expect((await admin.post(`privacy/${kept}/erase`, { reason: 'They asked' })).http).toBe(200)
    expect(await leads()).toEqual([])
    const { rows: written } = await server.database.pool.query(
      `SELECT id FROM audit_entries WHERE input::text LIKE $1 OR changes::text LIKE $1`,
      [`%${one.email}%`],
    )
    expect(written).toEqual([])
  })
})

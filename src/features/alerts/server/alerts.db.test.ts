import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

/** A person's browser; what programs open does not count. */
const reader = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0',
}

describe('the alerts of a lead', () => {
  let server: TestServer
  let agent: TestClient
  let area: number
  let building: number
  let serial = 0
  const rows = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows

  const home = async (more: { price?: number; lease?: boolean; beds?: number } = {}) => {
    const number = `W${++serial}`
    await rows(
      `INSERT INTO listings (mls_number, status, offer, property_type, price, address, city, area_ids, building_id, beds, baths,
         lat, lng, listed_at, modified_at)
       VALUES ($1, 'active', $2, 'Condo Apartment', $3, $1 || ' King St', 'Toronto', $4, $5, $6, 1, 43.64, -79.4, now(), now())`,
      [number, more.lease ? 'lease' : 'sale', (more.price ?? 700_000) * 100, [area], building, more.beds ?? 2],
    )
    return number
  }
  const addLead = async (mayBeReached = true): Promise<number> => {
    const { data } = await agent.post('lead', { first_name: 'Ana', email: `ana${++serial}@people.test` })
    if (mayBeReached)
      await agent.post(`lead/${data.id}/consent`, { channel: 'email', kind: 'express', source: 'Phone call' })
    return data.id
  }
  const addAlert = async (lead: number, more: object = {}) =>
    (
      await agent.post(`user/${lead}/alerts/listing`, {
        name: 'King West',
        alert_frequency: 2,
        offer: 'sale',
        areas: [area],
        ...more,
      })
    ).data
  const outbox = async (lead: number) => {
    const email = (await agent.get(`lead/${lead}`)).data.email
    return (await agent.get('outbox', { search: email, perPage: 50 })).data.data
  }

  beforeAll(async () => {
    server = await startTestServer({ KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test' })
    // Before anybody asks: places are known for ten seconds.
    area = (await rows("INSERT INTO areas (type, name) VALUES ('locality', 'Toronto') RETURNING id"))[0].id
    building = (
      await rows(
        "INSERT INTO buildings (key, name, address, city) VALUES ('1 king', 'The Foundry', '1 King St', 'Toronto') RETURNING id",
      )
    )[0].id
    agent = await server.signIn('agent')
    await home()
    await home({ price: 900_000, beds: 3 })
    await home({ price: 2500, lease: true })
  })
  afterAll(() => server.close())

  it('are listed with the fields of both kinds, and subscribe the lead', async () => {
    const lead = await addLead()
    const made = await addAlert(lead, { price_max: 800_000, beds: 2, types: ['Condo Apartment'], keywords: ['king'] })
    expect(made).toMatchObject({
      name: 'King West',
      alert_frequency: 2,
      tags: ['Toronto', 'For sale', 'Condo Apartment', 'up to $800K', '2+ beds', '“king”'],
      offer_kind: 'sale',
      match_count: 1,
    })
    expect(made.url).toContain('offer=sale&price_max=800000')
    expect(made.map_preview).toMatch(/^data:image\/svg/)
    const { data: watched } = await agent.post(`user/${lead}/alerts/building`, {
      name: 'The Foundry',
      alert_frequency: 1,
      buildings: [building],
    })
    expect(watched).toMatchObject({ filter_strings: [], buildings: [{ name: 'The Foundry' }], match_count: 3 })
    const { data } = await agent.get(`user/${lead}/alerts`, { user_id: lead })
    expect(data.listing_alerts).toMatchObject([{ id: made.id, map_preview: null, match_count: null }])
    expect(data.building_alerts).toMatchObject([{ id: watched.id }])
    expect((await agent.get(`user/${lead}/alerts`, { user_id: lead + 1 })).http).toBe(422)
    expect((await agent.get(`lead/${lead}`)).data.subscriptions.alert).toBe(true)
  })

  it('begin with what the lead stated, searched for and looked at, and say from where', async () => {
    const lead = await addLead()
    await agent.post(`lead/${lead}`, { roles: ['rental_lead'], stated_price_max: 3600 })
    expect((await agent.get(`user/${lead}/alerts/proposal`)).data).toMatchObject({
      name: '',
      offer: { value: 'rent', reason: 'Renter' },
      areas: null,
      price_max: { value: 3600, reason: 'Stated' },
      homes_viewed: 0,
      homes: [],
    })
    const numbers = [await home({ price: 3100, lease: true }), await home({ price: 2900, lease: true }), await home()]
    const often = await home({ price: 3550, lease: true, beds: 1 })
    const ids = await rows('SELECT id, mls_number FROM listings WHERE mls_number = ANY($1)', [[...numbers, often]])
    const look = (number: string) =>
      rows(
        `INSERT INTO milestones (lead_id, milestone_type_id, model_id, model_type, link)
         SELECT $1, 14, id, 'search_listing', '/listings/' || mls_number FROM listings WHERE mls_number = $2`,
        [lead, number],
      )
    for (const number of [...numbers, often, often]) await look(number)
    const { data } = await agent.get(`user/${lead}/alerts/proposal`)
    expect(data).toMatchObject({
      name: 'Toronto rentals',
      areas: { value: [area], reason: 'All 3 homes viewed' },
      price_max: { value: 3600, reason: 'Stated; viewed up to $3,550' },
      beds: { value: 1, reason: '1 to 2 beds viewed' },
      homes_viewed: ids.length,
    })
    expect(data.homes[0].mls_number).toBe(often)
    await rows('DELETE FROM listings WHERE mls_number = ANY($1)', [[...numbers, often]])
  })

  it('say on the page of a home whose they are, and send it once to those who may be written to', async () => {
    const number = await home({ price: 1_234_000, beds: 4 })
    const only = { price_min: 1_234_000, price_max: 1_234_000 }
    const [may, saw, noConsent, elsewhere] = [await addLead(), await addLead(), await addLead(false), await addLead()]
    for (const lead of [may, saw, noConsent]) await addAlert(lead, only)
    await addAlert(elsewhere, { price_max: 500_000 })
    await rows(
      `INSERT INTO milestones (lead_id, milestone_type_id, model_id, model_type, link)
       SELECT $1, 14, id, 'search_listing', '/listings/' || mls_number FROM listings WHERE mls_number = $2`,
      [saw, number],
    )
    const interested = async () => (await agent.get(`listings/${number}/leads`)).data
    const first = await interested()
    const ids = first.leads.map(({ id }: { id: number }) => id)
    expect(first).toMatchObject({ count: ids.length, saw: 1, are_own: true })
    expect(ids).toEqual(expect.arrayContaining([may, saw, noConsent]))
    expect(ids).not.toContain(elsewhere)
    const of = (id: number, answer = first) => answer.leads.find((lead: { id: number }) => lead.id === id)
    expect(of(may)).toMatchObject({ saw_at: null, was_sent: false, refusal: null, alert: { name: 'King West' } })
    expect(of(saw).saw_at).not.toBeNull()
    expect(of(noConsent).refusal).toMatch(/consent/)

    const { data } = await agent.post(`listings/${number}/send`, { lead_ids: [may, noConsent, elsewhere] })
    expect(data.sent).toEqual([may])
    expect(data.refused.map(({ lead_id }: { lead_id: number }) => lead_id)).toEqual([noConsent, elsewhere])
    expect((await outbox(may))[0].subject).toContain(`${number} King St`)
    expect(of(may, await interested())).toMatchObject({
      was_sent: true,
      refusal: 'Sent to them already at this price.',
    })
    expect((await agent.post(`listings/${number}/send`, { lead_ids: [may] })).data).toMatchObject({
      sent: [],
      refused: [{ lead_id: may, errors: ['There is nothing new to send for this alert.'] }],
    })
    const other = await server.signIn('agent2')
    expect((await other.get(`listings/${number}/leads`)).data).toMatchObject({ count: 0, leads: [] })
    expect((await other.post(`listings/${number}/send`, { lead_ids: [saw] })).data.sent).toEqual([])
    await rows("UPDATE listings SET status = 'closed' WHERE mls_number = $1", [number])
  })

  it('count what a search finds while it is being written', async () => {
    expect((await agent.get('alerts/matches', { offer: 'sale' })).data).toMatchObject({
      count: 2,
      new_each_week: 1,
      points: [{}, {}],
      homes: [{ price: 900_000 }, { price: 700_000 }],
    })
    expect((await agent.get('alerts/matches', { offer: 'rent', areas: [area] })).data.count).toBe(1)
    expect((await agent.get('alerts/matches', { price_min: 800_000 })).data.count).toBe(1)
  })

  it('refuse a search that cannot be meant', async () => {
    const lead = await addLead()
    const refused = async (more: object) =>
      (await agent.post(`user/${lead}/alerts/listing`, { name: 'X', alert_frequency: 1, offer: 'sale', ...more }))
        .message
    expect(await refused({ price_min: 9, price_max: 8 })).toMatchObject({ price_max: [expect.any(String)] })
    expect(await refused({ areas: [2_000_000_000] })).toMatchObject({ areas: [expect.any(String)] })
    expect(await refused({ offer: 'swap' })).toHaveProperty('offer')
    expect(await refused({ alert_frequency: 7 })).toHaveProperty('alert_frequency')
    expect(await refused({ buildings: [building] })).toHaveProperty('buildings')
    const { id } = await addAlert(lead)
    expect((await agent.post(`users/alerts/${id}`, { buildings: [building] })).message).toHaveProperty('buildings')
    const watched = await agent.post(`user/${lead}/alerts/building`, {
      name: 'The Foundry',
      alert_frequency: 1,
      buildings: [building],
    })
    const edited = async (more: object) => (await agent.post(`users/alerts/${watched.data.id}`, more)).message
    expect(await edited({ areas: [area] })).toHaveProperty('areas')
    expect(await edited({ alert_frequency: 9 })).toMatchObject({
      alert_frequency: ['alert_frequency must be one of 0, 1, 2, 3, 4.'],
    })
  })

  it('say every reason why one is not sent, and then create nothing', async () => {
    const lead = await addLead(false)
    const { id } = await addAlert(lead, { alert_frequency: 0 })
    const answer = await agent.post(`users/alerts/${id}/send`)
    expect(answer).toMatchObject({
      http: 422,
      data: {
        errors: ['This alert is off.', 'This lead is not subscribed to alerts.', 'No valid e-mail consent.'],
      },
    })
    expect(await rows('SELECT 1 FROM alert_sends WHERE lead_id = $1', [lead])).toEqual([])
    expect(await outbox(lead)).toEqual([])
  })

  it('are sent by hand, each home once at its price, also under /v1', async () => {
    const lead = await addLead()
    const { id } = await addAlert(lead)
    const preview = (await agent.get(`users/alerts/${id}/preview`)).data
    expect(preview).toMatchObject({ subject: '2 homes for “King West”', listings: 2, refusals: [] })
    expect(preview.html).toContain('$700,000')
    expect(preview.html).not.toContain('/homes/')
    const sent = await agent.raw(`/v1/users/alerts/${id}/send`, { method: 'POST' })
    expect((await sent.json()).data).toEqual({ alert_id: id, listings: 2 })
    expect(await outbox(lead)).toMatchObject([{ subject: '2 homes for “King West”', copies: 1 }])
    const again = await agent.post(`users/alerts/${id}/send`)
    expect(again.data.errors).toEqual(['There is nothing new to send for this alert.'])
    await rows(
      "UPDATE listings SET price = 65000000 WHERE mls_number = (SELECT min(mls_number) FROM listings WHERE offer = 'sale')",
    )
    expect((await agent.post(`users/alerts/${id}/send`)).data).toEqual({ alert_id: id, listings: 1 })
    const { data } = await agent.get(`lead/${lead}/milestones`, { filter: [12] })
    expect(data.data).toHaveLength(2)
    expect(data.data[0]).toMatchObject({
      is_listing_alert: true,
      value: 'King West',
      author: { name: expect.any(String) },
    })
  })

  it('are sent all at once, by type', async () => {
    const lead = await addLead()
    const [one, off] = [await addAlert(lead), await addAlert(lead, { alert_frequency: 0 })]
    const { data } = await agent.post(`users/alerts/${lead}/sendAll`, { type: 'listing' })
    expect(data).toEqual({
      sent: [{ alert_id: one.id, listings: 2 }],
      refused: [{ alert_id: off.id, errors: ['This alert is off.'] }],
    })
    expect((await agent.post(`users/alerts/${lead}/sendAll`, { type: 'building' })).data).toEqual({
      sent: [],
      refused: [],
    })
  })

  it('are deleted, and come back for ten minutes', async () => {
    const lead = await addLead()
    const { id } = await addAlert(lead)
    expect((await (await agent.raw(`/v1/users/alerts/${id}`, { method: 'DELETE' })).json()).status).toBe(1)
    expect((await agent.get(`user/${lead}/alerts`)).data.listing_alerts).toEqual([])
    expect(await rows('SELECT 1 FROM alert_searches WHERE alert_id = $1', [id])).toEqual([])
    expect((await agent.post(`users/alerts/${id}/send`)).http).toBe(404)
    expect((await agent.post(`users/alerts/${id}/restore`)).data).toMatchObject({ id })
    await agent.delete(`users/alerts/${id}`)
    await rows("UPDATE alerts SET deleted_at = now() - interval '11 minutes' WHERE id = $1", [id])
    expect((await agent.post(`users/alerts/${id}/restore`)).http).toBe(409)
  })

  it('do not exist for colleagues', async () => {
    const { id } = await addAlert(await addLead())
    const other = await server.signIn('agent2')
    const answers = await Promise.all([
      other.post(`users/alerts/${id}`, { alert_frequency: 1 }),
      other.get(`users/alerts/${id}/preview`),
      other.post(`users/alerts/${id}/send`),
      other.delete(`users/alerts/${id}`),
    ])
    expect(answers.map(({ http }) => http)).toEqual([404, 404, 404, 404])
  })

  it('end with one press in a mail program, and begin again, without signing in', async () => {
    const lead = await addLead()
    const { id } = await addAlert(lead)
    await agent.post(`users/alerts/${id}/send`)
    const [message] = await outbox(lead)
    const source = (await agent.get(`outbox/${message.id}/source`)).data.source.replace(/\r\n\s+/g, ' ')
    const path = /List-Unsubscribe: <https:\/\/crm\.keyturn\.test(\/crm\/unsubscribe\/[\w.-]+)>/.exec(source)?.[1] ?? ''
    const visitor = server.signedOut
    expect((await visitor.get(path)).data).toMatchObject({
      subscribed: true,
      email: expect.stringMatching(/^a…@people\.test$/),
      alerts: [{ id, name: 'King West', alert_frequency: 2 }],
    })
    await visitor.post(path, { alerts: [{ id, alert_frequency: 4 }] })
    expect((await agent.get(`user/${lead}/alerts`)).data.listing_alerts).toMatchObject([{ alert_frequency: 4 }])
    expect((await visitor.post(path, { 'List-Unsubscribe': 'One-Click' })).data).toMatchObject({ subscribed: false })
    const refused = await agent.post(`users/alerts/${id}/send`)
    expect(refused.data.errors).toContain('This lead has unsubscribed from commercial e-mail.')
    expect((await agent.get(`lead/${lead}/consent`)).data).toMatchObject({
      email: { state: 'withdrawn', covers: 'commercial' },
      history: [{ source: 'Unsubscribe link', covers: 'commercial', author: null }, { source: 'Phone call' }],
    })
    const withdrawn = async () => (await agent.get(`lead/${lead}`)).data.withdrawn_channels
    expect(await withdrawn()).toEqual([])
    const closed = { subscribed: false, no_email: true }
    expect((await visitor.post(path, { no_email: 1 })).data).toMatchObject(closed)
    expect(await withdrawn()).toEqual(['email'])
    // An old e-mail's button makes a no to everything no weaker.
    expect((await visitor.post(path, { 'List-Unsubscribe': 'One-Click' })).data).toMatchObject(closed)
    expect((await visitor.post(path, { no_email: 0 })).data).toMatchObject({ subscribed: false, no_email: false })
    expect(await withdrawn()).toEqual([])
    expect((await visitor.post(path, { subscribed: 1 })).data).toMatchObject({ subscribed: true, no_email: false })
    const inParts = new FormData()
    inParts.set('List-Unsubscribe', 'One-Click')
    expect((await visitor.upload(path, inParts)).data).toMatchObject({ subscribed: false })
    await visitor.post(path, { subscribed: 1 })
    const foreign = await addAlert(await addLead())
    expect((await visitor.post(path, { alerts: [{ id: foreign.id, alert_frequency: 0 }] })).http).toBe(404)
    expect((await visitor.get(path.replace(/.{12}$/, 'AAAAAAAAAAAA'))).http).toBe(404)
    const token = path.split('/').at(-1) ?? ''
    const [key, sealed = ''] = token.split('.')
    const wrong = [sealed, `${key}.`, `.${sealed}`, 'é'.repeat(20), '9'.repeat(300)]
    for (const one of [...wrong, `zzzzzzzz.${sealed}`, '%2e%2e%2f%2e%2e%2fetc%2fpasswd']) {
      expect((await visitor.get(`/crm/unsubscribe/${one}`)).http, one).toBe(404)
      expect((await visitor.post(`/crm/unsubscribe/${one}`, { 'List-Unsubscribe': 'One-Click' })).http, one).toBe(404)
      expect((await visitor.post(`/crm/homes/${one}`, { action: 'view' })).http, one).toBe(404)
    }
    // The link of a lead opens no home.
    expect((await visitor.post(`/crm/homes/${token}`, { action: 'view' })).http).toBe(404)
  })

  it('remember what was asked for from an e-mail, on the page of preferences too', async () => {
    const lead = await addLead()
    const { id } = await addAlert(lead)
    await agent.post(`users/alerts/${id}/send`)
    const [message] = await outbox(lead)
    const { html } = (await agent.get(`outbox/${message.id}`)).data
    const [, home] = /\/homes\/([\w.-]+)"/.exec(html) ?? []
    const [, own] = /\/preferences\/([\w.-]+)"/.exec(html) ?? []
    const asked = async () => (await server.signedOut.get(`unsubscribe/${own}`)).data.requests
    expect(await asked()).toEqual([])
    await server.signedOut.post(`homes/${home}/requests`, { kind: 'offer', price: 650_000 })
    await server.signedOut.post(`homes/${own}/requests`, { kind: 'sell', address: '9 Elm Ave' })
    expect(await asked()).toMatchObject([
      { kind: 'sell', address: '9 Elm Ave' },
      { kind: 'offer', address: expect.stringContaining('King St'), price: 650_000 },
    ])
    await rows('UPDATE tasks SET completed = true WHERE lead_id = $1', [lead])
    expect(await asked()).toEqual([])
  })

  it('bring back what the lead looks at and keeps', async () => {
    const lead = await addLead()
    const { id } = await addAlert(lead)
    await agent.post(`users/alerts/${id}/send`)
    const [message] = await outbox(lead)
    const { html } = (await agent.get(`outbox/${message.id}`)).data
    const token = /\/homes\/([\w.-]+)"/.exec(html)?.[1]
    // Whoever was just made has been active just now.
    server.clock.now = new Date(Date.now() + 5 * 60_000)
    const visit = async (action: string) => (await server.signedOut.post(`homes/${token}`, { action }, reader)).data
    await server.signedOut.post(`homes/${token}`, { action: 'favourite' }, { 'user-agent': 'GoogleImageProxy' })
    await server.signedOut.post(
      `homes/${token}`,
      { action: 'view' },
      { ...reader, 'sec-purpose': 'prefetch;prerender' },
    )
    expect((await agent.get(`lead/${lead}/milestones`, { filter: [14, 15] })).data.data).toEqual([])
    expect(await visit('view')).toMatchObject({ is_favourite: false, agent: { email: 'agent@keyturn.test' } })
    await visit('view')
    expect(await visit('favourite')).toMatchObject({ is_favourite: true })
    const types = async () =>
      (await agent.get(`lead/${lead}/milestones`, { filter: [14, 15] })).data.data.map(
        ({ milestone_type_id, is_viewing }: { milestone_type_id: number; is_viewing: boolean }) => [
          milestone_type_id,
          is_viewing,
        ],
      )
    expect(await types()).toEqual([
      [15, true],
      [14, true],
    ])
    const { data } = await agent.get(`lead/${lead}`)
    expect(data).toMatchObject({ was_active: true, favourite_listings: [{ city: 'Toronto' }] })
    expect(await visit('unfavourite')).toMatchObject({ is_favourite: false })
    expect((await server.signedOut.post('homes/nothing-like-a-token', { action: 'view' })).http).toBe(404)
  })
})

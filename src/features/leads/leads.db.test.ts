import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: TestClient
let agent: TestClient

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('admin')
  agent = await server.signIn('agent')
})

afterAll(() => server?.close())

it('works a lead over the wire: add, find by every filter, change, refuse the stale, delete', async () => {
  const added = await agent.post('lead', {
    first_name: 'Wired',
    last_name: 'Lead',
    email: 'wired@mail.test',
    phone: '416 555 0142',
    roles: ['buyer_lead'],
    stated_price_min: 400_000,
    stated_price_max: 600_000,
    areas: '[]',
  })
  expect(added).toMatchObject({ http: 201, status: 1, data: { name: 'Wired Lead', phone: '+14165550142', version: 1 } })
  const { id } = added.data
  const found = await admin.get('leads/all', {
    search: '416-555-0142',
    type: ['buyer_lead'],
    status: [1],
    priceFrom: 600_000,
    hasTask: false,
    createdDate: { start: '2020-01-01' },
    score: { min: 0 },
    sort: '-created_at',
  })
  expect(found.data).toMatchObject({ total: 1, per_page: 25, current_page: 1, last_page: 1, data: [{ id }] })
  expect(await admin.get('leads/all/count', { search: 'wired lead' })).toMatchObject({ data: { count: 1 } })
  const changed = await agent.post(`lead/${id}`, { first_name: 'Rewired', email: '' }, { 'if-match': '"1"' })
  expect(changed.data).toMatchObject({ first_name: 'Rewired', email: null, version: 2 })
  const stale = await agent.post(`lead/${id}`, { first_name: 'Late' }, { 'if-match': '"1"' })
  expect(stale).toMatchObject({ http: 412, error: 'stale', data: { first_name: 'Rewired' } })
  const whole = await agent.postJson(`lead/${id}`, changed.data)
  expect(whole).toMatchObject({ http: 200, data: { first_name: 'Rewired' } })
  const status = await agent.post(`lead/${id}/status`, { status_value: 8, options: { delay: true } })
  expect(status.data).toMatchObject({ lead: { status_value: 8 }, stopped_campaigns: [] })
  const timeline = await agent.get(`lead/${id}/milestones`, { filter: ['all'], page: 1 })
  expect(timeline.data.data.map((item: { milestone_type_id: number }) => item.milestone_type_id)).toEqual([18, 16])
  expect(await agent.delete(`lead/${id}`)).toMatchObject({ http: 200, status: 1 })
  expect(await agent.get(`lead/${id}`)).toMatchObject({ http: 404, error: 'not_found' })
})

it('refuses what it does not know, by name', async () => {
  expect(await agent.post('lead', { first_name: 'X', foo: 1 })).toMatchObject({
    http: 422,
    message: { foo: [expect.any(String)] },
  })
  expect(await admin.get('leads/all', { colour: 'red' })).toMatchObject({ http: 422 })
  expect(await admin.get('leads/all', { perPage: 201 })).toMatchObject({ http: 422 })
  expect(await agent.get('leads/all')).toMatchObject({ http: 403, error: 'forbidden' })
  expect(await agent.post('lead', { first_name: 'X', email: 'no' })).toMatchObject({
    http: 422,
    message: { email: [expect.any(String)] },
  })
})

it('offers what the filters choose from', async () => {
  for (const path of ['tags', 'areas', 'sites', 'lead-sources', 'leads/counts', 'milestone-types'])
    expect(await admin.get(path)).toMatchObject({ http: 200, status: 1 })
  expect((await agent.get('leads/counts', { subscription: 'Subscribed' })).data).toEqual({ leads: 0, clients: 0 })
  expect((await agent.get('leads/counts', { subscription: 'Subscribed', totals: 1 })).data.totals).toMatchObject({
    leads: expect.any(Number),
    clients: expect.any(Number),
  })
})

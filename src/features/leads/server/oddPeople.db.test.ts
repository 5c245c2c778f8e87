import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { leadPath } from '../rules.ts'

let server: TestServer
let agent: TestClient
let admin: TestClient
let oddville: { id: number; name: string }[]

beforeAll(async () => {
  server = await startTestServer()
  // Before anybody asks: places are remembered for some seconds.
  oddville = await query(
    `INSERT INTO areas (type, name) SELECT 'locality', 'Oddville ' || n FROM generate_series(1, 40) n RETURNING id, name`,
  )
  agent = await server.signIn('agent')
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.pool.query(text, values)).rows
const add = async (fields: object, person = agent) => {
  const answer = await person.post('lead', fields)
  expect(answer.http, JSON.stringify(answer.message)).toBe(201)
  return answer.data
}
const found = async (search: string): Promise<number[]> =>
  (await admin.get('leads/adminsearch', { search, perPage: 200 })).data.data.map((row: { id: number }) => row.id)

const long = 'Wolfeschlegelsteinhausenbergerdorff-'.repeat(3).slice(0, 99)

describe('a person without anything to name or reach them by', () => {
  it('is refused, also when a change would leave a lead so', async () => {
    const nobody = { http: 422, data: { errors: ['A lead needs a name, an e-mail address or a phone number.'] } }
    expect(await agent.post('lead', { first_name: ' ', email: '' })).toMatchObject(nobody)
    const lead = await add({ first_name: 'Onlynameq' })
    expect(await agent.post(`lead/${lead.id}`, { first_name: '', last_name: '' })).toMatchObject(nobody)
    const reached = { first_name: '', email_private: 'onlynameq@example.com' }
    expect(await agent.post(`lead/${lead.id}`, reached)).toMatchObject({ http: 200, data: { first_name: '' } })
  })
})

describe('a person whose name is unusual', () => {
  it.each([
    ['美玲', '陳', ['陳', '美玲', '陳 美玲', '美玲 陳', '美']],
    ['지우', '김', ['지우', '김', '김 지우']],
    ['Jean-Lucq', "D'Arcyzq", ['je', 'lu', 'ar', 'd', 'lu ar', "d'"]],
  ])('is found by how any word of it begins: %s %s', async (first_name, last_name, searches) => {
    const lead = await add({ first_name, last_name })
    for (const search of searches) expect(await found(search), search).toContain(lead.id)
  })

  it.each([
    ['only a first name', 'Madonnaq', '', 'madonnaq'],
    ['only a last name', '', 'Sukarnoq', 'sukarnoq'],
    ['more than 80 characters', long, `${long}x`, 'wolfeschlegelstein'],
    ['right to left', 'محمد', 'عبد الله', 'محمد'],
    ['Hebrew', 'שלום', 'עולם', 'עולם'],
    ['Chinese', '李', '小龍', '李 小龍'],
    ['emoji of several parts', '👩‍👩‍👧‍👦 Quin', '🏳️‍🌈', 'quin'],
    ['apostrophes', "D'Arcyq", "O'Neilq-O’Neill", "o'neilq"],
    ['the text null', 'null', 'undefined', 'null undef'],
    ['what looks like code', "'; DROP TABLE leads; --", '<b>Bobbyq</b>', '<b>bobbyq'],
    ['percent and underscore', '100%q', 'a_bq', '100%q'],
    ['what looks like a number', '007', '1e309', '007 1e309'],
  ])('is kept to the letter, listed, found and changed: %s', async (_what, first_name, last_name, search) => {
    const lead = await add({ first_name, last_name })
    expect(lead).toMatchObject({ first_name, last_name, name: `${first_name} ${last_name}`.trim() })
    expect(await found(search)).toContain(lead.id)
    expect(leadPath(lead)).toMatch(new RegExp(`_${lead.id}$`))
    const listed = await agent.get('leads/leads', { sort: 'name', perPage: 200 })
    expect(listed.data.data.map((row: { id: number }) => row.id)).toContain(lead.id)
    const changed = await agent.post(`lead/${lead.id}`, { first_name: `${first_name.slice(0, 40)}!`, last_name })
    expect(changed).toMatchObject({
      http: 200,
      data: { first_name: `${first_name.slice(0, 40)}!`, last_name, version: 2 },
    })
  })

  it('is refused where it is too long or holds what no text holds', async () => {
    expect(await agent.post('lead', { first_name: 'x'.repeat(101) })).toMatchObject({ http: 422, error: 'validation' })
    expect((await agent.postJson('lead', { first_name: 'a\u0000b' })).http).toBe(422)
    expect((await agent.postJson('lead', { first_name: 'half \ud83d' })).http).toBe(422)
    expect((await agent.get('leads/leads', { search: '\0' })).http).toBe(422)
    expect((await agent.post('lead', { first_name: ' ', last_name: '' })).http).toBe(422)
  })

  it('may be that of somebody else: both are listed, on pages that do not mix them up', async () => {
    const ids = []
    for (let twin = 0; twin < 5; twin++) ids.push((await add({ first_name: 'Same', last_name: 'Nameq' })).id)
    const pages: number[] = []
    for (const page of [1, 2, 3, 4, 5]) {
      const { data } = await agent.get('leads/leads', { sort: 'name', search: 'same nameq', page, perPage: 1 })
      pages.push(...data.data.map((row: { id: number }) => row.id))
    }
    expect(pages).toEqual(ids)
  })
})

describe('a person from abroad', () => {
  it.each([
    ['+44 20 7946 0958', '+442079460958', '020 7946 0958'],
    ['+49 30 901820', '+4930901820', '+49 30 901820'],
    ['+81 3-5253-1111', '+81352531111', '81352531111'],
    ['+52 55 5093 3000', '+525550933000', '5093 3000'],
  ])('keeps the number %s', async (phone, stored, search) => {
    const lead = await add({ first_name: 'Foreign', phone })
    expect(lead.phone).toBe(stored)
    expect(await found(search)).toEqual([lead.id])
  })

  it('types it as at home when the country is said', async () => {
    expect(await add({ first_name: 'Local', phone: '0171 5555 123', phone_country_code: 'de' })).toMatchObject({
      phone: '+491715555123',
      phone_country_code: 'DE',
    })
    expect((await agent.post('lead', { first_name: 'No', phone: '12' })).http).toBe(422)
  })
})

describe('a person of whom little or much is known', () => {
  it('has no address, number, area or price', async () => {
    const lead = await add({ first_name: 'Unknownq' })
    expect(lead).toMatchObject({
      email: null,
      phone: null,
      areas: [],
      primary_area: 'Toronto',
      primary_areas: [],
      all_areas: [],
      complete: false,
      roles_string: '',
      agent_id: expect.any(Number),
    })
    expect(await add({ email: 'only.address@odd.test' })).toMatchObject({ name: '', first_name: '' })
  })

  it('looks in 40 areas: two are shown first, the others follow in the order in which they were chosen', async () => {
    const chosen = oddville.toReversed()
    const areas = JSON.stringify(chosen.map(({ id }) => ({ area_id: id, area_type: 'locality' })))
    await add({ first_name: 'Roamerq', areas })
    const [row] = (await agent.get('leads/leads', { search: 'roamerq' })).data.data
    expect(row.primary_areas).toEqual(['Oddville 40', 'Oddville 39'])
    expect(row.all_areas).toHaveLength(38)
    const { data: lead } = await agent.get(`lead/${row.id}`)
    expect(lead.areas.map((area: { area_id: number }) => area.area_id)).toEqual(chosen.map(({ id }) => id))
    const posted = await agent.postJson(`lead/${row.id}`, lead)
    expect(posted).toMatchObject({ http: 200, data: { version: lead.version } })
  })
})

describe('leads of somebody who left', () => {
  it('stay with them for those who see all, under their name, until they are handed over', async () => {
    const lead = await add({ first_name: 'Leftover', last_name: 'Q' }, await server.signIn('agent2'))
    await query(`UPDATE users SET is_active = false WHERE email = 'agent2@keyturn.test'`)
    const { data } = await admin.get('leads/all', { agent: [lead.agent_id], search: 'leftover' })
    expect(data.data).toMatchObject([{ id: lead.id, agent: { id: lead.agent_id, name: expect.stringMatching(/\w/) } }])
    expect((await admin.get(`lead/${lead.id}`)).data).toMatchObject({ agent_id: lead.agent_id })
    expect((await admin.post('leads/status', { selected: [lead.id], status_value: 2 })).data).toMatchObject({
      changed: 1,
    })
  })

  it('are not added for them, nor for nobody known', async () => {
    const [left] = await query<{ id: number }>(
      `SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = 'agent2@keyturn.test'`,
    )
    for (const agent_id of [left?.id, 2_000_000_000])
      expect(await admin.post('lead', { first_name: 'For', agent_id })).toMatchObject({
        http: 422,
        message: { agent_id: [expect.any(String)] },
      })
  })
})

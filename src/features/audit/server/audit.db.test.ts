import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

interface Written {
  at?: string
  actor?: number
  viewer?: number
  call?: string
  subject?: string
  subject_id?: string
  outcome?: string
}

describe('the audit log', () => {
  let server: TestServer
  let admin: TestClient
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.signIn('admin')
    const { rows } = await server.database.pool.query(`SELECT id, split_part(email, '@', 1) AS name FROM users`)
    for (const { id, name } of rows) ids[name] = id
    await write({ at: '2026-03-08T04:59:59Z', call: 'tests.late', subject: 'day' })
    await write({ at: '2026-03-08T05:00:00Z', call: 'tests.first', subject: 'day' })
    await write({ at: '2026-03-09T03:59:59Z', call: 'tests.last', subject: 'day' })
    await write({ at: '2026-03-09T04:00:00Z', call: 'tests.after', subject: 'day' })
    await write({ actor: ids.admin, viewer: ids.agent, call: 'tests.acted', subject: 'lead', subject_id: '12' })
    await write({ actor: ids.agent, viewer: ids.agent, call: 'tests.pressed', subject: 'lead', subject_id: '13' })
    await write({ actor: ids.agent2, viewer: ids.agent2, call: 'tests.Refused', subject: 'lead', outcome: 'forbidden' })
  })
  afterAll(() => server.close())

  const write = ({ at, actor, viewer, call = 'tests.any', subject, subject_id, outcome = 'done' }: Written) =>
    server.database.pool.query(
      `INSERT INTO audit_entries (at, actor_user_id, viewer_user_id, call, subject, subject_id, outcome)
       VALUES (coalesce($1, now()), $2, $3, $4, $5, $6, $7)`,
      [at, actor, viewer, call, subject, subject_id, outcome],
    )
  const calls = async (filters: object, as = admin) =>
    (await as.get('audit', filters)).data.data.map((entry: { call: string }) => entry.call) as string[]

  it('finds by who pressed or whose account was open, and tells the two apart', async () => {
    expect(await calls({ user_id: ids.agent })).toEqual(['tests.pressed', 'tests.acted'])
    const [entry] = (await admin.get('audit', { call: 'acted' })).data.data
    expect(entry).toMatchObject({
      actor: { id: ids.admin, name: 'Grace Oyelaran' },
      acting_as: { id: ids.agent, name: 'Maya Lindqvist' },
    })
    const [own] = (await admin.get('audit', { call: 'pressed' })).data.data
    expect(own).toMatchObject({ actor: { id: ids.agent }, acting_as: null })
  })

  it('is exported as CSV, narrowed like the list, for those who may read it, and says so itself', async () => {
    const response = await admin.raw('audit/export?subject=day')
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const [headings, ...lines] = parse(await response.text(), { bom: true }) as string[][]
    expect(headings?.slice(0, 5)).toEqual(['When', 'Who', 'Logged in as', 'What', 'Action'])
    expect(lines.map(line => line[4])).toEqual(['tests.after', 'tests.last', 'tests.first', 'tests.late'])
    const acted = parse(await (await admin.raw('audit/export?call=tests.acted')).text(), { bom: true }) as string[][]
    expect(acted[1]?.slice(1, 3)).toEqual(['Grace Oyelaran', 'Maya Lindqvist'])
    expect(acted[1]?.[6]).toBe('lead 12')
    const [entry] = (await admin.get('audit', { call: 'audit.export' })).data.data
    expect(entry.sentence.map(({ text }: { text: string }) => text).join('')).toBe(
      'Grace Oyelaran exported the audit log',
    )
    const agent = await server.signIn('agent')
    expect((await agent.raw('audit/export')).status).toBe(403)
  })

  it('finds by subject, record, part of a call and outcome, together', async () => {
    expect(await calls({ subject: 'lead' })).toEqual(['tests.Refused', 'tests.pressed', 'tests.acted'])
    expect(await calls({ subject: 'lead', subject_id: '13' })).toEqual(['tests.pressed'])
    expect(await calls({ call: 'TESTS.ref' })).toEqual(['tests.Refused'])
    expect(await calls({ call: '%' })).toEqual([])
    expect(await calls({ subject: 'lead', outcome: 'forbidden' })).toEqual(['tests.Refused'])
    expect(await calls({ subject: 'lead', outcome: 'forbidden', user_id: ids.agent })).toEqual([])
  })

  it('takes days as the caller lives them, also where the clocks change', async () => {
    const day = { from: '2026-03-08', to: '2026-03-08', subject: 'day' }
    expect(await calls(day)).toEqual(['tests.last', 'tests.first'])
    expect(await calls({ to: '2026-03-07', subject: 'day' })).toEqual(['tests.late'])
    expect(await calls({ from: '2026-03-09', subject: 'day' })).toEqual(['tests.after'])
    await server.database.pool.query(`UPDATE users SET zone = 'Pacific/Auckland' WHERE email = 'super@keyturn.test'`)
    expect(await calls(day, await server.signIn('super'))).toEqual(['tests.first', 'tests.late'])
  })

  it('pages by cursor and by address, under the same filters, without losing what comes meanwhile', async () => {
    const first = (await admin.get('audit', { subject: 'day', perPage: 3 })).data
    expect(first).toMatchObject({ total: 4, last_page: 2, total_is_estimate: false })
    await write({ call: 'tests.meanwhile', subject: 'day' })
    const second = (await admin.get('audit', { subject: 'day', perPage: 3, cursor: first.next_cursor })).data
    expect(second.data.map((entry: { call: string }) => entry.call)).toEqual(['tests.late'])
    expect(second).toMatchObject({ next_cursor: null, next_page_url: null })
    const followed = await (await admin.raw(first.next_page_url)).json()
    expect(followed.data.data.map((entry: { subject: string }) => entry.subject)).toEqual(['day', 'day'])
  })

  it('writes down a change with what was before and after, and never a secret', async () => {
    const user = (await admin.get(`users/${ids.newagent}`)).data
    await admin.post(`users/${ids.newagent}`, { last_name: 'Castellani' })
    const [entry] = (await admin.get('audit', { subject: 'user', subject_id: String(ids.newagent) })).data.data
    expect(entry).toMatchObject({ call: 'people.updateUser', outcome: 'done', actor: { id: ids.admin } })
    expect(entry.changes[0].before.last_name).toBe(user.last_name)
    expect(entry.changes[0].after.last_name).toBe('Castellani')
    expect(JSON.stringify((await admin.get('audit', { perPage: 200 })).data)).not.toContain(admin.token ?? 'no token')
  })

  it('refuses to be changed, even by the database', async () => {
    for (const statement of [
      `UPDATE audit_entries SET call = 'x'`,
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
    ])
      await expect(server.database.pool.query(statement)).rejects.toThrow('append-only')
  })

  it('refuses days that do not exist', async () => {
    expect(await admin.get('audit', { from: '2026-02-30' })).toMatchObject({ http: 422 })
  })
})

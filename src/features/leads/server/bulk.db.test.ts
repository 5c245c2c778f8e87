import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let agent: TestClient
let other: TestClient
let admin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  agent = await server.signIn('agent')
  other = await server.signIn('agent2')
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.pool.query(text, values)).rows

/** Leads of an account, made in one statement. */
const leadsOf = async (account: string, count: number, { status = 1, personal = true } = {}) =>
  (
    await query<{ id: number }>(
      `INSERT INTO leads (first_name, last_name, agent_id, status_value, is_personal, email, email_key)
       SELECT 'Bulk', 'Lead' || n, a.id, $3, $4, 'b' || n || $5 || '@bulk.test', 'b' || n || $5 || '@bulk.test'
       FROM agents a JOIN users u ON u.id = a.user_id, generate_series(1, $2) n
       WHERE u.email = $1 ORDER BY n RETURNING id`,
      [`${account}@keyturn.test`, count, status, personal, String(++made)],
    )
  ).map(row => row.id)
let made = 0

const statusesOf = async (ids: readonly number[]) =>
  (await query<{ status_value: number }>('SELECT status_value FROM leads WHERE id = ANY($1) ORDER BY id', [ids])).map(
    row => row.status_value,
  )
const ended = (client: TestClient, id: number) =>
  expect
    .poll(async () => (await client.get(`bulk/${id}`)).data, { timeout: 30_000, interval: 50 })
    .toMatchObject({ state: expect.stringMatching(/^(done|undone|failed)$/) })
    .then(async () => (await client.get(`bulk/${id}`)).data)

describe('a change of an entire list', () => {
  const change = (rest: object) =>
    other.post('leads/status', { all: 1, tab: 'leads', search: 'Bulk', status_value: 4, ...rest })

  it('is refused when a filter is misspelt inside, by the name of the field, and changes nobody', async () => {
    const ids = await leadsOf('agent2', 3)
    for (const [filter, field] of [
      [{ score: { from: 80 } }, 'score.from'],
      [{ claimedDate: { from: '2027-01-01' } }, 'claimedDate.from'],
    ] as const)
      for (const answer of [await change(filter), await other.get('leads/leads', filter)]) {
        expect(answer).toMatchObject({ http: 422, error: 'validation' })
        expect(Object.keys(answer.message ?? {})).toEqual([field])
      }
    expect(await statusesOf(ids)).toEqual([1, 1, 1])
    await query('DELETE FROM leads WHERE id = ANY($1)', [ids])
  })

  it('is refused with the new number when that is far from what the person saw, and goes on with it', async () => {
    const ids = await leadsOf('agent2', 40)
    for (const expected of [0, 29, 51, 4000]) {
      expect(await change({ expected })).toMatchObject({ http: 409, error: 'conflict', data: { expected, count: 40 } })
    }
    expect(await statusesOf(ids)).toEqual(ids.map(() => 1))
    expect(await change({ expected: 19, except: ids.slice(0, 20) })).toMatchObject({ http: 200, data: { changed: 20 } })
    expect(await change({ expected: 31 })).toMatchObject({ http: 200, data: { changed: 20 } })
    await query('DELETE FROM leads WHERE id = ANY($1)', [ids])
  })

  it('is asked the same of tags, hand-overs, deletion and exports', async () => {
    const ids = await leadsOf('agent2', 12)
    const all = { all: 1, tab: 'leads', search: 'Bulk', expected: 500 }
    const { data: tag } = await other.post('tags', { tag: 'Expected' })
    const { id: receiver } = (
      await query<{ id: number }>(
        `SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = 'agent@keyturn.test'`,
      )
    )[0] ?? { id: 0 }
    const refused = { http: 409, data: { expected: 500, count: 12 } }
    expect(await other.post('leads/tags/assign', { ...all, tag_ids: [tag.id] })).toMatchObject(refused)
    expect(await other.delete('leads/tags/remove', { ...all, tag_ids: [tag.id] })).toMatchObject(refused)
    expect(await other.post('leads/reassign', { ...all, agentId: receiver })).toMatchObject(refused)
    expect(await other.post('leads/remove', all)).toMatchObject(refused)
    const mine = { all: 1, tab: 'all', search: 'Bulk', expected: 500 }
    expect(await admin.post('exports', mine)).toMatchObject({ http: 409, data: { expected: 500 } })
    await query('DELETE FROM leads WHERE id = ANY($1)', [ids])
  })
})

describe('the status of many leads', () => {
  it('says how many changed and why others did not; Undo gives each the status it had', async () => {
    const own = await leadsOf('agent', 3)
    const [clients] = [await leadsOf('agent', 1, { status: 9 })]
    const same = await leadsOf('agent', 2, { status: 4 })
    const foreign = await leadsOf('agent2', 1)
    const [gone = 0] = await leadsOf('agent', 1)
    await agent.delete(`lead/${gone}`)
    const answer = await agent.post('leads/status', {
      selected: [...own, ...clients, ...same, ...foreign, gone, 99_999_999],
      status_value: 4,
    })
    expect(answer.data).toMatchObject({
      changed: 4,
      stopped_campaigns: [],
      run: { action: 'leads.status', title: 'Set status to Nurturing', state: 'done', total: 9, changed: 4 },
    })
    expect(answer.data.run.skipped).toEqual([
      { reason: 'already Nurturing', count: 2 },
      { reason: 'deleted', count: 1 },
      { reason: 'gone or no longer yours', count: 2 },
    ])
    expect(await statusesOf(foreign)).toEqual([1])
    await agent.post(`lead/${own[0]}/status`, { status_value: 6 })
    const undone = await agent.post(`bulk/${answer.data.run.id}/undo`)
    expect(undone.data).toMatchObject({ state: 'undone', changed: 3, skipped: [{ reason: 'changed since', count: 1 }] })
    expect(await statusesOf([...own, ...clients])).toEqual([6, 1, 1, 9])
  })

  it('is set in the background for an entire list without single leads, with its timeline', async () => {
    const ids = await leadsOf('agent2', 700)
    const [first = 0, ...rest] = ids
    const answer = await other.post('leads/status', {
      all: 1,
      tab: 'leads',
      search: 'Bulk',
      except: [first],
      status_value: 5,
    })
    expect(answer.data.run).toMatchObject({ state: 'queued', undo_until: null })
    const run = await ended(other, answer.data.run.id)
    expect(run).toMatchObject({ state: 'done', done: run.total })
    expect(new Set(await statusesOf(rest))).toEqual(new Set([5]))
    expect(await statusesOf([first])).toEqual([1])
    const [milestones] = await query<{ count: number }>(
      'SELECT count(DISTINCT lead_id)::int AS count FROM milestones WHERE lead_id = ANY($1) AND milestone_type_id = 18',
      [ids],
    )
    expect(milestones?.count).toBe(699)
    const [live] = await query<{ ids: number[] }>(
      `SELECT ids FROM live_changes WHERE topic = 'leads' ORDER BY id DESC LIMIT 1`,
    )
    expect(live?.ids).toEqual([])
    await other.post(`bulk/${run.id}/undo`)
    expect(await ended(other, run.id)).toMatchObject({ state: 'undone', changed: run.changed })
    expect(new Set(await statusesOf(ids))).toEqual(new Set([1]))
  })

  it('of leads that went to somebody else meanwhile stays as it is', async () => {
    const ids = await leadsOf('agent', 3)
    const { data } = await agent.post('leads/status', { selected: ids, status_value: 7 })
    await query('UPDATE leads SET agent_id = (SELECT agent_id FROM leads WHERE id = $2) WHERE id = $1', [
      ids[0],
      (await leadsOf('agent2', 1))[0],
    ])
    const undone = await agent.post(`bulk/${data.run.id}/undo`)
    expect(undone.data).toMatchObject({ changed: 2, skipped: [{ reason: 'changed since', count: 1 }] })
    expect(await statusesOf(ids)).toEqual([7, 1, 1])
  })
})

describe('deleting many leads', () => {
  it('deletes personal ones only, and puts them back', async () => {
    const personal = await leadsOf('agent', 2)
    const given = await leadsOf('agent', 1, { personal: false })
    const { data } = await agent.post('leads/remove', { selected: [...personal, ...given] })
    expect(data).toMatchObject({
      removed: 2,
      run: { state: 'done', skipped: [{ reason: 'not a personal lead', count: 1 }] },
    })
    expect((await agent.get(`lead/${personal[0]}`)).http).toBe(404)
    expect((await agent.get(`lead/${given[0]}`)).http).toBe(200)
    const undone = await agent.post(`bulk/${data.run.id}/undo`)
    expect(undone.data).toMatchObject({ state: 'undone', changed: 2 })
    expect((await agent.get(`lead/${personal[0]}`)).http).toBe(200)
  })

  it('never brings a person back who was added again', async () => {
    const [first = 0, second = 0] = await leadsOf('agent', 2)
    const { data } = await agent.post('leads/remove', { selected: [first, second] })
    const [{ email } = { email: '' }] = await query<{ email: string }>('SELECT email FROM leads WHERE id = $1', [first])
    expect((await agent.post('lead', { first_name: 'Again', email })).http).toBe(201)
    const undone = await agent.post(`bulk/${data.run.id}/undo`)
    expect(undone.data).toMatchObject({
      changed: 1,
      skipped: [{ reason: 'the same person was added again', count: 1 }],
    })
    expect((await agent.post(`lead/${first}/restore`)).http).toBe(409)
  })
})

describe('a deleted lead', () => {
  it('comes back within ten minutes, to whom it belongs', async () => {
    const [id = 0] = await leadsOf('agent', 1)
    await agent.delete(`lead/${id}`)
    expect((await other.post(`lead/${id}/restore`)).http).toBe(404)
    expect((await agent.post(`lead/${id}/restore`)).data).toMatchObject({ id, deleted_at: null, version: 3 })
    expect((await agent.post(`lead/${id}/restore`)).http).toBe(404)
    await agent.delete(`lead/${id}`)
    await query(`UPDATE leads SET deleted_at = now() - interval '11 minutes' WHERE id = $1`, [id])
    expect((await agent.post(`lead/${id}/restore`)).http).toBe(404)
  })

  it('answers whoever still has it open that it does not exist, and changes nothing', async () => {
    const [id = 0] = await leadsOf('agent', 1)
    await agent.delete(`lead/${id}`)
    for (const answer of [
      await agent.get(`lead/${id}`),
      await agent.post(`lead/${id}`, { first_name: 'Late' }),
      await agent.post(`lead/${id}/status`, { status_value: 3 }),
      await agent.delete(`lead/${id}`),
      await admin.get(`lead/${id}`),
    ])
      expect(answer).toMatchObject({
        http: 404,
        error: 'not_found',
        message: 'This lead does not exist or you do not have access to it.',
      })
    expect(await query('SELECT first_name, status_value, version FROM leads WHERE id = $1', [id])).toEqual([
      { first_name: 'Bulk', status_value: 1, version: 2 },
    ])
  })
})

describe('an entire list', () => {
  it('of more than 10,000 leads answers its size only', async () => {
    await sql`
      INSERT INTO leads (first_name, source) SELECT 'Mass', 'mass' FROM generate_series(1, 10001)`.execute(
      server.database.db,
    )
    const all = await admin.get('leads/all/leads', { tab: 'all', source: ['mass'] })
    expect(all.data.ids).toBeUndefined()
    expect(all.data.total).toBeGreaterThan(10_000)
    const { data } = await admin.get('leads/all/leads', { tab: 'all', search: 'Bulk Lead' })
    expect(data.ids).toHaveLength(data.total)
  })
})

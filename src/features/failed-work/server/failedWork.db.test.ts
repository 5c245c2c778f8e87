import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

describe('failed work', { timeout: 60_000 }, () => {
  let server: TestServer
  let admin: TestClient
  let agent: TestClient
  beforeAll(async () => {
    server = await startTestServer({ KEYTURN_LOG: 'silent' })
    admin = await server.signIn('admin')
    agent = await server.signIn('agent')
  }, 60_000)
  afterAll(() => server.close())
  beforeEach(() => server.database.pool.query("DELETE FROM pgboss.job WHERE state = 'failed'"))

  const one = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows[0]
  const fail = async (name: string, data: object, why = 'There was no room left on the disk.', minutes = 1) =>
    (
      await one(
        `INSERT INTO pgboss.job (name, data, state, output, retry_limit, retry_count, completed_on)
         VALUES ($1, $2, 'failed', $3, 5, 5, now() - make_interval(mins => $4)) RETURNING id`,
        [name, data, { why }, minutes],
      )
    ).id as string
  const list = async (query: Record<string, string | number> = {}) => (await admin.get('failed-work', query)).data
  const makeLead = async () =>
    (await agent.post('lead', { first_name: 'Amara', last_name: 'Obi', email: `amara${Date.now()}@people.test` })).data
  const GONE = 2_000_000_000

  it('lists what failed for good in words, newest first, with the record that it is about', async () => {
    const lead = await makeLead()
    await fail('make-export', { export_id: GONE }, 'There was no room left on the disk.', 5)
    await fail('look-for-duplicates', { leads: [lead.id] })
    const { data, total } = await list()
    expect(total).toBe(2)
    expect(data).toEqual([
      expect.objectContaining({
        title: 'Look for duplicates of a lead',
        about: expect.objectContaining({ id: lead.id }),
      }),
      expect.objectContaining({
        title: 'Make an export',
        why: 'There was no room left on the disk.',
        tries: 6,
        about: null,
      }),
    ])
    expect((await admin.get('failed-work/kinds')).data).toEqual([
      { kind: 'look-for-duplicates', title: 'Look for duplicates of a lead', count: 1, is_repeatable: true },
      { kind: 'make-export', title: 'Make an export', count: 1, is_repeatable: true },
    ])
  })

  it('runs one again, and does nothing more when Retry is pressed twice', async () => {
    const id = await fail('make-export', { export_id: GONE })
    const answers = await Promise.all([
      admin.post('failed-work/retry', { id }),
      admin.post('failed-work/retry', { id }),
    ])
    expect(answers.map(({ http }) => http)).toEqual([200, 200])
    expect(answers.map(({ data }) => data.count).toSorted()).toEqual([0, 1])
    await expect
      .poll(async () => (await one('SELECT state FROM pgboss.job WHERE id = $1', [id])).state)
      .toBe('completed')
    const entries = (await (await server.signIn('super')).get('audit', { subject: 'work' })).data.data
    expect(JSON.stringify(entries[0].sentence)).toContain('Make an export')
  })

  it('runs all of a kind again, however many, and leaves other kinds', async () => {
    await server.database.pool.query(
      `INSERT INTO pgboss.job (name, data, state, output, retry_limit, retry_count, completed_on)
       SELECT 'make-export', '{"export_id": 2000000000}', 'failed', '{"why": "x"}', 5, 5, now() - make_interval(secs => n)
       FROM generate_series(1, 450) n`,
    )
    await fail('fetch-text-picture', { picture_id: GONE })
    expect((await admin.post('failed-work/retry', { kind: 'make-export' })).data).toEqual({ count: 450, left: 0 })
    expect((await admin.post('failed-work/retry', { kind: 'make-export' })).data).toEqual({ count: 0, left: 0 })
    expect((await list()).data).toEqual([expect.objectContaining({ kind: 'fetch-text-picture' })])
  })

  it('does not send again what a provider may have sent, neither alone nor with all of its kind', async () => {
    const lead = await makeLead()
    const sending = await one(
      `INSERT INTO sendings (cause, lead_id, channel, class, is_marketing, is_by_hand, is_confirmed, state, job, due_at,
         created_at, decided_at)
       VALUES ('test:1', $1, 'email', 'personal', false, true, false, 'unknown', 'send-email', now(), now(), now())
       RETURNING id`,
      [lead.id],
    )
    const id = await fail('send-email', { sending_id: sending.id })
    const [entry] = (await list()).data
    expect(entry).toMatchObject({ next: 'uncertain', about: { kind: 'lead', id: lead.id } })
    expect((await admin.post('failed-work/retry', { id })).message).toMatch(/Nobody knows whether/)
    expect((await admin.post('failed-work/retry', { kind: 'send-email' })).data).toEqual({ count: 0, left: 1 })
    expect((await list()).total).toBe(1)
  })

  it('does not run what makes no sense any more', async () => {
    const id = await fail('move-leg', { leg: 'CA1', move: 'end' })
    expect((await list()).data).toEqual([expect.objectContaining({ next: 'over' })])
    expect((await admin.post('failed-work/retry', { id })).http).toBe(409)
    expect((await admin.post('failed-work/dismiss', { id })).data).toEqual({ count: 1 })
    expect((await admin.post('failed-work/dismiss', { id })).data).toEqual({ count: 0 })
  })

  it('shows work by the clock once, with how often it failed, and no more once it has worked again', async () => {
    for (const minutes of [3, 2, 1]) await fail('fade-scores', {}, 'The database was busy.', minutes)
    const { data, total } = await list()
    expect(total).toBe(1)
    expect(data).toEqual([expect.objectContaining({ kind: 'fade-scores', times: 3, runs_by_clock: true })])
    await admin.post('failed-work/retry', { id: data[0].id })
    await expect.poll(async () => (await list()).total).toBe(0)
  })

  it('keeps of a job that fails the reason alone, and says so live', async () => {
    const { rows } = await server.database.pool.query(
      `INSERT INTO pgboss.job (name, data, state, retry_limit) VALUES ('make-export', '{"export_id": "ada@people.test"}', 'created', 0)
       RETURNING id`,
    )
    const changes = async () =>
      Number((await one("SELECT count(*) AS count FROM live_changes WHERE topic = 'failed-work'")).count)
    const before = await changes()
    await expect.poll(async () => (await list()).total).toBe(1)
    expect(await changes()).toBeGreaterThan(before)
    const { output } = await one('SELECT output FROM pgboss.job WHERE id = $1', [rows[0].id])
    expect(output).toEqual({ why: 'A fault in Keyturn (ZodError). The log of the server says more.' })
  })

  it('pages by cursor, and is kept for thirty days', async () => {
    for (const minutes of [4, 3, 2, 1]) await fail('make-export', { export_id: GONE }, `${minutes}`, minutes)
    const first = await list({ perPage: 3 })
    const rest = await list({ perPage: 3, cursor: first.next_cursor })
    const why = (page: { data: { why: string }[] }) => page.data.map(each => each.why)
    expect([why(first), why(rest)]).toEqual([['1', '2', '3'], ['4']])
    await server.database.pool.query(
      "INSERT INTO pgboss.job (name, data, state, retry_limit) VALUES ('forget-what-is-old', '{}', 'created', 0)",
    )
    const shortest = "SELECT min(deletion_seconds) AS seconds FROM pgboss.job WHERE state = 'failed'"
    await expect.poll(async () => (await one(shortest)).seconds).toBe(30 * 86_400)
  })

  it('is for administrators of the system alone', async () => {
    const id = await fail('make-export', { export_id: GONE })
    const asAgent = [
      await agent.get('failed-work'),
      await agent.get('failed-work/kinds'),
      await agent.post('failed-work/retry', { id }),
      await agent.post('failed-work/dismiss', { id }),
    ]
    expect(asAgent.map(({ http }) => http)).toEqual([403, 403, 403, 403])
    expect((await admin.post('failed-work/retry', {})).http).toBe(422)
  })
})

import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testConfig } from '../../testing/config.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { read, remote, write } from '../wire/call.ts'
import type { Handlers } from './calls/handlers.ts'
import type { Viewer } from './context.ts'
import { invalid, stale } from './errors.ts'
import type { ServerFeature } from './feature.ts'
import { defineJob } from './jobs/jobs.ts'
import { type RunningProcess, startProcess } from './process.ts'

declare module '../wire/live.ts' {
  interface Topics {
    cups: true
  }
}

declare module '../wire/call.ts' {
  interface Permissions {
    wash_cups: true
    fly: true
  }
}

declare module '../wire/audit.ts' {
  interface AuditSubjects {
    cup: true
  }
}

const Cup = z.object({ id: z.int(), colour: z.string(), version: z.int() })
const cups = {
  list: read('cups', { right: 'signed_in', output: z.array(Cup) }),
  create: write('cup', {
    right: 'wash_cups',
    input: z.object({ colour: z.string().min(1), password: z.string().optional() }),
    output: Cup,
    creates: true,
  }),
  paint: write('cup/:id', { right: 'wash_cups', input: z.object({ colour: z.string() }), output: Cup }),
  fetch: remote('cups/fetch', { right: 'signed_in', output: z.object({ stored: z.int() }) }),
  leak: read('cups/leak', { right: 'public', output: z.object({ colour: z.string() }) }),
  break: read('cups/break', { right: 'public', output: z.object({}) }),
  flood: read('cups/flood', { right: 'public', output: z.object({}) }),
  cut: write('cups/cut', { right: 'signed_in', output: z.object({}) }),
  follow: write('cups/follow', { right: 'signed_in', output: z.object({}) }),
}

const washed: number[] = []
const wash = defineJob({
  name: 'wash-cup',
  title: 'Wash a cup',
  data: z.object({ id: z.int() }),
  async run(_ctx, { id }) {
    washed.push(id)
  },
})

const handlers: Handlers<typeof cups> = {
  async list(ctx) {
    return (await sql<z.output<typeof Cup>>`SELECT id, colour, version FROM cups ORDER BY id`.execute(ctx.db)).rows
  },
  async create(ctx, { colour }) {
    const { rows } = await sql<
      z.output<typeof Cup>
    >`INSERT INTO cups (colour) VALUES (${colour}) RETURNING id, colour, version`.execute(ctx.db)
    const [cup] = rows
    if (!cup) throw new Error('no cup')
    ctx.changed('cups', [cup.id], ['right:wash_cups'])
    ctx.audit({ subject: 'cup', subject_id: cup.id, after: cup })
    await ctx.enqueue(wash, { id: cup.id })
    if (colour === 'invisible') throw invalid({ colour: ['Nobody would find it.'] })
    return cup
  },
  async paint(ctx, { id, colour }, { ifMatch }) {
    const { rows } = await sql<
      z.output<typeof Cup>
    >`SELECT id, colour, version FROM cups WHERE id = ${id} FOR UPDATE`.execute(ctx.db)
    if (ifMatch !== null && rows[0]?.version !== ifMatch) throw stale(rows[0])
    await sql`UPDATE cups SET colour = ${colour}, version = version + 1 WHERE id = ${id}`.execute(ctx.db)
    ctx.changed('cups', [id], ['right:wash_cups'])
    return { id, colour, version: (rows[0]?.version ?? 0) + 1 }
  },
  async fetch(ctx) {
    await ctx.transaction(tx => sql`INSERT INTO cups (colour) VALUES ('fetched')`.execute(tx.db))
    return { stored: 1 }
  },
  async leak() {
    return { colour: 'red', owner: 'somebody' } as { colour: string }
  },
  async break() {
    throw new Error('a secret detail')
  },
  async flood(ctx) {
    await sql`DO $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left' USING ERRCODE = '53100'; END $$`.execute(
      ctx.db,
    )
    return {}
  },
  async cut(ctx) {
    await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(ctx.db).catch(() => undefined)
    await expect.poll(() => sql`SELECT 1`.execute(ctx.db).catch(String)).toContain('not queryable')
    await sql`SELECT 1`.execute(ctx.db)
    return {}
  },
  async follow(ctx) {
    // As a primary does that has just become the standby of another one.
    await sql`SET TRANSACTION READ ONLY`.execute(ctx.db)
    await sql`INSERT INTO cups (colour) VALUES ('late')`.execute(ctx.db)
    return {}
  },
}

const washer: Viewer = {
  user_id: 1,
  agent_id: null,
  roles: ['admin'],
  rights: new Set(['signed_in', 'wash_cups']),
  features: new Set(),
  reach: [],
  zone: 'America/Toronto',
}
const guest: Viewer = { ...washer, user_id: 2, rights: new Set(['signed_in']) }
const feature: ServerFeature = { name: 'cups', calls: cups, handlers, jobs: [wash] }

describe('a process that serves a table of calls', () => {
  let running: RunningProcess
  let drop: () => Promise<void>
  const start = async (given: ServerFeature, url: string) =>
    startProcess({
      config: testConfig({ KEYTURN_REQUESTS_PER_MINUTE: '0', KEYTURN_DATABASE_CONNECTIONS: '4' }),
      databaseUrl: url,
      log: pino({ level: 'silent' }),
      product: {
        features: [given],
        permissions: ['wash_cups'],
        guards: [],
        identityTopic: 'people',
        authenticate: async (_db, token) =>
          token === 'washer' || token === 'guest'
            ? { viewer: token === 'washer' ? washer : guest, actor: { user_id: 9, is_possession: true }, session_id: 1 }
            : 'token_invalid',
      },
    })
  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    { token = 'washer', body, headers = {} }: { token?: string; body?: object; headers?: Record<string, string> } = {},
  ) => {
    const answer = await running.app.inject({
      method,
      url: `/crm/${path}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body ? { payload: body } : {}),
    })
    return { http: answer.statusCode, retry: Number(answer.headers['retry-after']) > 0, ...answer.json() }
  }
  const count = async (table: string) =>
    Number((await running.database.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count)

  beforeAll(async () => {
    const database = await createTestDatabase()
    drop = database.drop
    running = await start(feature, database.url)
    await running.database.pool.query(
      'CREATE TABLE cups (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, colour text, version int NOT NULL DEFAULT 1)',
    )
  })
  afterAll(async () => {
    await running.close()
    await drop()
  })

  it('does not start with a call whose right nobody can hold', async () => {
    const lawless = { ...feature, calls: { list: read('lawless', { right: 'fly', output: z.object({}) }) }, jobs: [] }
    await expect(start(lawless, running.database.url)).rejects.toThrow('fly')
  })

  it('refuses those without the right, and those without a token', async () => {
    expect(await ask('POST', 'cup', { token: 'guest', body: { colour: 'blue' } })).toMatchObject({
      http: 403,
      status: 0,
      error: 'forbidden',
    })
    expect(await ask('GET', 'cups', { token: 'stranger' })).toMatchObject({ http: 401, error: 'token_invalid' })
  })

  it('keeps a change, its audit entry and its job together', async () => {
    const answer = await ask('POST', 'cup', { body: { colour: 'blue', password: 'hunter2' } })
    expect(answer).toMatchObject({
      http: 201,
      status: 1,
      data: { colour: 'blue', version: 1 },
      message: null,
      error: null,
    })
    const { rows } = await running.database.pool.query('SELECT * FROM audit_entries ORDER BY id DESC LIMIT 1')
    expect(rows[0]).toMatchObject({
      call: 'cups.create',
      actor_user_id: 9,
      viewer_user_id: 1,
      subject: 'cup',
      subject_id: String(answer.data.id),
    })
    expect(JSON.stringify(rows[0])).not.toContain('hunter2')
    await expect.poll(() => washed).toContain(answer.data.id)
  })

  it('keeps nothing of a refused change', async () => {
    const before = [await count('cups'), await count('audit_entries'), await count('live_changes')]
    expect(await ask('POST', 'cup', { body: { colour: 'invisible' } })).toMatchObject({
      http: 422,
      error: 'validation',
      message: { colour: ['Nobody would find it.'] },
      data: { errors: ['Nobody would find it.'] },
    })
    expect([await count('cups'), await count('audit_entries'), await count('live_changes')]).toEqual(before)
  })

  it('answers a repeated create with the first answer, also when both come at once', async () => {
    const headers = { 'idempotency-key': 'k1' }
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', 'cup', { body: { colour: 'once' }, headers })))
    expect(new Set(answers.map(answer => answer.data.id)).size).toBe(1)
    expect(await ask('POST', 'cup', { body: { colour: 'other' }, headers })).toMatchObject({
      http: 409,
      error: 'conflict',
    })
  })

  it('answers a repeated change with the first answer, also when its version has moved on', async () => {
    const { data: cup } = await ask('POST', 'cup', { body: { colour: 'grey' } })
    const change = () =>
      ask('POST', `cup/${cup.id}`, { body: { colour: 'red' }, headers: { 'if-match': '"1"', 'idempotency-key': 'k2' } })
    const first = await change()
    expect(first).toMatchObject({ http: 200, data: { colour: 'red', version: 2 } })
    expect(await change()).toMatchObject({ http: 200, data: first.data })
  })

  it('answers a stale write with the record as it is', async () => {
    const { data: cup } = await ask('POST', 'cup', { body: { colour: 'grey' } })
    expect(
      await ask('POST', `cup/${cup.id}`, { body: { colour: 'red' }, headers: { 'if-match': '"1"' } }),
    ).toMatchObject({ http: 200 })
    expect(
      await ask('POST', `cup/${cup.id}`, { body: { colour: 'green' }, headers: { 'if-match': '"1"' } }),
    ).toMatchObject({
      http: 412,
      error: 'stale',
      data: { colour: 'red', version: 2 },
    })
  })

  it('gives remote calls short transactions of their own', async () => {
    expect(await ask('POST', 'cups/fetch')).toMatchObject({ http: 200, data: { stored: 1 } })
    const { rows } = await running.database.pool.query("SELECT 1 FROM cups WHERE colour = 'fetched'")
    expect(rows).toHaveLength(1)
  })

  it('never lets an undeclared field out, and hides what it did not expect', async () => {
    expect((await ask('GET', 'cups/leak', { token: '' })).data).toEqual({ colour: 'red' })
    const broken = await ask('GET', 'cups/break', { token: '' })
    expect(broken).toMatchObject({ http: 500, error: 'internal' })
    expect(JSON.stringify(broken)).not.toContain('secret')
  })

  it('asks to try again later when the database has no room, lost the connection in the middle, or takes no writes', async () => {
    const asked = ['cups/cut', 'cups/follow'].map(path => ask('POST', path))
    const refusals = [await ask('GET', 'cups/flood', { token: '' }), ...(await Promise.all(asked))]
    for (const refusal of refusals) expect(refusal).toMatchObject({ http: 503, error: 'unavailable', retry: true })
  })

  it('refuses bodies it cannot read', async () => {
    const send = (type: string, payload: string) =>
      running.app.inject({
        method: 'POST',
        url: '/crm/cup',
        payload,
        headers: { authorization: 'Bearer washer', 'content-type': type },
      })
    expect((await send('application/json', '{"colour"')).statusCode).toBe(400)
    expect((await send('text/plain', 'colour')).statusCode).toBe(415)
    expect((await send('application/json', JSON.stringify({ colour: 'x'.repeat(3_000_000) }))).statusCode).toBe(413)
  })

  it('refuses to have its audit log changed', async () => {
    await expect(running.database.pool.query("UPDATE audit_entries SET call = 'nothing'")).rejects.toThrow(
      'append-only',
    )
    await expect(running.database.pool.query('DELETE FROM audit_entries')).rejects.toThrow('append-only')
    await expect(running.database.pool.query('TRUNCATE audit_entries')).rejects.toThrow('append-only')
  })
})

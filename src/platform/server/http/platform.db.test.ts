import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

describe('what holds for every call', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  it('answers in the envelope, with the version, also when nothing is there', async () => {
    const answer = await server.signedOut.get('nowhere')
    expect(answer).toMatchObject({ http: 404, status: 0, error: 'not_found' })
    expect(answer.headers.get('x-crm-app-version')).toBe('9.1.0')
  })

  it('answers in the envelope what is too long to be read, also to a client that sends on', async () => {
    for (const length of [20_000, 2_000_000]) {
      const answer = await server.signedOut.get('tags', { search: 'x'.repeat(length) })
      expect(answer).toMatchObject({ http: 413, status: 0, error: 'too_large' })
      expect(answer.message).toBe('The address or the headers are too long.')
    }
  })

  it('answers in the envelope what is no HTTP', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.end('HELO keyturn.test\r\n\r\n')
    const answer = (await socket.setEncoding('utf8').toArray()).join('')
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 0, error: 'invalid_request' })
  })

  it('asks for a token where one is needed', async () => {
    expect(await server.signedOut.get('events')).toMatchObject({ http: 401, error: 'no_token' })
  })

  it('lets a browser fetch everything that resumes from where nobody can have been', async () => {
    const agent = await server.signIn('agent')
    for (const position of ['18446744073709551616', '9'.repeat(300), '-1', "1'"]) {
      const closing = new AbortController()
      const stream = await agent.raw('events', { headers: { 'last-event-id': position }, signal: closing.signal })
      expect(stream.status, position).toBe(200)
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      while (!text.includes('"topic":"*"')) text += (await reader?.read())?.value ?? ''
      closing.abort()
    }
  })

  it('gives the place of a stream free whose browser left, also before it was answered', async () => {
    const agent = await server.signIn('agent2')
    const open = async () => /^keyturn_live_connections (\d+)$/m.exec(await (await agent.raw('/metrics')).text())?.[1]
    await expect.poll(open).toBe('0')
    const leaving = new AbortController()
    const streams = Array.from({ length: 15 }, () =>
      agent.raw('events', { headers: { 'last-event-id': '1' }, signal: leaving.signal }).catch(() => null),
    )
    await Promise.race(streams)
    leaving.abort()
    await Promise.all(streams)
    await expect.poll(open).toBe('0')
  })

  it('lets no cache store an answer, and no page frame one', async () => {
    const agent = await server.signIn('agent')
    for (const [path, answered] of [
      ['/crm/tags', await agent.raw('/crm/tags')],
      ['/crm/tags, signed out', await server.signedOut.raw('/crm/tags')],
    ] as const) {
      const { headers } = answered
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })

  it('sends pages that cannot be framed, ask for no device, and show no picture from elsewhere', async () => {
    const { headers } = await server.signedOut.raw('/healthz')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(/img-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' data: blob:")
    expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(self\)/)
  })

  it('tells that it is alive and ready', async () => {
    expect((await server.signedOut.raw('/healthz')).status).toBe(200)
    expect((await server.signedOut.raw('/readyz')).status).toBe(200)
    expect(await (await server.signedOut.raw('/metrics')).text()).toContain('keyturn_answers_total')
    expect(await (await server.signedOut.raw('/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' })
  })
})

describe('the addresses for operators', () => {
  const production = {
    KEYTURN_LOG: 'silent',
    KEYTURN_MODE: 'production',
    KEYTURN_SECRET: 'qN8w2ZrT5yHc7VbX1mKd4LfPj6GsA9eU0iOo',
    KEYTURN_PUBLIC_URL: 'https://crm.brokerage.test',
    IDENTITY_ISSUER: 'https://identity.test',
    IDENTITY_CLIENT_ID: 'crm',
    IDENTITY_CLIENT_SECRET: 'secret',
    MAIL_URL: 'smtp://mail.test:25',
    MAIL_FROM: 'crm@brokerage.test',
  }
  const statusOf = async (server: TestServer, path: string, headers: Record<string, string> = {}) =>
    (await server.signedOut.raw(path, { headers })).status

  it('tell in production what is measured to this machine alone, and nothing of the calls', async () => {
    const server = await startTestServer(production)
    expect(await statusOf(server, '/metrics')).toBe(200)
    expect(await statusOf(server, '/metrics', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    expect(await statusOf(server, '/metrics', { forwarded: 'for=127.0.0.1' })).toBe(404)
    expect(await statusOf(server, '/openapi.json')).toBe(404)
    expect(await statusOf(server, '/docs')).toBe(404)
    expect((await server.signedOut.get('system/status')).data.has_api_docs).toBe(false)
    await server.close()
  })

  it('tell whoever has the token what is measured, and of the calls where that is switched on', async () => {
    const token = 'a-token-for-prometheus'
    const server = await startTestServer({ ...production, KEYTURN_METRICS_TOKEN: token, KEYTURN_API_DOCS: '1' })
    expect(await statusOf(server, '/metrics')).toBe(404)
    expect(await statusOf(server, '/metrics', { authorization: 'Bearer a-token-for-somebody-else' })).toBe(404)
    const forwarded = { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${token}` }
    expect(await statusOf(server, '/metrics', forwarded)).toBe(200)
    expect(await statusOf(server, '/openapi.json')).toBe(200)
    expect(await statusOf(server, '/docs')).toBe(200)
    expect((await server.signedOut.get('system/status')).data.has_api_docs).toBe(true)
    await server.close()
  })
})

describe('stopping', () => {
  it('ends live streams, those that browsers left and those that are still read', async () => {
    const server = await startTestServer()
    const agent = await server.signIn('agent')
    const leaving = new AbortController()
    const left = await agent.raw('events', { signal: leaving.signal })
    leaving.abort()
    await left.text().catch(() => '')
    const read = (await agent.raw('events')).text().catch(() => '')
    await server.close()
    expect(await read).toBeDefined()
  })

  it('answers the requests in hand before it stops', async () => {
    const server = await startTestServer()
    const agent = await server.signIn('agent')
    const lead = (await agent.post('lead', { first_name: 'Slow', last_name: 'Hand', email: 'slow@people.test' })).data
    const holder = new pg.Client({ connectionString: server.database.url })
    await holder.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM leads WHERE id = $1 FOR UPDATE', [lead.id])
    const inHand = agent.post(`lead/${lead.id}`, { last_name: 'Done' })
    const waiting =
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    await expect.poll(async () => (await holder.query(waiting)).rows[0].count).toBe(1)
    const closing = server.close()
    await holder.query('ROLLBACK')
    expect(await inHand).toMatchObject({ http: 200, data: { last_name: 'Done' } })
    await holder.end()
    await closing
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../../app/server.ts'
import { readConfig } from '../../../platform/server/config.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const PASSWORD = 'keyturn-demo'

describe('who may come in', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())
  const manual = (email: string, password = PASSWORD) => server.signedOut.post('login/manual', { email, password })

  it('is not who has left, nor who never was there, and both hear the same', async () => {
    await server.database.pool.query(`UPDATE users SET is_active = false WHERE email = 'desk@keyturn.test'`)
    const [left, never] = [await manual('desk@keyturn.test'), await manual('ghost@keyturn.test')]
    expect(left).toMatchObject({ http: 403, message: 'The e-mail address or the password is wrong.' })
    expect([left.message, left.error, left.data]).toEqual([never.message, never.error, never.data])
  })

  it('waits after five wrong passwords, for longer each time, and is told how long', async () => {
    for (let tries = 0; tries < 5; tries++) expect((await manual('agent2@keyturn.test', 'wrong')).http).toBe(403)
    const locked = await manual('agent2@keyturn.test')
    expect(locked).toMatchObject({
      http: 429,
      error: 'rate_limited',
      message: 'Too many attempts. Try again in 1 min.',
    })
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    server.clock.now = new Date(Date.now() + 61_000)
    expect((await manual('agent2@keyturn.test', 'wrong')).http).toBe(403)
    const longer = await manual('agent2@keyturn.test')
    expect(Number(longer.headers.get('retry-after'))).toBe(120)
    server.clock.now = new Date(Date.now() + 61_000 + 121_000)
    expect((await manual('agent2@keyturn.test')).status).toBe(1)
    expect((await manual('agent2@keyturn.test', 'wrong')).http).toBe(403)
    expect((await manual('agent2@keyturn.test')).status).toBe(1)
    server.clock.now = null
  })

  it('tells other browsers of the same person live', async () => {
    const here = await server.signIn('agent')
    const stop = new AbortController()
    const stream = await here.raw('events', { signal: stop.signal })
    let heard = ''
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) heard += Buffer.from(chunk).toString()
    })().catch(() => {})
    const { id } = (await here.get('login/reload')).data.user
    await server.signIn('agent')
    await expect.poll(() => heard).toContain(`"topic":"people","ids":[${id}]`)
    const admin = await server.signIn('admin')
    await admin.post('admin/notice', { notice: 'Fire drill at noon.' })
    await expect.poll(() => heard).toContain('"topic":"system"')
    heard = ''
    const other = (await admin.get('users', { search: 'newagent' })).data.data[0].id
    await admin.post(`users/${other}`, { phone: '416 555 0123' })
    await expect.poll(() => heard).toContain(`"topic":"people","ids":[${other}]`)
    stop.abort()
    await reading
  })
})

describe('an installation that names its e-mail domains', () => {
  it('lets only those in, however they sign in', async () => {
    const server = await startTestServer({ KEYTURN_ALLOWED_EMAIL_DOMAINS: 'Brokerage.test, keyturn.test' })
    try {
      await server.database.pool.query(`
        UPDATE users SET email = 'agent2@elsewhere.test' WHERE email = 'agent2@keyturn.test';
        UPDATE users SET email = 'desk@BROKERAGE.test' WHERE email = 'desk@keyturn.test';
        UPDATE users SET email = 'deals@keyturn.test.evil.test' WHERE email = 'deals@keyturn.test'`)
      const manual = async (email: string) =>
        (await server.signedOut.post('login/manual', { email, password: PASSWORD })).http
      expect(await manual('agent@keyturn.test')).toBe(200)
      expect(await manual('desk@brokerage.test')).toBe(200)
      expect(await manual('agent2@elsewhere.test')).toBe(403)
      expect(await manual('deals@keyturn.test.evil.test')).toBe(403)
    } finally {
      await server.close()
    }
  })
})

describe('production', () => {
  const production = {
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    KEYTURN_LOG: 'silent',
    KEYTURN_MODE: 'production',
    KEYTURN_SECRET: 'qN8w2ZrT5yHc7VbX1mKd4LfPj6GsA9eU0iOo',
    IDENTITY_ISSUER: 'https://identity.test',
    IDENTITY_CLIENT_ID: 'crm',
    IDENTITY_CLIENT_SECRET: 'secret',
    MAIL_URL: 'smtp://mail.test:25',
    MAIL_FROM: 'crm@brokerage.test',
  }

  it('does not start over a database with demo accounts', async () => {
    const { url, drop } = await createTestDatabase()
    await expect(startServer(readConfig(production), url)).rejects.toThrow('This database holds the demo accounts')
    await drop()
  })

  it('knows no password form and no demo provider', async () => {
    const server = await startTestServer(production)
    const answer = await server.signedOut.post('login/manual', { email: 'agent@keyturn.test', password: PASSWORD })
    expect(answer).toMatchObject({ http: 404, error: 'not_found' })
    expect((await server.signedOut.get('login/providers')).data).toEqual({
      providers: [{ id: 'google', name: 'Google', start_url: '/auth/start' }],
      manual_form: false,
    })
    const provider = await server.signedOut.raw('/demo/identity/.well-known/openid-configuration')
    expect(await provider.text()).not.toContain('token_endpoint')
    await server.close()
  })
})

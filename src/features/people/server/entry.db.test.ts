import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../../app/server.ts'
import { testConfig } from '../../../testing/config.ts'
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

  it('tells the browsers of that person, and everybody of changed people', async () => {
    const published = async () => {
      const { rows } = await server.database.pool.query(
        'SELECT topic, ids, audience FROM live_changes ORDER BY id DESC LIMIT 1',
      )
      return rows[0] as { topic: string; ids: number[]; audience: string[] }
    }
    const agent = await server.signIn('agent')
    const { id } = (await agent.get('login/reload')).data.user
    expect(await published()).toEqual({ topic: 'people', ids: [id], audience: [`user:${id}`] })
    await agent.post('login/logout')
    expect(await published()).toEqual({ topic: 'people', ids: [id], audience: [`user:${id}`] })
    const admin = await server.signIn('super')
    const other = (await admin.get('users', { search: 'newagent' })).data.data[0].id
    await admin.post(`users/${other}`, { phone: '416 555 0123' })
    expect(await published()).toEqual({ topic: 'people', ids: [other], audience: ['everyone'] })
    const [team] = (await admin.get('teams')).data.data
    for (const [path, body] of [
      [`teams/${team.id}`, { name: 'Harbour team' }],
      ['teams', { name: 'North' }],
      ['permissions', { role: 'agent', permission: 'export_leads', granted: 1 }],
      ['admin/features', { feature: 'happy_hour', scope: 'all', enabled: 1 }],
    ] as const) {
      await server.database.pool.query('DELETE FROM live_changes')
      expect((await admin.post(path, body)).status).toBe(1)
      expect(await published(), path).toMatchObject({ topic: 'people', audience: ['everyone'] })
    }
  })

  it('keeps two people from overwriting each other, and a team that lost a member is another version', async () => {
    const admin = await server.signIn('admin')
    const user = (await admin.get('users', { search: 'newagent' })).data.data[0]
    const first = await admin.post(`users/${user.id}`, { last_name: 'First' }, { 'if-match': `"${user.version}"` })
    expect(first.data.version).toBe(user.version + 1)
    const second = await admin.post(`users/${user.id}`, { last_name: 'Second' }, { 'if-match': `"${user.version}"` })
    expect(second).toMatchObject({ http: 412, error: 'stale', data: { id: user.id, last_name: 'First' } })
    const made = (await admin.post('teams', { name: 'South', member_ids: [user.agent_id] })).data
    const thief = await admin.post('teams', { name: 'West', member_ids: [user.agent_id] })
    expect(thief.data.members).toHaveLength(1)
    const late = await admin.post(
      `teams/${made.id}`,
      { member_ids: [user.agent_id] },
      { 'if-match': `"${made.version}"` },
    )
    expect(late).toMatchObject({ http: 412, error: 'stale', data: { id: made.id, members: [] } })
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
    KEYTURN_PUBLIC_URL: 'https://crm.example.test',
    KEYTURN_SECRET: 'qN8w2ZrT5yHc7VbX1mKd4LfPj6GsA9eU0iOo',
    IDENTITY_ISSUER: 'https://identity.test',
    IDENTITY_CLIENT_ID: 'crm',
    IDENTITY_CLIENT_SECRET: 'secret',
    MAIL_URL: 'smtp://mail.test:25',
    MAIL_FROM: 'crm@brokerage.test',
  }

  it('does not start over a database with demo accounts', async () => {
    const { url, drop } = await createTestDatabase()
    await expect(startServer(testConfig(production), url)).rejects.toThrow('This database holds the demo accounts')
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

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityClient } from '../../../integrations/identity/client.ts'
import { DEMO_CLIENT, DEMO_ISSUER } from '../../../integrations/identity/fake.ts'
import { openDatabase } from '../../../platform/server/database/database.ts'
import { secretsFor } from '../../../platform/server/secrets.ts'
import { testConfig } from '../../../testing/config.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { registerPeopleRoutes } from './webhooks.ts'

/** A browser as far as signing in needs one: keeps cookies, follows redirects, presses one button of a form. */
function browser(base: string, { stopsAt = '' } = {}) {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const seen: string[] = []
  async function visit(path: string, init: RequestInit = {}): Promise<{ url: string; text: string }> {
    const url = new URL(path, base)
    seen.push(url.href)
    if (url.hash || (stopsAt && url.pathname === stopsAt)) return { url: url.href, text: '' }
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie: cookie(), ...init.headers } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    const next = response.headers.get('location')
    return next ? visit(new URL(next, url).href) : { url: url.href, text: await response.text() }
  }
  const submit = (text: string, fields: Record<string, string> | [string, string][]) =>
    visit(/action="([^"]+)"/.exec(text)?.[1] ?? '', {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  return { visit, submit, seen, cookie }
}

const said = (url: string) => Object.fromEntries(new URLSearchParams(new URL(url).hash.slice(1)))
const MAIL = 'https://www.googleapis.com/auth/gmail.readonly'
const CALENDAR = 'https://www.googleapis.com/auth/calendar'

describe('signing in with the identity provider', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  async function choose(email: string, query = 'mode=redirect&purpose=signin&origin=/deals') {
    const tab = browser(server.url)
    const accounts = await tab.visit(`/auth/start?${query}`)
    const end = await tab.submit(accounts.text, { email })
    return { tab, ...end }
  }

  /** Accounts sign in without a further question only when nothing is to be consented to. */
  async function ticketOf(email: string) {
    const { tab, url, text } = await choose(email)
    return said(url).token ? { tab, url } : { tab, url: (await tab.submit(text, [])).url }
  }

  /** Posts what came back, as the page does, in the browser that began. */
  const login = ({ tab, url }: { tab: { cookie(): string }; url: string }, headers = { cookie: tab.cookie() }) =>
    server.signedOut.post('login', { token: said(url).token, platform: 'web', isCrmMobileApp: 0 }, headers)

  it('asks with PKCE, state and a nonce of 16 characters', async () => {
    const { tab } = await choose('agent@keyturn.test')
    const asked = new URL(tab.seen.find(address => address.includes('/demo/identity/auth')) ?? '').searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('state')).toBeTruthy()
    expect(asked.get('nonce')).toHaveLength(16)
    expect(asked.get('scope')).toBe('openid profile email')
  })

  it('comes back with a one-time token that signs in once', async () => {
    const back = await ticketOf('agent@keyturn.test')
    expect(new URL(back.url).pathname).toBe('/login')
    expect(said(back.url).origin).toBe('/deals')
    expect((await login(back)).data.user).toMatchObject({ email: 'agent@keyturn.test' })
    expect(await login(back)).toMatchObject({ http: 403 })
  })

  it('signs in only the browser that began: a link with the token of somebody else leads nowhere', async () => {
    const [attacker, victim] = [await ticketOf('agent2@keyturn.test'), await ticketOf('agent@keyturn.test')]
    const refused = { http: 403, message: 'This sign-in has expired. Please sign in again.' }
    expect(await login(attacker, { cookie: victim.tab.cookie() })).toMatchObject(refused)
    // What another browser tried is used up.
    expect(await login(attacker)).toMatchObject(refused)
    const without = await ticketOf('agent2@keyturn.test')
    expect(await login(without, { cookie: '' })).toMatchObject(refused)
    expect((await login(victim)).data.user).toMatchObject({ email: 'agent@keyturn.test' })
  })

  it('signs in from two windows of one browser at once', async () => {
    const [first, second] = [await ticketOf('agent@keyturn.test'), await ticketOf('agent2@keyturn.test')]
    const cookie = `${second.tab.cookie()}; ${first.tab.cookie()}`
    expect((await login(first, { cookie })).data.user).toMatchObject({ email: 'agent@keyturn.test' })
    expect((await login(second, { cookie })).data.user).toMatchObject({ email: 'agent2@keyturn.test' })
  })

  it('lets no stranger and nobody inactive in', async () => {
    for (const email of ['stranger@keyturn.test', 'desk@keyturn.test']) {
      await server.database.pool.query(`UPDATE users SET is_active = false WHERE email = 'desk@keyturn.test'`)
      expect(await login(await ticketOf(email))).toMatchObject({
        http: 403,
        message: 'This account has no access to the CRM. Ask your administrator to add you.',
      })
    }
  })

  /** Hands over what the consent came to. */
  const grant = (client: TestClient, { tab, url }: { tab: { cookie(): string }; url: string }) =>
    client.post('google', { code: said(url).code }, { cookie: tab.cookie() })

  it('takes no consent that was given in another browser', async () => {
    const newagent = await server.signIn('newagent')
    const { tab, text } = await choose('newagent@keyturn.test', 'mode=popup&purpose=scopes&origin=/')
    const { url } = await tab.submit(text, [['scope', MAIL]])
    expect(await newagent.post('google', { code: said(url).code })).toMatchObject({ http: 400 })
  })

  it.each([
    ['the account is closed', `UPDATE users SET is_active = false WHERE email = 'deals@keyturn.test'`],
    [
      'the person got another address',
      `UPDATE users SET email = 'moved@keyturn.test' WHERE email = 'deals@keyturn.test'`,
    ],
    [
      'the account belongs to another subject',
      `UPDATE users SET identity_subject = 'other' WHERE email = 'deals@keyturn.test'`,
    ],
    ['the two minutes are over', `UPDATE sign_in_tickets SET expires_at = now() - interval '1 second'`],
    ['the ticket is gone', 'DELETE FROM sign_in_tickets'],
  ])('lets nobody in when %s between the provider and the product', async (_what, statement) => {
    const { pool } = server.database
    const id = (await pool.query(`SELECT id FROM users WHERE email = 'deals@keyturn.test'`)).rows[0].id
    const back = await ticketOf('deals@keyturn.test')
    await pool.query(statement)
    expect(await login(back)).toMatchObject({ http: 403, error: 'forbidden' })
    await pool.query(
      `UPDATE users SET is_active = true, email = 'deals@keyturn.test', identity_subject = NULL WHERE id = $1`,
      [id],
    )
    expect((await login(await ticketOf('deals@keyturn.test'))).status).toBe(1)
    await pool.query('UPDATE users SET identity_subject = NULL WHERE id = $1', [id])
  })

  it('grants what was ticked, and only that', async () => {
    const newagent = await server.signIn('newagent')
    const { tab, text } = await choose('newagent@keyturn.test', 'mode=popup&purpose=scopes&origin=/')
    const { url } = await tab.submit(text, [['scope', MAIL]])
    expect(new URL(url).pathname).toBe('/auth/answer')
    expect((await grant(newagent, { tab, url })).data.google_scopes).toEqual([MAIL])
    const { rows } = await server.database.pool.query('SELECT refresh_token FROM identity_credentials')
    expect(rows[0].refresh_token).toMatch(/^[0-9a-f]{8}\./)
    const again = await choose('newagent@keyturn.test', 'mode=popup&purpose=scopes&origin=/')
    const both = await again.tab.submit(again.text, [
      ['scope', MAIL],
      ['scope', CALENDAR],
    ])
    const granted = await grant(newagent, { tab: again.tab, url: both.url })
    expect(granted.data.google_scopes).toEqual([CALENDAR, MAIL])
  })

  it('takes no consent that another account gave', async () => {
    const { tab, text } = await choose('agent2@keyturn.test', 'mode=popup&purpose=scopes&origin=/')
    const { url } = await tab.submit(text, [['scope', MAIL]])
    const agent = await server.signIn('agent')
    expect(await grant(agent, { tab, url })).toMatchObject({ http: 403 })
  })

  it('passes a refusal on', async () => {
    const { tab, text } = await choose('agent2@keyturn.test', 'mode=popup&purpose=scopes&origin=/')
    expect(said((await tab.submit(text, { refuse: '1' })).url)).toMatchObject({ error: 'access_denied' })
  })

  it('refuses a callback that nobody began, and returns to no address elsewhere', async () => {
    const { url } = await browser(server.url).visit('/auth/callback?code=x&state=y')
    expect(said(url).error).toBe('expired')
    const { url: back } = await ticketOf('agent@keyturn.test')
    expect(back.startsWith(server.url)).toBe(true)
    for (const origin of ['//evil.test', '/%09/evil.test', '/%0d%0a/evil.test', '/%5Cevil.test', 'https://evil.test']) {
      const elsewhere = await choose('agent@keyturn.test', `mode=redirect&purpose=signin&origin=${origin}`)
      expect(said(elsewhere.url).origin, origin).toBe('/')
    }
  })

  it('writes every refused callback into the audit log', async () => {
    const boss = await server.signIn('super')
    const total = async () => (await boss.get('audit', { call: 'signInCallback', outcome: 'forbidden' })).data
    const before = (await total()).total
    await browser(server.url).visit('/auth/callback?code=x&state=y')
    const { tab, text } = await choose('agent2@keyturn.test', 'mode=popup&purpose=scopes&origin=/')
    await tab.submit(text, { refuse: '1' })
    const after = await total()
    expect(after.total).toBe(before + 2)
    expect(after.data.map(({ input }: { input: object }) => input)).toEqual(
      expect.arrayContaining([
        { purpose: 'signin', reason: 'begun by no browser' },
        { purpose: 'scopes', reason: 'access_denied' },
      ]),
    )
  })

  /** Goes as far as the provider's answer, which carries the code. */
  async function codeOf(email: string, address: string) {
    const tab = browser(server.url, { stopsAt: '/auth/callback' })
    const accounts = await tab.visit(address)
    const end = await tab.submit(accounts.text, { email })
    const { url } = new URL(end.url).searchParams.has('code') ? end : await tab.submit(end.text, [['scope', MAIL]])
    return { tab, url: new URL(url) }
  }

  const providerClient = () =>
    identityClient({
      issuer: DEMO_ISSUER,
      ...DEMO_CLIENT,
      scopes: { signin: ['openid', 'profile', 'email'], scopes: ['openid', 'email', MAIL] },
      prompts: { signin: 'login', scopes: 'consent' },
      nearAddress: () => server.url,
      trustEmail: false,
    })

  it('takes an authorization code once', async () => {
    const { tab, url } = await codeOf('agent@keyturn.test', '/auth/start?mode=redirect&purpose=signin&origin=/')
    const again = () =>
      fetch(url, { redirect: 'manual', headers: { cookie: tab.cookie() } }).then(answer =>
        said(new URL(answer.headers.get('location') ?? '', server.url).href),
      )
    expect(await again()).toMatchObject({ token: expect.any(String) })
    expect(await again()).toMatchObject({ error: 'invalid_grant' })
  })

  it('forgets a ticket after two minutes, and one of another purpose signs nobody in', async () => {
    const late = await ticketOf('agent@keyturn.test')
    await server.database.pool.query(`UPDATE sign_in_tickets SET expires_at = now() - interval '1 second'`)
    expect(await login(late)).toMatchObject({ http: 403, error: 'forbidden' })
    const { tab, text } = await choose('agent@keyturn.test', 'mode=popup&purpose=scopes&origin=/')
    const { code } = said((await tab.submit(text, [['scope', MAIL]])).url)
    const posted = await server.signedOut.post('login', { token: code }, { cookie: tab.cookie() })
    expect(posted).toMatchObject({ http: 403 })
  })

  it('keeps a credential that refreshes until it is revoked', async () => {
    const agent = await server.signIn('agent')
    const { tab, text } = await choose('agent@keyturn.test', 'mode=popup&purpose=scopes&origin=/')
    await grant(agent, { tab, url: (await tab.submit(text, [['scope', MAIL]])).url })
    const { rows } = await server.database.pool.query(
      `SELECT refresh_token FROM identity_credentials c JOIN users u ON u.id = c.user_id WHERE u.email = 'agent@keyturn.test'`,
    )
    const stored = secretsFor('identity credentials', testConfig()).open(rows[0].refresh_token) ?? ''
    const refreshed = await providerClient().refresh(stored)
    expect(refreshed.access_token).toBeTruthy()
    await providerClient().revoke(refreshed.refresh_token ?? stored)
    await expect(providerClient().refresh(refreshed.refresh_token ?? stored)).rejects.toThrow()
  })

  describe('on the native app', () => {
    /** What a phone does by itself: its own flow with the provider, to an ID token. */
    async function idTokenOf(email: string): Promise<string> {
      const asked = await providerClient().begin({ purpose: 'signin', redirectUri: `${server.url}/auth/callback` })
      const { url } = await codeOf(email, asked.address.pathname + asked.address.search)
      const answer = await fetch(`${server.url}/demo/identity/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: url.searchParams.get('code') ?? '',
          redirect_uri: asked.flow.redirect_uri,
          code_verifier: asked.flow.verifier,
          client_id: DEMO_CLIENT.clientId,
          client_secret: DEMO_CLIENT.clientSecret,
        }),
      })
      return ((await answer.json()) as { id_token: string }).id_token
    }

    it('signs in with the ID token that the app obtained', async () => {
      const token = await idTokenOf('agent@keyturn.test')
      const answer = await server.signedOut.post('login', { token, platform: 'ios', isCrmMobileApp: 1 })
      expect(answer.data.user).toMatchObject({ email: 'agent@keyturn.test' })
      const { rows } = await server.database.pool.query('SELECT platform, is_native_app FROM sessions ORDER BY id DESC')
      expect(rows[0]).toEqual({ platform: 'ios', is_native_app: true })
    })

    it('takes no such token from a browser, none that was changed, and none of a stranger', async () => {
      const token = await idTokenOf('agent@keyturn.test')
      const changed = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
      const refused = { http: 403, error: 'forbidden', message: 'This sign-in has expired. Please sign in again.' }
      expect(await server.signedOut.post('login', { token, platform: 'web' })).toMatchObject(refused)
      const native = { platform: 'android', isCrmMobileApp: 1 }
      expect(await server.signedOut.post('login', { token: changed, ...native })).toMatchObject(refused)
      expect(
        await server.signedOut.post('login', { token: await idTokenOf('who@keyturn.test'), ...native }),
      ).toMatchObject({
        http: 403,
        message: 'This account has no access to the CRM. Ask your administrator to add you.',
      })
    })

    it.each(['web', 'windows', undefined])('refuses the platform %s', async platform => {
      const answer = await server.signedOut.post('login', {
        token: 'a.b.c',
        isCrmMobileApp: 1,
        ...(platform ? { platform } : {}),
      })
      expect(answer).toMatchObject({ http: 400, message: 'Wrong platform detected. Please contact admin.' })
    })
  })
})

describe('the way to the identity provider', () => {
  it('uses cookies for https alone when browsers reach the product so, whatever proxies say', async () => {
    for (const [address, isSecure] of [
      ['https://crm.example.test', true],
      ['http://crm.example.test', false],
    ] as const) {
      const server = await startTestServer({ KEYTURN_PUBLIC_URL: address })
      const headers = { host: 'evil.test', 'x-forwarded-proto': isSecure ? 'http' : 'https' }
      const began = await fetch(`${server.url}/auth/start`, { redirect: 'manual', headers })
      const [cookie = ''] = began.headers.getSetCookie()
      expect(cookie).toMatch(/^keyturn_flow_.*; HttpOnly; SameSite=Lax/)
      expect(cookie.endsWith('; Secure')).toBe(isSecure)
      const asked = new URL(began.headers.get('location') ?? '', server.url).searchParams
      expect(asked.get('redirect_uri')).toBe(`${address}/auth/callback`)
      await server.close()
    }
  })

  it('says in the log why it is closed, in names and codes', async () => {
    const { url, drop } = await createTestDatabase()
    const database = openDatabase(url, { connections: 1 })
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'warn' }, { write: line => void lines.push(JSON.parse(line)) })
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    const identity = {
      IDENTITY_ISSUER: `https://127.0.0.1:${port}`,
      IDENTITY_CLIENT_ID: 'crm',
      IDENTITY_CLIENT_SECRET: 'x',
    }
    const app = Fastify()
    await registerPeopleRoutes(app, { config: testConfig({ ...identity }), database, log })
    const answer = await app.inject('/auth/start')
    expect(answer.headers.location).toContain('error=unavailable')
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'the identity provider could not be asked', reason: 'TypeError' }),
    ])
    expect(JSON.stringify(lines)).toContain('ECONNREFUSED')
    await app.close()
    await database.close()
    await drop()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

/** A browser as far as signing in needs one: keeps cookies, follows redirects, presses one button of a form. */
function browser(base: string) {
  const jar = new Map<string, string>()
  const seen: string[] = []
  async function visit(path: string, init: RequestInit = {}): Promise<{ url: string; text: string }> {
    const url = new URL(path, base)
    seen.push(url.href)
    if (url.hash) return { url: url.href, text: '' }
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie, ...init.headers } })
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
  return { visit, submit, seen }
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

  it('asks with PKCE, state and a nonce of 16 characters', async () => {
    const { tab } = await choose('agent@keyturn.test')
    const asked = new URL(tab.seen.find(address => address.includes('/demo/identity/auth')) ?? '').searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('state')).toBeTruthy()
    expect(asked.get('nonce')).toHaveLength(16)
    expect(asked.get('scope')).toBe('openid profile email')
  })

  it('comes back with a one-time token that signs in once', async () => {
    const { url } = await ticketOf('agent@keyturn.test')
    expect(new URL(url).pathname).toBe('/login')
    const { token, origin } = said(url)
    expect(origin).toBe('/deals')
    const answer = await server.signedOut.post('login', { token, platform: 'web', isCrmMobileApp: 0 })
    expect(answer.data.user).toMatchObject({ email: 'agent@keyturn.test' })
    expect(await server.signedOut.post('login', { token, platform: 'web' })).toMatchObject({ http: 403 })
  })

  it('lets no stranger and nobody inactive in', async () => {
    for (const email of ['stranger@keyturn.test', 'desk@keyturn.test']) {
      await server.database.pool.query(`UPDATE users SET is_active = false WHERE email = 'desk@keyturn.test'`)
      const { token } = said((await ticketOf(email)).url)
      expect(await server.signedOut.post('login', { token, platform: 'web' })).toMatchObject({
        http: 403,
        message: 'This account has no access to the CRM. Ask your administrator to add you.',
      })
    }
  })

  it('grants what was ticked, and only that', async () => {
    const newagent = await server.signIn('newagent')
    const { tab, text } = await choose('newagent@keyturn.test', 'mode=popup&purpose=scopes&origin=/')
    const { url } = await tab.submit(text, [['scope', MAIL]])
    expect(new URL(url).pathname).toBe('/auth/answer')
    expect((await newagent.post('google', { code: said(url).code })).data.google_scopes).toEqual([MAIL])
    const { rows } = await server.database.pool.query('SELECT refresh_token FROM identity_credentials')
    expect(rows[0].refresh_token).toMatch(/^[0-9a-f]{8}\./)
    const again = await choose('newagent@keyturn.test', 'mode=popup&purpose=scopes&origin=/')
    const both = await again.tab.submit(again.text, [
      ['scope', MAIL],
      ['scope', CALENDAR],
    ])
    const granted = await newagent.post('google', { code: said(both.url).code })
    expect(granted.data.google_scopes).toEqual([CALENDAR, MAIL])
  })

  it('takes no consent that another account gave', async () => {
    const { tab, text } = await choose('agent2@keyturn.test', 'mode=popup&purpose=scopes&origin=/')
    const { url } = await tab.submit(text, [['scope', MAIL]])
    const agent = await server.signIn('agent')
    expect(await agent.post('google', { code: said(url).code })).toMatchObject({ http: 403 })
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
    const elsewhere = await choose('agent@keyturn.test', 'mode=redirect&purpose=signin&origin=//evil.test')
    expect(said(elsewhere.url).origin ?? '/').toBe('/')
  })
})

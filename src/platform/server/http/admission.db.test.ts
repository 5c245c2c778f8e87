import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

const LIMIT = 100

describe('requests a minute', () => {
  let server: TestServer
  let elsewhere: TestServer
  let agent: TestClient
  beforeAll(async () => {
    const environment = { KEYTURN_REQUESTS_PER_MINUTE: String(LIMIT), KEYTURN_TRUSTED_PROXIES: '127.0.0.1' }
    server = await startTestServer(environment)
    elsewhere = await startTestServer(environment, server)
    agent = await server.signIn('agent')
  })
  afterAll(async () => {
    await elsewhere.close()
    await server.close()
  })
  let address = ''
  beforeEach(() => {
    address = `198.51.100.${unused++}`
  })
  let unused = 1

  /** Asks many times at once, in turn of both processes; answers how often by status. */
  const ask = async (times: number, path: string, init: (n: number) => RequestInit = () => ({})) => {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, n) => {
        const { headers, ...rest } = init(n)
        const { url } = n % 2 ? server : elsewhere
        return fetch(`${url}/crm/${path}`, {
          ...rest,
          headers: { 'x-forwarded-for': address, ...Object.fromEntries(new Headers(headers)) },
        })
      }),
    )
    const statuses = answers.map(({ status }) => status)
    return {
      answers,
      refused: statuses.filter(status => status === 429).length,
      others: new Set(statuses.filter(status => status !== 429)),
    }
  }
  const form = (body: string): RequestInit => ({
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const bearer = (text: string): RequestInit => ({ headers: { authorization: text } })

  it('are those of an address for what anybody may ask, whatever it sends as a token', async () => {
    const { refused, others } = await ask(150, 'system/status', n => bearer(`x${n}`))
    expect([refused, others]).toEqual([50, new Set([200])])
  })

  it('are those of an address for tokens that are refused', async () => {
    const { others } = await ask(150, 'tags', n => bearer(`Bearer x${n}`))
    expect(others).toEqual(new Set([401]))
    expect(await ask(10, 'tags', () => bearer('Bearer another'))).toMatchObject({ refused: 10 })
    expect(await ask(10, 'tags', () => bearer('nonsense'))).toMatchObject({ refused: 10 })
    expect(await ask(10, 'tags')).toMatchObject({ refused: 10 })
  })

  it('leave those alone who are at work behind an address from which tokens are guessed', async () => {
    const admin = await server.signIn('admin')
    const own = () => bearer(`Bearer ${admin.token}`)
    await ask(2, 'tags', own)
    await ask(150, 'tags', n => bearer(`Bearer y${n}`))
    expect(await ask(10, 'tags', own)).toMatchObject({ refused: 0, others: new Set([200]) })
  })

  it('are those of a user, whatever stands around the token and with however many sessions', async () => {
    const again = await server.signIn('agent')
    const token = (n: number) => (n % 3 ? agent.token : again.token)
    const { answers, refused, others } = await ask(150, 'tags', n => bearer(`Bearer${' '.repeat(1 + n)}${token(n)}`))
    expect([refused, others]).toEqual([50, new Set([200])])
    const refusal = answers.find(({ status }) => status === 429)
    const seconds = Number(refusal?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(await refusal?.json()).toEqual({
      status: 0,
      data: null,
      error: 'rate_limited',
      message: expect.stringMatching(/^Too many requests\. Try again in \d+ s\.$/),
    })
    const other = await server.signIn('agent2')
    expect((await other.get('tags')).http).toBe(200)
  })

  it('are sixty for signing in, whatever is sent as a token', async () => {
    const { refused, others } = await ask(150, 'login', n => ({
      ...form('token=x&platform=web'),
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `x${n}` },
    }))
    expect(others).not.toContain(200)
    expect(refused).toBe(90)
  })

  it('are fewer for what a link in an e-mail lets anybody send, whatever is sent as a token', async () => {
    const { refused, others } = await ask(100, `homes/${'x'.repeat(40)}/requests`, n => ({
      method: 'POST',
      headers: { authorization: `Bearer x${n}` },
    }))
    expect(others).not.toContain(201)
    expect(refused).toBe(40)
  })

  it.each([
    ['beginning', 'auth/start', 302],
    ['ending', 'auth/callback?state=x', 302],
  ])(
    'are 120 of an address for %s a sign-in with the identity provider, of all processes together',
    async (_what, path, usual) => {
      await ask(40, 'system/status')
      const { answers, refused, others } = await ask(150, `../${path}`, () => ({ redirect: 'manual' }))
      expect([refused, others]).toEqual([30, new Set([usual])])
      const refusal = answers.find(({ status }) => status === 429)
      expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0)
      const body = await refusal?.json()
      expect(body).toEqual({
        status: 0,
        data: null,
        error: 'rate_limited',
        message: expect.stringMatching(/^Too many requests/),
      })
      address = '198.51.100.250'
      expect(await ask(2, `../${path}`, () => ({ redirect: 'manual' }))).toMatchObject({ refused: 0 })
    },
  )

  it('are fewer for what is dear, for each user', async () => {
    const [one, two] = [await server.signIn('teamlead'), await server.signIn('agent2')]
    const sendAll = (client: TestClient) =>
      ask(40, 'users/alerts/0/sendAll', () => ({
        ...form('type=1'),
        headers: { authorization: `Bearer ${client.token}` },
      }))
    expect((await sendAll(one)).refused).toBe(10)
    expect((await sendAll(two)).refused).toBe(10)
  })

  it('are refused before the body is read', async () => {
    const user = await server.signIn('newagent')
    await ask(150, 'tags', () => bearer(`Bearer ${user.token}`))
    const { answers } = await ask(1, 'lead', () => ({
      method: 'POST',
      body: '{"first_name"',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    }))
    expect(answers[0]?.status).toBe(429)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type DotloopFault,
  type FakeDotloop,
  type FakeLoop,
  serveFakeDotloop,
} from '../../../integrations/dotloop/fake.ts'
import { SIGNATURE_HEADER, signatureOf, TIMESTAMP_HEADER } from '../../../integrations/dotloop/signature.ts'
import { testConfig } from '../../../testing/config.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { worldOf } from '../../../testing/world.ts'
import { MARK } from './commands/changes.ts'
import { COMPARE, SUBSCRIBE } from './commands/follow.ts'
import { followDotloop } from './jobs.ts'
import type { Reaching } from './remote/access.ts'
import { compareAccount } from './remote/compare.ts'

const PROFILE = 7
const LOOP = 41_200_317
const PATIENCE = { timeout: 20_000, interval: 100 }
const AGES = 3_600_000

const loopAt = (updated: Date): FakeLoop => ({
  id: LOOP,
  profileId: PROFILE,
  name: 'Okafor, Stadium Rd',
  transactionType: 'PURCHASE_OFFER',
  status: 'UNDER_CONTRACT',
  created: '2026-11-01T10:00:00Z',
  updated: updated.toISOString(),
  detail: {},
  participants: [],
  documents: [{ id: 5, folderId: 2, name: 'Agreement', pages: 1, updated: '2026-11-01T10:00:00Z' }],
})

describe('changes of loops', { timeout: 60_000 }, () => {
  let fake: FakeDotloop
  let server: TestServer
  let agent: TestClient
  let deal = 0
  let loop = loopAt(new Date('2026-11-02T10:00:00Z'))
  let asked: string[] = []
  let fault: (path: string) => DotloopFault | null | Promise<DotloopFault | null> = () => null

  beforeAll(async () => {
    fake = await serveFakeDotloop({
      accounts: () => [{ email: 'maya@x.test', name: 'Maya Lindqvist', profileId: PROFILE, loops: [loop] }],
      fault(path) {
        asked.push(path)
        return fault(path)
      },
      retries: [50, 50],
      reach: url => url.replace(/^https:\/\/crm\.test/, server.url),
    })
    server = await startTestServer({
      DOTLOOP_CLIENT_ID: fake.service.clientId,
      DOTLOOP_CLIENT_SECRET: fake.service.clientSecret,
      DOTLOOP_AUTH_URL: fake.service.tokenUrl,
      DOTLOOP_API_URL: fake.service.apiUrl,
      KEYTURN_PUBLIC_URL: 'https://crm.test',
      KEYTURN_LOG: 'silent',
    })
    agent = await server.signIn('agent')
    await connect()
  }, 120_000)
  afterAll(async () => {
    await server.close()
    await fake.close()
  })
  beforeEach(async () => {
    // What the test before had put in would compare the account just when this one does.
    await idle()
    fault = () => null
    fake.subscriptions.faults = {}
    fake.subscriptions.log.length = 0
    loop = loopAt(new Date('2026-11-02T10:00:00Z'))
    await rows('DELETE FROM loop_deals')
    await rows('DELETE FROM dotloop_events')
    await rows('UPDATE dotloop_accounts SET comparing_until = NULL, compared_at = NULL')
    deal = await worldOf(server).deal('agent')
    await rows(
      `INSERT INTO loop_deals (profile_id, loop_id, deal_id, created_at, read_at)
       VALUES ($1, $2, $3, now(), now() - interval '1 hour')`,
      [PROFILE, LOOP, deal],
    )
    asked = []
  })

  const rows = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
  const subscription = async () => (await rows(`SELECT * FROM dotloop_subscriptions WHERE state <> 'ending'`))[0]
  const ofDeal = async () => (await agent.get(`deals/${deal}/loop`)).data
  const account = async () => (await agent.get('dotloop-account')).data
  const events = async () => (await rows('SELECT * FROM dotloop_events')).length
  const marked = () => expect.poll(async () => (await ofDeal()).changed_at, PATIENCE).not.toBe(null)
  /** Nothing is on its way any more. */
  const settled = () =>
    expect
      .poll(() => rows('SELECT FROM dotloop_events WHERE handled_at IS NULL').then(({ length }) => length), PATIENCE)
      .toBe(0)

  /** No work on accounts or deals is due or begun. */
  const idle = () =>
    expect
      .poll(async () => {
        const names = [SUBSCRIBE.name, COMPARE.name, MARK.name]
        const due = "state < 'completed' AND start_after <= now()"
        return (await rows(`SELECT FROM pgboss.job WHERE name = ANY($1) AND ${due}`, [names])).length
      }, PATIENCE)
      .toBe(0)

  async function connect(): Promise<void> {
    const { url } = (await agent.get('dotloop-account/connect')).data
    const body = new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), email: 'maya@x.test' })
    const answer = await fetch(fake.service.authorizeUrl, { method: 'POST', body, redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    const [code, state] = [back.searchParams.get('code'), back.searchParams.get('state')]
    expect((await agent.post('dotloop-account', { code, state })).http).toBe(200)
  }

  /** What a job gets; answers as well which jobs were put in. */
  function jobContext(now = new Date()) {
    const config = testConfig({
      DOTLOOP_CLIENT_ID: fake.service.clientId,
      DOTLOOP_CLIENT_SECRET: fake.service.clientSecret,
      DOTLOOP_AUTH_URL: fake.service.tokenUrl,
      DOTLOOP_API_URL: fake.service.apiUrl,
    })
    const log = { warn() {}, info() {}, error() {} } as never
    const queued: string[] = []
    const context = { db: server.database.db, now, config, log }
    const enqueue = async ({ name }: { name: string }) => void queued.push(name)
    const transaction: Reaching['transaction'] = work =>
      server.database.db
        .transaction()
        .execute(db => work({ ...context, db, author: null, changed() {}, audit() {}, enqueue } as never))
    return { context: { ...context, transaction }, queued }
  }

  /** What the nightly job does for the account. */
  const compare = async () =>
    compareAccount({ ...jobContext().context, viewer: { user_id: await worldOf(server).userId('agent') } })

  /** What the clock puts in then. */
  async function byTheClock(now: Date): Promise<string[]> {
    const { context, queued } = jobContext(now)
    await followDotloop.run({ ...context, signal: new AbortController().signal }, {})
    return queued
  }

  async function post(body: object, { key, at = Date.now() }: { key?: string; at?: number } = {}): Promise<number> {
    const [target] = fake.subscriptions.all
    const text = JSON.stringify(body)
    const timestamp = String(Math.floor(at / 1000))
    const headers = {
      [TIMESTAMP_HEADER]: timestamp,
      [SIGNATURE_HEADER]: signatureOf(key ?? target?.signingKey ?? '', timestamp, text),
    }
    const url = target?.url.replace('https://crm.test', server.url) ?? ''
    return (await fetch(url, { method: 'POST', body: text, headers })).status
  }
  const event = (eventId: string, at = Date.now(), eventType = 'LOOP_UPDATED') => ({
    eventId,
    eventType,
    timestamp: at,
    event: { id: String(LOOP), profileId: String(PROFILE), loopId: String(LOOP) },
  })

  it('are told to an address of ours, signed by a key that is stored sealed', async () => {
    await expect.poll(async () => (await subscription())?.state, PATIENCE).toBe('on')
    const [made] = fake.subscriptions.all
    const stored = await subscription()
    expect(made).toMatchObject({ url: `https://crm.test/crm/hooks/dotloop/${stored.name}`, externalId: stored.name })
    expect(made?.signingKey.length).toBeGreaterThan(30)
    expect(stored.signing_key).not.toContain(made?.signingKey)
    expect(await account()).toMatchObject({ changes_problem: null, may_turn_on: false, left_behind: null })
  })

  it('mark the deal once though they are told twice', async () => {
    fake.subscriptions.faults = { twice: true }
    await fake.subscriptions.publish(PROFILE, LOOP)
    await marked()
    expect(await ofDeal()).toMatchObject({ loop_id: LOOP, kinds: ['details'], may_open: true })
    expect(await events()).toBe(1)
  })

  it('come to the same in another order: a change of a person is none of the details', async () => {
    fake.subscriptions.faults = { reversed: true, twice: true }
    await fake.subscriptions.publish(PROFILE, LOOP, 'participant')
    await marked()
    await settled()
    expect((await ofDeal()).kinds).toEqual(['people'])
  })

  it('that happened before the loop was read mark nothing', async () => {
    expect(await post(event('old', Date.now() - 2 * AGES))).toBe(204)
    await settled()
    expect((await ofDeal()).changed_at).toBe(null)
  })

  it('are seen up to when somebody looked, and not beyond', async () => {
    const first = Date.now() - 60_000
    await post(event('one', first))
    await marked()
    await post(event('two', first + 30_000, 'LOOP_PARTICIPANT_CREATED'))
    await expect.poll(async () => (await ofDeal()).kinds, PATIENCE).toEqual(['details', 'people'])
    const seen = (at: number) => agent.post(`deals/${deal}/loop/seen`, { until: new Date(at).toISOString() })
    expect((await seen(first + 10_000)).data.changed_at).not.toBe(null)
    expect((await seen(Date.now())).data).toMatchObject({ changed_at: null, kinds: [] })
    await post(event('late', first))
    await settled()
    expect((await ofDeal()).changed_at).toBe(null)
    expect((await (await server.signIn('agent2')).get(`deals/${deal}/loop`)).http).toBe(404)
  })

  it('are refused and counted when they are forged or too old', async () => {
    const before = (await subscription()).refused
    expect(await post(event('forged'), { key: 'guessed' })).toBe(403)
    expect(await post(event('stale'), { at: Date.now() - 301_000 })).toBe(403)
    expect((await subscription()).refused).toBe(before + 2)
    expect(await events()).toBe(0)
    expect((await fetch(`${server.url}/crm/hooks/dotloop/nobody`, { method: 'POST', body: '{}' })).status).toBe(404)
  })

  it('are taken and passed over when they cannot be read, or are about another profile', async () => {
    expect(await post({ nothing: true })).toBe(204)
    expect(await post({ ...event('foreign'), event: { profileId: '8', loopId: String(LOOP) } })).toBe(204)
    await settled()
    expect((await ofDeal()).changed_at).toBe(null)
  })

  it('that were not told are found at night, with what they were where the service still knows', async () => {
    fake.subscriptions.faults = { lost: true }
    await fake.subscriptions.publish(PROFILE, LOOP, 'participant')
    await compare()
    expect(await ofDeal()).toMatchObject({ kinds: ['people'] })
    expect((await ofDeal()).changed_at).not.toBe(null)
  })

  it('of documents, which are not told at all, are found at night', async () => {
    const updated = new Date(Date.now() - 60_000)
    loop = {
      ...loopAt(updated),
      documents: [{ id: 5, folderId: 2, name: 'A', pages: 1, updated: updated.toISOString() }],
    }
    await compare()
    expect((await ofDeal()).kinds).toEqual(['documents'])
    expect(new Date((await ofDeal()).changed_at)).toEqual(updated)
  })

  it('are looked for once, though two nightly runs begin at the same time', async () => {
    loop = loopAt(new Date(Date.now() - 60_000))
    const runs: Promise<void>[] = []
    // Whichever is first stays at it until the other has ended.
    fault = async path => (path.includes('sort=updated') ? Promise.race(runs).then(() => null) : null)
    runs.push(compare(), compare())
    await Promise.all(runs)
    expect(asked.filter(path => path.includes('sort=updated'))).toHaveLength(1)
    expect((await ofDeal()).kinds).toEqual(['other'])
  })

  it('are looked for once a night, and accounts that were connected before get a subscription', async () => {
    await rows('DELETE FROM dotloop_subscriptions')
    const night = new Date('2026-12-10T08:05:00Z')
    expect(await byTheClock(night)).toEqual(['subscribe-to-dotloop', 'compare-loops'])
    await rows('UPDATE dotloop_accounts SET compared_at = $1', [night])
    expect(await byTheClock(new Date('2026-12-11T07:55:00Z'))).toEqual(['subscribe-to-dotloop'])
    expect(await byTheClock(new Date('2026-12-11T08:00:00Z'))).toContain('compare-loops')
    fake.subscriptions.all.length = 0
    await connect()
    await expect.poll(async () => (await subscription())?.state, PATIENCE).toBe('on')
  })

  it('are found though a minute is full, which is named in milliseconds', async () => {
    loop = loopAt(new Date(Date.now() - 60_000))
    const full = [{ status: 429, headers: { 'x-ratelimit-reset': '50' } }]
    fault = path => (path.includes('sort=updated') ? (full.shift() ?? null) : null)
    await compare()
    expect((await ofDeal()).kinds).toEqual(['other'])
  })

  it('are looked for later when the minute lasts, and not at once', async () => {
    fault = path =>
      path.includes('/subscription') ? { status: 429, headers: { 'x-ratelimit-reset': '600000' } } : null
    await compare()
    const count = asked.length
    const [row] = await rows(
      "SELECT compared_at, comparing_until > now() + interval '9 minutes' AS waits FROM dotloop_accounts",
    )
    expect(row).toEqual({ compared_at: null, waits: true })
    await compare()
    expect(asked).toHaveLength(count)
  })

  it('that are no longer told are said to be, and are told again by a press', async () => {
    fake.subscriptions.disable(PROFILE)
    await compare()
    const { changes_problem, may_turn_on } = await account()
    expect(changes_problem).toContain('Dotloop no longer sends changes')
    expect(may_turn_on).toBe(true)
    expect(fake.subscriptions.all[0]?.enabled).toBe(false)
    expect((await agent.post('dotloop-account/turn-on')).data).toMatchObject({ changes_problem: null })
    expect(fake.subscriptions.all).toMatchObject([{ enabled: true }])
  })

  it('are told by a new subscription when the one before is gone', async () => {
    fake.subscriptions.all.length = 0
    await compare()
    expect((await account()).changes_problem).toContain('is gone there')
    await agent.post('dotloop-account/turn-on')
    expect(fake.subscriptions.all).toHaveLength(1)
    await fake.subscriptions.publish(PROFILE, LOOP)
    await marked()
  })

  it('are told by one subscription though the answer to asking for it was lost', async () => {
    await rows(`UPDATE dotloop_subscriptions SET state = 'asked', subscription_id = NULL, asked_at = now()`)
    await agent.post('dotloop-account/turn-on')
    expect((await subscription()).subscription_id).toBe(null)
    await rows(`UPDATE dotloop_subscriptions SET asked_at = now() - interval '3 minutes'`)
    await agent.post('dotloop-account/turn-on')
    expect(fake.subscriptions.all).toHaveLength(1)
    expect((await subscription()).subscription_id).toBe(fake.subscriptions.all[0]?.id)
  })

  it('are not asked for again by themselves once the account is refused', async () => {
    fault = path => (path.startsWith('/public') ? { status: 401 } : null)
    await compare()
    expect((await account()).problem).toBe('Dotloop no longer accepts this account. Connect it again.')
    const count = asked.length
    await compare()
    expect(asked).toHaveLength(count)
    fault = () => null
    await connect()
    expect((await account()).problem).toBe(null)
  })

  it('are not told any more once access is revoked; what could not be removed is said, and removed with the next account', async () => {
    await expect.poll(async () => (await subscription())?.state, PATIENCE).toBe('on')
    fault = path => (path.includes('/subscription/') ? { status: 500 } : null)
    expect((await agent.delete('dotloop-account/destroy')).http).toBe(200)
    expect(asked.filter(path => path.includes('/subscription/'))).toHaveLength(1)
    expect(await account()).toMatchObject({ is_connected: false })
    expect((await account()).left_behind).toContain('may still send changes')
    await fake.subscriptions.publish(PROFILE, LOOP)
    expect(await events()).toBe(0)
    fault = () => null
    await connect()
    await expect.poll(async () => (await account()).left_behind, PATIENCE).toBe(null)
    await expect.poll(() => fake.subscriptions.all.length, PATIENCE).toBe(1)
    expect((await agent.delete('dotloop-account/destroy')).http).toBe(200)
    expect(fake.subscriptions.all).toEqual([])
    expect((await account()).left_behind).toBe(null)
  })
})

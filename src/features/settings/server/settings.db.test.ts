import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { instantText } from '../../../platform/wire/fields.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { featureNames, permissionOfFeature } from '../rules.ts'

const MINUTE = 60_000

describe('maintenance', () => {
  let server: TestServer
  let admin: TestClient
  let agent: TestClient
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.signIn('admin')
    agent = await server.signIn('agent')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.now = null
    await admin.post('admin/maintenance', { end: 1 })
    await expect.poll(async () => (await agent.get('login/sessions')).http).toBe(200)
    await expect.poll(async () => (await agent.get('tags')).http).toBe(200)
  })

  const begin = (minutes: number) => admin.post('admin/maintenance', { minutes })
  /** A process hears of a beginning within a second. */
  const untilLive = () => expect.poll(async () => (await agent.get('tags')).http).toBe(503)

  it('is told beforehand and keeps nobody out until it begins', async () => {
    const starts = new Date(Date.now() + 30 * MINUTE)
    const planned = await admin.post('admin/maintenance', { starts_at: starts.toISOString(), minutes: 15 })
    const ends_at = instantText(new Date(starts.getTime() + 15 * MINUTE))
    expect(planned.data.maintenance).toMatchObject({ live: false, minutes: 15, ends_at })
    expect((await server.signedOut.get('system/status')).data.maintenance).toMatchObject({ live: false, ends_at })
    expect((await agent.get('tags')).status).toBe(1)
    expect((await server.signIn('agent2')).token).toBeTruthy()
  })

  it('keeps everybody but administrators out while it lasts, and says until when', async () => {
    const { ends_at } = (await begin(20)).data.maintenance
    await untilLive()
    const refused = await agent.get('tags')
    expect(refused).toMatchObject({ http: 503, error: 'maintenance', message: 'The CRM is under maintenance.' })
    expect(refused.data).toEqual({ ends_at })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1100)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(1200)
    expect((await server.signedOut.get('system/status')).data.maintenance).toMatchObject({ live: true, ends_at })
    // Whoever unsubscribes from an e-mail need not come back for it: only the token is wrong here.
    expect((await server.signedOut.post('unsubscribe/no-such-token')).http).toBe(404)
    expect((await admin.get('tags')).status).toBe(1)
    expect((await agent.post('login/maintenance-logout')).status).toBe(1)
    expect((await agent.get('login/reload')).http).toBe(401)
    await admin.post('admin/maintenance', { end: 1 })
    agent = await server.signIn('agent')
  })

  it('lets administrators sign in, and nobody else', async () => {
    const { ends_at } = (await begin(20)).data.maintenance
    const manual = (email: string) => server.signedOut.post('login/manual', { email, password: 'keyturn-demo' })
    expect(await manual('agent2@keyturn.test')).toMatchObject({ http: 503, error: 'maintenance', data: { ends_at } })
    expect(await manual('deals@keyturn.test')).toMatchObject({ http: 503 })
    expect(await manual('super@keyturn.test')).toMatchObject({ http: 200 })
    const { rows } = await server.database.pool.query(
      `SELECT count(*)::int AS open FROM sessions JOIN users u ON u.id = user_id WHERE email = 'deals@keyturn.test'`,
    )
    expect(rows[0].open).toBe(0)
  })

  it('ends by itself at its end', async () => {
    await begin(20)
    await untilLive()
    server.clock.now = new Date(Date.now() + 20 * MINUTE + 1000)
    expect((await agent.get('tags')).status).toBe(1)
    expect((await server.signedOut.get('system/status')).data.maintenance).toBeNull()
  })

  it('begins by itself when its time comes', async () => {
    await admin.post('admin/maintenance', { starts_at: new Date(Date.now() + 30 * MINUTE).toISOString(), minutes: 15 })
    server.clock.now = new Date(Date.now() + 31 * MINUTE)
    await untilLive()
  })

  it('refuses a window that says too little or is over already', async () => {
    expect(await admin.post('admin/maintenance')).toMatchObject({
      http: 422,
      message: { minutes: [expect.any(String)] },
    })
    const past = { starts_at: '2020-01-01 10:00:00', minutes: 5 }
    expect(await admin.post('admin/maintenance', past)).toMatchObject({
      http: 422,
      message: { starts_at: [expect.any(String)] },
    })
  })

  it('is only for those who manage it', async () => {
    expect((await agent.post('admin/maintenance', { minutes: 5 })).http).toBe(403)
    expect((await agent.post('admin/notice', { notice: 'Mine' })).http).toBe(403)
  })

  it('shows a notice to everybody until it is taken away, told live and written down', async () => {
    expect((await admin.post('admin/notice', { notice: 'Office closed on Monday.' })).data.notice).toBe(
      'Office closed on Monday.',
    )
    expect((await server.signedOut.get('system/status')).data.notice).toBe('Office closed on Monday.')
    expect((await admin.post('admin/notice', { notice: '' })).data.notice).toBeNull()
    expect((await server.signedOut.get('system/status')).data.notice).toBeNull()
    const { rows } = await server.database.pool.query(
      `SELECT DISTINCT topic, audience FROM live_changes WHERE topic = 'system'`,
    )
    expect(rows).toEqual([{ topic: 'system', audience: ['everyone'] }])
    const log = (await admin.get('audit', { subject: 'notice' })).data.data
    expect(log[0].changes[0]).toMatchObject({ before: { notice: 'Office closed on Monday.' }, after: { notice: null } })
  })
})

describe('features', () => {
  let server: TestServer
  let admin: TestClient
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.signIn('admin')
  })
  afterAll(() => server.close())

  const ids = async (name: string) => {
    const found = (await admin.get('users', { search: name })).data.data
    const user = found.find((one: { email: string }) => one.email === `${name}@keyturn.test`)
    return { user_id: user.id as number, team_id: (user.team?.id ?? 0) as number }
  }
  const set = (feature: string, body: object) => admin.post('admin/features', { feature, ...body })
  const isOn = async (account: string, feature: string) =>
    (await (await server.signIn(account)).get(`feature/${feature}`)).data.enabled as boolean

  it('say who changed them last, and when', async () => {
    const changedOf = async (feature: string) => {
      const { data } = await admin.get('admin/features')
      return data.find(({ name }: { name: string }) => name === feature).changed
    }
    expect(await changedOf('power_dialer')).toBeNull()
    await set('power_dialer', { scope: 'all', enabled: 0 })
    expect(await changedOf('power_dialer')).toEqual({ at: expect.any(String), by: 'Grace Oyelaran' })
  })

  it('are switched for all, a role, a team or a user, and the narrowest switch wins', async () => {
    const { user_id, team_id } = await ids('agent')
    const seen = async () => [
      await isOn('agent', 'happy_hour'),
      await isOn('agent2', 'happy_hour'),
      await isOn('newagent', 'happy_hour'),
    ]
    expect(await seen()).toEqual([false, false, false])
    await set('happy_hour', { scope: 'all', enabled: 1 })
    expect(await seen()).toEqual([true, true, true])
    await set('happy_hour', { scope: 'role', role: 'agent', enabled: 0 })
    expect(await seen()).toEqual([false, false, false])
    await set('happy_hour', { scope: 'team', team_id, enabled: 1 })
    expect(await seen()).toEqual([true, true, false])
    await set('happy_hour', { scope: 'user', user_id, enabled: 0 })
    expect(await seen()).toEqual([false, true, false])
    await set('happy_hour', { scope: 'user', user_id, enabled: '' })
    expect(await seen()).toEqual([true, true, false])
    await set('happy_hour', { scope: 'team', team_id, enabled: null })
    await set('happy_hour', { scope: 'role', role: 'agent', enabled: null })
    expect(await seen()).toEqual([true, true, true])
  })

  it('reach people who are signed in already', async () => {
    const agent = await server.signIn('agent')
    expect((await agent.get('feature/power_dialer')).data.enabled).toBe(false)
    await set('power_dialer', { scope: 'all', enabled: 1 })
    await expect.poll(async () => (await agent.get('feature/power_dialer')).data.enabled).toBe(true)
    expect((await agent.get('login/reload')).data.user.features).toContain('power_dialer')
  })

  it('carry the permission that an agent holds through them', async () => {
    const { user_id } = await ids('newagent')
    const permissions = async () => (await (await server.signIn('newagent')).get('login/reload')).data.user.permissions
    expect(await permissions()).toContain('access_listings')
    await set('access_listings', { scope: 'user', user_id, enabled: 0 })
    expect(await permissions()).not.toContain('access_listings')
  })

  it.each(featureNames)('%s brings the permission that is declared for it, and no other', async feature => {
    const { user_id } = await ids('agent2')
    const held = async () => (await admin.get(`users/${user_id}`)).data.permissions as string[]
    await set(feature, { scope: 'user', user_id, enabled: 0 })
    const without = await held()
    await set(feature, { scope: 'user', user_id, enabled: 1 })
    expect((await held()).filter(permission => !without.includes(permission))).toEqual(
      [permissionOfFeature[feature]].filter(Boolean),
    )
    await set(feature, { scope: 'user', user_id, enabled: '' })
  })

  it('give nobody a permission that whoever switches them does not hold', async () => {
    const boss = await server.signIn('super')
    const [{ user_id }, desk] = [await ids('agent'), await ids('desk')]
    await boss.postJson(`users/${desk.user_id}`, { granted_permissions: ['manage_users'] })
    const client = await server.signIn('desk')
    const change = (enabled: number | '') =>
      client.post('admin/features', { feature: 'claim_leads', scope: 'user', user_id, enabled })
    expect((await change(0)).http).toBe(200)
    for (const enabled of [1, ''] as const)
      expect(await change(enabled)).toMatchObject({
        http: 403,
        message: 'You cannot give rights that you do not hold yourself.',
      })
    expect((await boss.get(`users/${user_id}`)).data.own_features).toEqual({ claim_leads: false })
    const log = await boss.get('audit', { user_id: desk.user_id, call: 'setFeature', outcome: 'forbidden' })
    expect(log.data.total).toBe(2)
    // The front desk holds this one, and a feature without a permission gives nothing.
    for (const feature of ['access_listings', 'power_dialer'])
      for (const enabled of [0, 1])
        expect(await client.post('admin/features', { feature, scope: 'user', user_id, enabled })).toMatchObject({
          http: 200,
        })
    await set('claim_leads', { scope: 'user', user_id, enabled: '' })
  })

  it('are switched by several at the same time without a failure, once each', async () => {
    const { user_id } = await ids('teamlead')
    const body = (n: number) => ({ scope: 'user', user_id, enabled: n % 2 })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => set('power_dialer', body(n))))
    expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 200))
    const { rows } = await server.database.pool.query(
      `SELECT count(*)::int AS switches FROM feature_flags WHERE feature = 'power_dialer' AND user_id = $1`,
      [user_id],
    )
    expect(rows[0].switches).toBe(1)
  })

  it('show their switches to administrators', async () => {
    const answer = await set('session_recording', { scope: 'role', role: 'front_desk', enabled: 1 })
    const found = answer.data.find((feature: { name: string }) => feature.name === 'session_recording')
    expect(found.switches).toEqual([
      { feature: 'session_recording', scope: 'role', role: 'front_desk', team_id: null, user_id: null, enabled: true },
    ])
  })

  it('refuse a switch for nobody', async () => {
    for (const body of [
      { scope: 'role' },
      { scope: 'role', role: 'ghost' },
      { scope: 'team', team_id: 2_000_000_000 },
      { scope: 'user', user_id: 2_000_000_000 },
    ])
      expect(await set('my-leads', { ...body, enabled: 1 }), JSON.stringify(body)).toMatchObject({ http: 422 })
  })

  it('answer a check with whom the page is for and under which permission', async () => {
    const boss = await server.signIn('super')
    const agent = await server.signIn('agent')
    expect((await agent.get('feature/claim_leads')).data).toEqual({
      enabled: true,
      agent_only: false,
      permission: null,
    })
    await boss.post('admin/features/claim_leads', { agent_only: 1, permission: 'view_leads' })
    expect((await agent.get('feature/claim_leads')).data).toEqual({
      enabled: true,
      agent_only: true,
      permission: 'view_leads',
    })
    await boss.post('admin/features/claim_leads', { permission: '' })
    expect((await agent.get('feature/claim_leads')).data).toEqual({ enabled: true, agent_only: true, permission: null })
    expect((await admin.post('admin/features/claim_leads', { agent_only: 0 })).http).toBe(403)
    expect((await boss.post('admin/features/nothing', { agent_only: 0 })).http).toBe(422)
    expect((await boss.post('admin/features/claim_leads', { permission: 'no_such_permission' })).http).toBe(422)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { AuthenticatedUser } from '../contract/people.ts'

describe('signing in and being somebody', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const idOf = async (name: string) => {
    const admin = await server.signIn('admin')
    return (await admin.get('users', { search: `${name}@keyturn.test` })).data.data[0].id as number
  }

  it('answers the whole user, with sorted permissions', async () => {
    const agent = await server.signIn('agent')
    const { data } = await agent.get('login/reload')
    expect(Object.keys(data.user).sort()).toEqual(Object.keys(AuthenticatedUser.shape).sort())
    expect(data.user).toMatchObject({ firstName: 'Maya', is_agent: true, is_admin: false, isPossession: false })
    expect(data.user.permissions).toEqual([...data.user.permissions].sort())
    expect(data.user.team).toMatchObject({ name: 'Waterfront team', is_lead: false })
    expect(data.google_scopes).toHaveLength(2)
  })

  it('gives each role its permissions', async () => {
    const permissions = async (account: string) =>
      (await (await server.signIn(account)).get('login/reload')).data.user.permissions
    expect(await permissions('agent')).toEqual(['access_automations', 'access_listings', 'deals_access', 'view_leads'])
    expect(await permissions('teamlead')).toContain('can_view_team')
    expect(await permissions('desk')).toEqual(['access_listings', 'deals_access'])
    expect(await permissions('deals')).toEqual(['access_listings', 'deals_access', 'view_leads'])
    expect(await permissions('admin')).not.toContain('manage_permissions')
    expect(await permissions('super')).toContain('manage_integrations')
  })

  it('holds the bootstrap for everybody, without personal data', async () => {
    expect(Object.keys((await server.signedOut.get('login')).data).sort()).toEqual([
      'dealDocumentTypes',
      'localities',
      'milestoneTypes',
      'showingStatuses',
      'sublocalities',
    ])
  })

  it('ends a session at logout, and says so afterwards', async () => {
    const agent = await server.signIn('agent')
    expect(await agent.post('login/logout')).toMatchObject({ status: 1 })
    expect(await agent.get('login/reload')).toMatchObject({
      http: 401,
      error: 'non_refreshable',
      message: 'Your session has expired, please login again.',
    })
  })

  it('lists sessions and ends one', async () => {
    const [here, there] = [await server.signIn('agent2'), await server.signIn('agent2')]
    const { data } = (await here.get('login/sessions')).data
    expect(data).toHaveLength(2)
    const other = data.find((session: { is_current: boolean }) => !session.is_current)
    expect((await (await server.signIn('agent')).delete(`login/sessions/${other.id}`)).http).toBe(404)
    expect((await here.delete(`login/sessions/${other.id}`)).status).toBe(1)
    expect((await there.get('login/reload')).http).toBe(401)
  })

  it('forgets a token after 30 days without use', async () => {
    const agent = await server.signIn('agent')
    await server.database.pool.query(`UPDATE sessions SET last_used_at = now() - interval '29 days'`)
    expect((await agent.get('login/reload')).status).toBe(1)
    const idle = await server.signIn('desk')
    await server.database.pool.query(`UPDATE sessions SET last_used_at = now() - interval '31 days'`)
    expect(await idle.get('login/reload')).toMatchObject({ http: 401, error: 'non_refreshable' })
  })

  it('ends after 90 days however often it is used, and says when', async () => {
    const agent = await server.signIn('teamlead')
    const { data } = (await agent.get('login/sessions')).data
    const ends = Date.parse(data[0].expires_at)
    expect(ends - Date.parse(data[0].created_at)).toBe(90 * 86_400_000)
    await server.database.pool.query(`UPDATE sessions SET last_used_at = now() + interval '90 days'`)
    server.clock.now = new Date(ends - 60_000)
    // Another sign-in has every process read its sessions again.
    const listed = async () =>
      (await (await server.signIn('teamlead')).get('login/sessions')).data.data.map(({ id }: { id: number }) => id)
    expect(await listed()).toContain(data[0].id)
    expect((await agent.get('login/reload')).http).toBe(200)
    server.clock.now = new Date(ends)
    expect(await listed()).not.toContain(data[0].id)
    expect(await agent.get('login/reload')).toMatchObject({ http: 401, error: 'non_refreshable' })
    server.clock.now = null
  })

  it('stores no token in the clear', async () => {
    const { token } = await server.signIn('agent')
    const { rows } = await server.database.pool.query('SELECT s::text AS text FROM sessions s')
    expect(rows.map(row => row.text).join()).not.toContain(token)
  })

  it('lets an administrator act as an agent, and writes down both', async () => {
    const admin = await server.signIn('admin')
    const answer = await admin.post('login/possession', { user_id: await idOf('newagent') })
    expect(answer.data.user).toMatchObject({ email: 'newagent@keyturn.test', is_possessed: true, isPossession: true })
    expect((await admin.get('users')).http).toBe(403)
    expect(await admin.post('google', { code: 'x' })).toMatchObject({ http: 403 })
    expect((await admin.post('login/possession/leave')).data.user).toMatchObject({ is_possessed: false })
    const log = await admin.get('audit', { subject: 'possession' })
    expect(log.data.data.map((entry: { actor: { name: string } }) => entry.actor.name)).toContain('Grace Oyelaran')
  })

  it('lets nobody act as somebody with more rights, or from within possession', async () => {
    const admin = await server.signIn('admin')
    expect(await admin.post('login/possession', { user_id: await idOf('super') })).toMatchObject({ http: 403 })
    const agent = await server.signIn('agent')
    expect(await agent.post('login/possession', { user_id: await idOf('agent2') })).toMatchObject({ http: 403 })
    const boss = await server.signIn('super')
    await boss.post('login/possession', { user_id: await idOf('admin') })
    expect(await boss.post('login/possession', { user_id: await idOf('agent') })).toMatchObject({
      http: 403,
      message: 'Leave the account you are using before you open another one.',
    })
  })

  it('says the same of a wrong password and of an unknown person, and locks the account after five', async () => {
    const wrong = await server.signedOut.post('login/manual', { email: 'desk@keyturn.test', password: 'no' })
    const unknown = await server.signedOut.post('login/manual', { email: 'ghost@keyturn.test', password: 'no' })
    expect([wrong.http, wrong.message, wrong.error]).toEqual([unknown.http, unknown.message, unknown.error])
    for (let i = 0; i < 4; i++)
      await server.signedOut.post('login/manual', { email: 'desk@keyturn.test', password: 'no' })
    const locked = await server.signedOut.post('login/manual', { email: 'desk@keyturn.test', password: 'keyturn-demo' })
    expect(locked).toMatchObject({ http: 429, error: 'rate_limited' })
    const log = await (await server.signIn('admin')).get('audit', { call: 'loginManually', outcome: 'forbidden' })
    expect(log.data.total).toBeGreaterThanOrEqual(5)
    expect(JSON.stringify(log.data)).not.toContain('"no"')
  })

  it('refuses the web platform on the native flow', async () => {
    const answer = await server.signedOut.post('login', { token: 'x', platform: 'web', isCrmMobileApp: 1 })
    expect(answer.message).toBe('Wrong platform detected. Please contact admin.')
  })

  it('checks features', async () => {
    const agent = await server.signIn('agent')
    expect((await agent.get('feature/happy_hour')).data).toEqual({ enabled: false, agent_only: true, permission: null })
    expect((await agent.get('feature/my-leads')).data.enabled).toBe(true)
    expect((await agent.get('feature/other')).http).toBe(404)
  })
})

describe('administering people', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  it('adds a user, changes roles, and closes the account at once', async () => {
    const admin = await server.signIn('admin')
    const made = await admin.post('users', { first_name: 'Noor', email: 'noor@keyturn.test', roles: ['agent'] })
    expect(made).toMatchObject({ http: 201, data: { roles: ['agent'], agent_id: expect.any(Number) } })
    const again = await admin.post('users', { first_name: 'Noor', email: 'NOOR@keyturn.test', roles: ['agent'] })
    expect(again).toMatchObject({ http: 422, message: { email: [expect.stringContaining('already')] } })
    const agent2 = (await admin.get('users', { search: 'agent2' })).data.data[0]
    const session = await server.signIn('agent2')
    expect((await admin.post(`users/${agent2.id}`, { is_active: false })).data.is_active).toBe(false)
    expect((await session.get('login/reload')).http).toBe(401)
    const stale = await admin.post(`users/${agent2.id}`, { is_active: true }, { 'if-match': `"${agent2.version}"` })
    expect(stale).toMatchObject({ http: 412, error: 'stale' })
  })

  it('lets nobody give rights that they do not hold', async () => {
    const admin = await server.signIn('admin')
    const user = (await admin.get('users', { search: 'newagent' })).data.data[0]
    expect((await admin.post(`users/${user.id}`, { roles: ['super_admin'] })).http).toBe(403)
    expect((await admin.post(`users/${user.id}`, { granted_permissions: ['view_all_leads'] })).http).toBe(403)
    const boss = await server.signIn('super')
    const granted = await boss.post(`users/${user.id}`, { granted_permissions: ['view_all_leads'] })
    expect(granted.data.permissions).toContain('view_all_leads')
    const denied = await boss.post(`users/${user.id}`, { denied_permissions: ['deals_access'] })
    expect(denied.data.permissions).not.toContain('deals_access')
  })

  it('shows a team to who leads it, and lets administrators change it', async () => {
    const lead = await server.signIn('teamlead')
    const [team] = (await lead.get('teams')).data.data
    expect(team.members.map((member: { name: string }) => member.name)).toContain('Maya Lindqvist')
    expect((await (await server.signIn('agent')).get('teams')).http).toBe(403)
    expect((await lead.post(`teams/${team.id}`, { name: 'Mine' })).http).toBe(403)
    const admin = await server.signIn('admin')
    const changed = await admin.post(`teams/${team.id}`, { member_ids: [team.lead_agent_id] })
    expect(changed.data.members).toHaveLength(1)
    expect((await admin.post('teams', { name: 'North', lead_agent_id: team.lead_agent_id })).http).toBe(201)
  })

  it('pages by cursor without losing anybody', async () => {
    const admin = await server.signIn('admin')
    const first = (await admin.get('users', { perPage: 5 })).data
    const second = (await admin.get('users', { perPage: 5, cursor: first.next_cursor })).data
    const ids = [...first.data, ...second.data].map((user: { id: number }) => user.id)
    expect(new Set(ids).size).toBe(first.total)
  })
})

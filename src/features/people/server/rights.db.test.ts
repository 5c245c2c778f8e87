import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { permissionNames } from '../rules.ts'

describe('giving and taking rights', () => {
  let server: TestServer
  let boss: TestClient
  let made = 0
  beforeAll(async () => {
    server = await startTestServer()
    boss = await server.signIn('super')
  })
  afterAll(() => server.close())

  /** Somebody of a test's own, signed in. */
  async function employee(fields: object) {
    const email = `person${++made}@people.test`
    const { data } = await boss.postJson('users', { first_name: `Person ${made}`, email, ...fields })
    await server.database.pool.query(
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = 'agent@keyturn.test') WHERE id = $1`,
      [data.id],
    )
    return { id: data.id as number, client: await server.signIn(email) }
  }
  const idOf = async (account: string): Promise<number> =>
    (await server.database.pool.query('SELECT id FROM users WHERE email = $1', [`${account}@keyturn.test`])).rows[0].id
  const permissionsOf = async (id: number): Promise<string[]> => (await boss.get(`users/${id}`)).data.permissions

  const NOT_HELD = { http: 403, message: 'You cannot give rights that you do not hold yourself.' }

  describe('beyond one’s own', () => {
    it('makes nobody an administrator who holds only their permissions', async () => {
      const { data } = await boss.get('permissions')
      const granted_permissions = data.granted
        .filter(({ role }: { role: string }) => role === 'admin')
        .map(({ permission }: { permission: string }) => permission)
      const almost = await employee({ roles: ['deals_admin'], granted_permissions })
      expect(await almost.client.post(`users/${almost.id}`, { roles: ['admin'] })).toMatchObject(NOT_HELD)
      const fields = { first_name: 'Friend', email: 'friend@people.test', roles: ['admin'] }
      expect(await almost.client.post('users', fields)).toMatchObject(NOT_HELD)
      const admin = await employee({ roles: ['admin'] })
      expect((await almost.client.post(`users/${admin.id}`, { first_name: 'Other' })).message).toBe(
        'This person has more rights than you.',
      )
    })

    it('is nothing that whoever manages permissions could give, to a role or to a person', async () => {
      const granted_permissions = ['manage_permissions', 'manage_users', 'access_automations']
      const { id, client } = await employee({ roles: ['deals_admin'], granted_permissions })
      const change = { role: 'deals_admin', permission: 'possess_users', granted: 1 }
      expect(await client.post('permissions', change)).toMatchObject(NOT_HELD)
      const granted = { granted_permissions: [...granted_permissions, 'possess_users'] }
      expect(await client.postJson(`users/${id}`, granted)).toMatchObject(NOT_HELD)
      const newagent = await idOf('newagent')
      expect(await client.postJson(`users/${newagent}`, { granted_permissions: ['view_all_leads'] })).toMatchObject(
        NOT_HELD,
      )
      expect(await client.postJson(`users/${newagent}`, { granted_permissions: ['deals_access'] })).toMatchObject({
        http: 200,
      })
      expect(await client.post('permissions', { ...change, permission: 'deals_access' })).toMatchObject({ http: 200 })
    })

    it('is not given back either by lifting a denial', async () => {
      const denied = { roles: ['agent'], denied_permissions: ['view_leads'] }
      const { id } = await employee(denied)
      const granted_permissions = ['manage_permissions', 'manage_users', 'access_automations']
      const office = await employee({ roles: ['front_desk'], granted_permissions })
      expect(await office.client.postJson(`users/${id}`, { denied_permissions: [] })).toMatchObject(NOT_HELD)
    })

    it('is written into the audit log', async () => {
      const { id, client } = await employee({ roles: ['admin'] })
      await client.post(`users/${id}`, { roles: ['super_admin'] })
      const { data } = await boss.get('audit', { user_id: id, call: 'updateUser', outcome: 'forbidden' })
      expect(data.total).toBe(1)
    })

    it('can be given back to super administrators when nobody who could give it holds it', async () => {
      const take = async (role: string) => {
        expect(
          (await boss.post('permissions', { role, permission: 'view_happy_hour_reports', granted: 0 })).status,
        ).toBe(1)
      }
      await take('admin')
      await take('super_admin')
      const change = { permission: 'view_happy_hour_reports', granted: 1 }
      expect(await boss.post('permissions', { ...change, role: 'admin' })).toMatchObject(NOT_HELD)
      expect((await boss.post('permissions', { ...change, role: 'super_admin' })).status).toBe(1)
      expect((await boss.post('permissions', { ...change, role: 'admin' })).status).toBe(1)
    })
  })

  describe('by who leads and who is in a team', () => {
    const NOT_SEEN = {
      http: 403,
      message: 'You cannot give somebody the leads of agents whose leads you do not see yourself.',
    }
    const agentIdOf = async (id: number): Promise<number> => (await boss.get(`users/${id}`)).data.agent_id
    const manager = (granted: string[] = []) =>
      employee({ roles: ['agent'], granted_permissions: ['manage_users', ...granted] })

    it('lets nobody who only manages users reach the leads of others, for themselves or for a friend', async () => {
      const [{ id, client }, colleague, friend] = [
        await manager(),
        await employee({ roles: ['agent'] }),
        await employee({ roles: ['agent'] }),
      ]
      const [own, member, ally] = [await agentIdOf(id), await agentIdOf(colleague.id), await agentIdOf(friend.id)]
      const { data: team } = await client.postJson('teams', { name: 'East', member_ids: [member] })
      for (const lead_agent_id of [own, ally]) {
        expect(await client.postJson(`teams/${team.id}`, { lead_agent_id })).toMatchObject(NOT_SEEN)
        const fields = { name: 'Another', lead_agent_id, member_ids: [member] }
        expect(await client.postJson('teams', fields)).toMatchObject(NOT_SEEN)
      }
      const empty = await client.postJson('teams', { name: 'Own', lead_agent_id: own, member_ids: [own] })
      expect(empty.http).toBe(201)
      expect(await client.postJson(`teams/${empty.data.id}`, { member_ids: [own, member] })).toMatchObject(NOT_SEEN)
      expect((await boss.get(`teams/${team.id}`)).data).toMatchObject({
        lead_agent_id: null,
        members: [{ id: member }],
      })
      const { data } = await boss.get('audit', { user_id: id, call: 'updateTeam', outcome: 'forbidden' })
      expect(data.total).toBe(3)
    })

    it('lets them change what gives nobody more', async () => {
      const [{ client }, one, two] = [
        await manager(),
        await employee({ roles: ['agent'] }),
        await employee({ roles: ['agent'] }),
      ]
      const [lead_agent_id, member] = [await agentIdOf(one.id), await agentIdOf(two.id)]
      const { data } = await boss.postJson('teams', { name: 'West', lead_agent_id, member_ids: [member] })
      expect(await client.postJson(`teams/${data.id}`, { name: 'Far west' })).toMatchObject({ http: 200 })
      expect(await client.postJson(`teams/${data.id}`, { member_ids: [] })).toMatchObject({ http: 200 })
      expect(await client.postJson(`teams/${data.id}`, { member_ids: [member] })).toMatchObject(NOT_SEEN)
    })

    it('is open to whoever may open every lead anyway', async () => {
      const seesAll = ['view_all_leads', 'view_profiles_for_leads']
      const [{ id, client }, half, colleague] = [
        await manager(seesAll),
        await manager(['view_all_leads']),
        await employee({ roles: ['agent'] }),
      ]
      const fields = {
        name: 'All',
        lead_agent_id: await agentIdOf(id),
        member_ids: [await agentIdOf(colleague.id)],
      }
      expect(await half.client.postJson('teams', fields)).toMatchObject(NOT_SEEN)
      expect(await client.postJson('teams', fields)).toMatchObject({ http: 201 })
    })

    it('gives no permission of a feature that is switched for the team', async () => {
      const desk = await employee({ roles: ['front_desk'], granted_permissions: ['manage_users'] })
      const colleague = await employee({ roles: ['agent'], own_features: {} })
      const { data: team } = await boss.postJson('teams', { name: 'Claims' })
      await boss.post('admin/features', { feature: 'claim_leads', scope: 'role', role: 'agent', enabled: 0 })
      await boss.post('admin/features', { feature: 'claim_leads', scope: 'team', team_id: team.id, enabled: 1 })
      const member_ids = [await agentIdOf(colleague.id)]
      expect(await desk.client.postJson(`teams/${team.id}`, { member_ids })).toMatchObject(NOT_HELD)
      expect(await boss.postJson(`teams/${team.id}`, { member_ids })).toMatchObject({ http: 200 })
      await boss.post('admin/features', { feature: 'claim_leads', scope: 'role', role: 'agent', enabled: '' })
    })
  })

  describe('of a user by the whole list', () => {
    it('takes roles, permissions, features and active', async () => {
      const { id, client } = await employee({ roles: ['agent'] })
      const permissions = ['deals_access', 'export_leads', 'view_leads']
      const saved = await boss.postJson(`users/${id}`, {
        roles: ['agent', 'front_desk'],
        permissions,
        features: ['my-leads', 'happy_hour'],
        active: true,
      })
      expect(saved.data).toMatchObject({
        roles: ['agent', 'front_desk'],
        permissions,
        granted_permissions: ['export_leads'],
        denied_permissions: ['access_listings'],
        features: ['happy_hour', 'my-leads'],
        own_features: { happy_hour: true, claim_leads: false, access_listings: false },
        is_active: true,
      })
      const usual = await boss.postJson(`users/${id}`, {
        features: ['my-leads', 'claim_leads', 'access_listings', 'text_messages'],
      })
      expect(usual.data).toMatchObject({
        own_features: {},
        // A feature brings its permission along.
        permissions: ['access_automations', ...permissions],
      })
      expect((await boss.post(`users/${id}`, { active: 0 })).data.is_active).toBe(false)
      expect((await client.get('login/reload')).http).toBe(401)
    })

    it('is sent back as it was read by an administrator, who may not change permissions', async () => {
      const admin = await server.signIn('admin')
      const { id } = await employee({ roles: ['agent'] })
      const { permissions, features, roles } = (await admin.get(`users/${id}`)).data
      expect(await admin.postJson(`users/${id}`, { permissions, features, roles })).toMatchObject({ http: 200 })
      const fewer = { permissions: permissions.slice(1) }
      expect(await admin.postJson(`users/${id}`, fewer)).toMatchObject({ http: 403 })
      expect(await permissionsOf(id)).toEqual(permissions)
    })

    it('is sent in one way at a time, of what exists', async () => {
      const { id } = await employee({ roles: ['agent'] })
      for (const fields of [
        { active: true, is_active: false },
        { permissions: ['view_leads'], granted_permissions: [] },
        { permissions: ['fly'] },
        { features: ['my-leads'], own_features: { 'my-leads': true } },
        { features: ['flying'] },
      ])
        expect((await boss.postJson(`users/${id}`, fields)).http, JSON.stringify(fields)).toBe(422)
    })
  })

  it('gives the features that a user has access to, and no permission of theirs that the giver lacks', async () => {
    const granted_permissions = ['manage_permissions', 'manage_users']
    const desk = await employee({ roles: ['front_desk'], granted_permissions })
    const { id } = await employee({ roles: ['agent'], permissions: ['deals_access'], features: [] })
    expect(permissionNames).toContain('access_automations')
    expect(await desk.client.postJson(`users/${id}`, { permissions: ['deals_access', 'view_leads'] })).toMatchObject(
      NOT_HELD,
    )
  })
})

describe('the last who can manage permissions', () => {
  let server: TestServer
  let boss: TestClient
  let bossId: number
  beforeAll(async () => {
    server = await startTestServer()
    boss = await server.signIn('super')
    bossId = (await boss.get('login/reload')).data.user.id
  })
  afterAll(() => server.close())

  const nobodyLeft = { http: 409, message: expect.stringContaining('You are the last person') }

  it.each([
    ['changes their own role', () => boss.post(`users/${bossId}`, { roles: ['admin'] })],
    ['denies it to themselves', () => boss.postJson(`users/${bossId}`, { denied_permissions: ['manage_permissions'] })],
    ['leaves it out of their list', () => boss.postJson(`users/${bossId}`, { permissions: ['manage_users'] })],
    [
      'takes it from the role',
      () => boss.post('permissions', { role: 'super_admin', permission: 'manage_permissions', granted: 0 }),
    ],
  ])('stays when whoever it is %s', async (_what, ask) => {
    expect(await ask()).toMatchObject(nobodyLeft)
    expect((await boss.get('login/reload')).data.user.permissions).toContain('manage_permissions')
  })

  it('stays when a closed account holds it too', async () => {
    const fields = { first_name: 'Former', email: 'former@people.test', roles: ['super_admin'], is_active: false }
    expect((await boss.post('users', fields)).status).toBe(1)
    expect(await boss.post(`users/${bossId}`, { roles: ['admin'] })).toMatchObject(nobodyLeft)
  })

  it('is one of two who take it from each other, and from themselves, at the same time', async () => {
    const fields = { first_name: 'Second', email: 'second@people.test', roles: ['super_admin'] }
    const secondId = (await boss.post('users', fields)).data.id
    await server.database.pool.query(
      'UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = $2) WHERE id = $1',
      [secondId, bossId],
    )
    const second = await server.signIn('second@people.test')
    const managers = async () =>
      (
        await server.database.pool.query(
          `SELECT id FROM users WHERE is_active AND 'manage_permissions' = ANY (permissions_of_user(id))`,
        )
      ).rows
    const restore = () =>
      server.database.pool.query(
        `INSERT INTO user_roles SELECT id, 'super_admin' FROM users WHERE id IN ($1, $2) ON CONFLICT DO NOTHING`,
        [bossId, secondId],
      )
    for (const [one, other] of [
      [
        () => boss.post(`users/${bossId}`, { roles: ['admin'] }),
        () => second.post(`users/${secondId}`, { roles: ['admin'] }),
      ],
      [
        () => boss.post(`users/${secondId}`, { roles: ['admin'] }),
        () => second.post(`users/${bossId}`, { roles: ['admin'] }),
      ],
    ] as const) {
      const answers = await Promise.all([one(), other()])
      expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
      expect(await managers()).toHaveLength(1)
      await restore()
      // Rights that changed behind the product's back are known after the next change of people.
      await (await server.signIn('admin')).post('teams', { name: 'North' })
    }
  })
})

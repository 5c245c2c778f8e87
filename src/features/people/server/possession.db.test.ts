import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

/** Somebody of a test's own, with the password of the demo accounts. */
interface Employee {
  id: number
  email: string
}

describe('acting as another user ends with the right to it', () => {
  let server: TestServer
  let boss: TestClient
  let made = 0
  beforeAll(async () => {
    server = await startTestServer()
    boss = await server.signIn('super')
  })
  afterAll(() => server.close())

  async function employee(fields: object): Promise<Employee> {
    const email = `person${++made}@people.test`
    const { data } = await boss.post('users', { first_name: `Person ${made}`, email, ...fields })
    await server.database.pool.query(
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = 'agent@keyturn.test') WHERE id = $1`,
      [data.id],
    )
    return { id: data.id, email }
  }

  /** An administrator who acts as an agent, both of them nobody else's. */
  async function possession(fields: object = { roles: ['admin'] }) {
    const [actor, target] = [await employee(fields), await employee({ roles: ['agent'] })]
    const client = await server.signIn(actor.email)
    const began = await client.post('login/possession', { user_id: target.id })
    expect(began.data.user).toMatchObject({ id: target.id, is_possessed: true })
    return { actor, target, client }
  }

  const change = async (user: Employee, fields: object) =>
    expect((await boss.postJson(`users/${user.id}`, fields)).message).toBeNull()

  type Case = [what: string, takeAway: (people: { actor: Employee; target: Employee }) => Promise<void>]
  const cases: Case[] = [
    ['the administrator becomes a receptionist', ({ actor }) => change(actor, { roles: ['front_desk'] })],
    [
      'the administrator is denied acting as others',
      ({ actor }) => change(actor, { denied_permissions: ['possess_users'] }),
    ],
    [
      'the administrator loses a permission of the agent',
      ({ actor }) => change(actor, { denied_permissions: ['view_leads'] }),
    ],
    ['the agent becomes a super administrator', ({ target }) => change(target, { roles: ['super_admin'] })],
    [
      'the agent is given a permission beyond the administrator',
      ({ target }) => change(target, { granted_permissions: ['manage_permissions'] }),
    ],
    ['the account of the agent is closed', ({ target }) => change(target, { is_active: false })],
  ]
  it.each(cases)('when %s: the next request is made with the own rights', async (_what, takeAway) => {
    const { actor, target, client } = await possession()
    await takeAway({ actor, target })
    const { data } = await client.get('login/reload')
    expect(data.user).toMatchObject({ id: actor.id, is_possessed: false, possessed_by: null })
    const { rows } = await server.database.pool.query(
      `SELECT change -> 'after' AS after FROM audit_entries, jsonb_array_elements(changes) AS change
       WHERE change ->> 'subject' = 'possession' AND change -> 'subject_id' = to_jsonb($1::int) ORDER BY id DESC LIMIT 1`,
      [target.id],
    )
    expect(rows).toEqual([{ after: expect.objectContaining({ ended: true }) }])
  })

  it('when the role of the administrator loses the permission, and does not begin again when it is given back', async () => {
    const { actor, client } = await possession()
    const permission = { role: 'admin', permission: 'possess_users' }
    await boss.post('permissions', { ...permission, granted: 0 })
    expect((await client.get('login/reload')).data.user).toMatchObject({ id: actor.id, is_possessed: false })
    await boss.post('permissions', { ...permission, granted: 1 })
    expect((await client.get('login/reload')).data.user).toMatchObject({ id: actor.id, is_possessed: false })
    const { rows } = await server.database.pool.query(
      `SELECT outcome FROM audit_entries WHERE call = 'people.possess' AND actor_user_id = $1 ORDER BY id DESC LIMIT 1`,
      [actor.id],
    )
    expect(rows).toEqual([{ outcome: 'forbidden' }])
  })

  it('reads and writes nothing of the agent any more for somebody who became a receptionist', async () => {
    const { actor, target, client } = await possession()
    const { rows } = await server.database.pool.query(
      `INSERT INTO leads (first_name, last_name, agent_id) SELECT 'Own', 'Lead', id FROM agents WHERE user_id = $1 RETURNING id`,
      [target.id],
    )
    const lead = rows[0].id as number
    expect((await client.get(`lead/${lead}`)).http).toBe(200)
    await change(actor, { roles: ['front_desk'] })
    expect((await client.get(`lead/${lead}`)).http).toBe(403)
    expect((await client.post(`lead/${lead}`, { first_name: 'Taken' })).http).toBe(403)
  })

  it('lends nobody the rights of an agent who rose above them', async () => {
    const { target, client } = await possession()
    await change(target, { roles: ['super_admin'] })
    const asked = { role: 'admin', permission: 'manage_permissions', granted: 1 }
    expect((await client.post('permissions', asked)).http).toBe(403)
  })

  it('ends with the session when the account of the administrator is closed', async () => {
    const { actor, client } = await possession()
    await change(actor, { is_active: false })
    expect(await client.get('login/reload')).toMatchObject({ http: 401, error: 'non_refreshable' })
  })

  it('goes on when something else of either changes', async () => {
    const { actor, target, client } = await possession()
    await change(actor, { last_name: 'Renamed' })
    await change(target, { phone: '416 555 0123' })
    expect((await client.get('login/reload')).data.user).toMatchObject({ id: target.id, is_possessed: true })
  })

  it('needs more than each permission of an administrator to act as one', async () => {
    const { data } = await boss.get('permissions')
    const granted_permissions = data.granted
      .filter(({ role }: { role: string }) => role === 'admin')
      .map(({ permission }: { permission: string }) => permission)
    const almost = await employee({ roles: ['deals_admin'], granted_permissions })
    const admin = await employee({ roles: ['admin'] })
    const client = await server.signIn(almost.email)
    expect(await client.post('login/possession', { user_id: admin.id })).toMatchObject({
      http: 403,
      message: 'This person has more rights than you.',
    })
  })

  it('is asked of who holds the permission now, not of who held it a moment ago', async () => {
    const { actor, target, client } = await possession()
    await client.post('login/possession/leave')
    await change(actor, { denied_permissions: ['possess_users'] })
    expect((await client.post('login/possession', { user_id: target.id })).http).toBe(403)
  })
})

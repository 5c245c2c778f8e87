import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestAnswer, type TestClient, type TestServer } from '../../../testing/server.ts'

describe('a pause of all sending', { timeout: 60_000 }, () => {
  let server: TestServer
  let admin: TestClient
  let agent: TestClient
  let serial = 0
  beforeAll(async () => {
    server = await startTestServer({ KEYTURN_LOG: 'silent', KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test' })
    admin = await server.signIn('admin')
    agent = await server.signIn('agent')
  }, 60_000)
  afterAll(() => server.close())
  beforeEach(async () => {
    await admin.post('admin/sending/resume')
    await server.database.pool.query('UPDATE sending_pauses SET undone_at = now()')
  })

  const state = () => admin.get('admin/sending')
  const invite = async (): Promise<{ id: number; email: string }> => {
    const email = `new${++serial}@people.test`
    const roles = ['front_desk']
    return (await admin.post('users', { first_name: 'New', last_name: 'Person', email, roles })).data
  }
  const invitationOf = async ({ id }: { id: number }) => (await admin.get(`users/${id}`)).data.invitation
  const sentTo = async ({ email }: { email: string }): Promise<number> =>
    (await admin.get('outbox', { search: email })).data.total
  const untilOverdue = (messages: number) =>
    expect
      .poll(async () =>
        (await state()).data.overdue.reduce((sum: number, kind: { messages: number }) => sum + kind.messages, 0),
      )
      .toBe(messages)
  /** Books a showing whose client is told at once. */
  const bookShowing = async (): Promise<number> => {
    const lead = await agent.post('lead', {
      first_name: 'Amara',
      last_name: 'Obi',
      email: `amara${++serial}@people.test`,
    })
    const when = { date: '2099-11-28', time_start: '14:00:00', address_formatted: '38 Stadium Rd, Toronto' }
    await agent.post(`lead/${lead.data.id}/showings`, { ...when, notify_client: true })
    // The time in which a booking can still be undone is over.
    await server.database.pool.query(
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'send-showing-letter' AND state = 'created'",
    )
    return lead.data.id
  }
  const emailOf = async (lead: number) => (await agent.get(`lead/${lead}/showings`)).data.data[0].message

  it('lets nothing out, counts what falls due by kind, and sends all of it when somebody resumes', async () => {
    expect((await admin.post('admin/sending/pause')).data.pause).toMatchObject({ reason: 'by_hand' })
    const [one, two] = [await invite(), await invite()]
    const lead = await bookShowing()
    await untilOverdue(3)
    expect((await state()).data.overdue).toEqual([
      expect.objectContaining({ kind: 'send-invitation', recipients: 'colleagues', messages: 2, people: 2 }),
      expect.objectContaining({ kind: 'send-showing-letter', recipients: 'leads', messages: 1, people: 1 }),
    ])
    expect(await invitationOf(one)).toMatchObject({ state: 'waiting', problem: null })
    expect((await sentTo(one)) + (await sentTo(two))).toBe(0)
    const resumed = await admin.post('admin/sending/resume')
    expect(resumed.data).toMatchObject({ pause: null, overdue: [] })
    await expect.poll(() => invitationOf(one)).toMatchObject({ state: 'sent' })
    await expect.poll(() => invitationOf(two)).toMatchObject({ state: 'sent' })
    await expect.poll(() => emailOf(lead)).toMatchObject({ state: 'sent' })
    expect(await sentTo(one)).toBe(1)
  })

  it('marks what is discarded as expired, where everybody sees it, and can put it back', async () => {
    await admin.post('admin/sending/pause')
    const person = await invite()
    const lead = await bookShowing()
    await untilOverdue(2)
    const discarded = (await admin.post('admin/sending/resume', { discard: true })).data.discarded
    expect(discarded).toMatchObject({ messages: 2, discarded_by: expect.stringMatching(/\w/) })
    const problem = 'Sending was paused, and an administrator discarded what was overdue.'
    expect(await invitationOf(person)).toMatchObject({ state: 'expired', problem })
    expect(await emailOf(lead)).toMatchObject({ state: 'expired', problem })
    expect(await sentTo(person)).toBe(0)
    const { pause_id } = discarded
    expect((await admin.post('admin/sending/undo-discard', { pause_id })).data.discarded).toBeNull()
    await expect.poll(() => invitationOf(person)).toMatchObject({ state: 'sent' })
    await expect.poll(() => emailOf(lead)).toMatchObject({ state: 'sent' })
    expect((await admin.post('admin/sending/undo-discard', { pause_id })).http).toBe(409)
  })

  it('loses no message of those that fall due in the moment of resuming', async () => {
    await admin.post('admin/sending/pause')
    const before = await Promise.all([invite(), invite(), invite()])
    const [, ...during] = await Promise.all([admin.post('admin/sending/resume'), invite(), invite()])
    for (const person of [...before, ...during])
      await expect.poll(() => invitationOf(person)).toMatchObject({ state: 'sent' })
    const { rows } = await server.database.pool.query('SELECT count(*)::int AS held FROM held_jobs')
    expect(rows).toEqual([{ held: 0 }])
  })

  it('is for administrators of the system alone, once at a time, and in the audit log', async () => {
    const asAgent: TestAnswer[] = await Promise.all([
      agent.get('admin/sending'),
      agent.post('admin/sending/pause'),
      agent.post('admin/sending/resume'),
    ])
    expect(asAgent.map(({ http }) => http)).toEqual([403, 403, 403])
    expect((await admin.post('admin/sending/resume')).message).toBe('Sending is not paused.')
    await admin.post('admin/sending/pause')
    expect((await admin.post('admin/sending/pause')).message).toBe('Sending is already paused.')
    await admin.post('admin/sending/resume')
    const boss = await server.signIn('super')
    const { data } = (await boss.get('audit', { subject: 'sending' })).data
    expect(data.length).toBeGreaterThan(1)
  })

  it('does not let an agent send an alert by hand, and says why', async () => {
    await admin.post('admin/sending/pause')
    const { data: lead } = await agent.post('lead', { first_name: 'Ada', last_name: 'Obi', email: 'ada@people.test' })
    const alert = await agent.post(`user/${lead.id}/alerts/listing`, {
      name: 'Lofts',
      alert_frequency: 1,
      offer: 'sale',
    })
    const sent = await agent.post(`users/alerts/${alert.data.id}/send`)
    const reason = 'Sending is paused. An administrator can resume it under Admin, System.'
    expect(JSON.stringify(sent)).toContain(reason)
    expect((await agent.get(`users/alerts/${alert.data.id}/preview`)).data.refusals).toContain(reason)
  })
})

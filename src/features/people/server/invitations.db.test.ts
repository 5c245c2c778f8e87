import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoMail, serveDemoMail, type TakenMail } from '../../../integrations/mail/fake.ts'
import { parseMail } from '../../../integrations/mail/parse.ts'
import { runTransaction } from '../../../platform/server/database/transaction.ts'
import { personAtWork } from '../../../testing/brokerage.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import type { User } from '../contract/people.ts'
import { invitationEmail } from './jobs/invitationEmail.ts'
import { sendInvitation } from './jobs/sendInvitation.ts'

const newcomer = { first_name: 'Zoë', last_name: 'Q <b>', roles: ['agent'] }

describe('somebody new', () => {
  let server: TestServer
  let admin: TestClient
  beforeAll(async () => {
    server = await startTestServer({ KEYTURN_LOG: 'silent' })
    admin = await server.signIn('admin')
  })
  afterAll(() => server.close())

  const add = async (email: string): Promise<User> =>
    (await admin.post('users', { ...newcomer, email })).data ?? expect.fail('not added')
  const invitationOf = async (id: number) => (await admin.get(`users/${id}`)).data.invitation
  const comesTo = (id: number, expected: object, timeout = 10_000) =>
    expect.poll(() => invitationOf(id), { timeout }).toMatchObject(expected)
  const sentTo = async (email: string) => (await admin.get('outbox', { search: email })).data

  it('is told by e-mail where to sign in', async () => {
    const user = await add('zoe@people.test')
    expect(user.invitation).toMatchObject({ state: 'waiting', problem: null })
    await comesTo(user.id, { state: 'sent', problem: null, at: expect.stringMatching(/\.\d{6}Z$/) })
    const { data, total } = await sentTo('zoe@people.test')
    expect(total).toBe(1)
    const message = (await admin.get(`outbox/${data[0].id}`)).data
    expect(message).toMatchObject({ subject: 'You can sign in to Keyturn', recipients: ['zoe@people.test'], copies: 1 })
    expect(message.plain).toContain('Hello Zoë,')
    expect(message.html).toContain('Google account for zoe@people.test')
    expect((await admin.get(`outbox/${data[0].id}/source`)).data.source).toContain('Auto-Submitted: auto-generated')
  })

  it('gets nothing when adding them failed, or when they may not sign in yet', async () => {
    const taken = await admin.post('users', { ...newcomer, email: 'agent@keyturn.test' })
    expect(taken.error).toBe('validation')
    const off = await admin.post('users', { ...newcomer, email: 'off@people.test', is_active: false })
    expect(off.data.invitation).toBeNull()
    expect((await admin.post(`users/${off.data.id}/invitation`)).error).toBe('conflict')
    expect((await sentTo('agent@keyturn.test')).total).toBe(0)
  })

  it('shows as not reached when the address has no mailbox, and is reached once it is put right', async () => {
    const user = await add('nobody@people.test')
    await comesTo(user.id, { state: 'failed', problem: expect.stringContaining('5.1.1') })
    await admin.post(`users/${user.id}`, { email: 'somebody@people.test' })
    const again = await admin.post(`users/${user.id}/invitation`)
    expect(again.data.invitation).toMatchObject({ state: 'waiting' })
    expect((await admin.post(`users/${user.id}/invitation`)).status).toBeOneOf([0, 1])
    await comesTo(user.id, { state: 'sent' })
    expect((await sentTo('somebody@people.test')).total).toBeGreaterThan(0)
  })

  it('is tried again by the queue while the mailbox is full', async () => {
    const user = await add('full@people.test')
    await comesTo(user.id, { state: 'waiting', problem: expect.stringContaining('4.2.2') })
    await admin.post(`users/${user.id}`, { email: 'emptied@people.test' })
    // The wait between two tries is over, and somebody else's invitation wakes the queue.
    const dueNow = sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'send-invitation' AND state = 'retry'`
    await expect.poll(async () => (await dueNow.execute(server.database.db)).numAffectedRows).toBe(1n)
    await add('next@people.test')
    await comesTo(user.id, { state: 'sent', problem: null })
    expect((await sentTo('emptied@people.test')).total).toBe(1)
  })
})

describe('the job that invites', () => {
  let server: TestServer
  let mail: DemoMail
  const taken: TakenMail[] = []
  beforeAll(async () => {
    server = await startTestServer({ KEYTURN_ROLE: 'web' })
    mail = await serveDemoMail({ onMail: async one => void taken.push(one) })
  })
  afterAll(async () => {
    await mail.close()
    await server.close()
  })

  const run = (invitation_id: number) => {
    const base = personAtWork(server.database, { user_id: 1, agent_id: null, rights: [], reach: [] }).reading
    const config = { ...base.config, mailUrl: mail.url }
    const owner = { call: 'test', viewer: null, actor: null, request: null, input: null }
    const { database } = server
    return sendInvitation.run(
      {
        ...base,
        config,
        signal: AbortSignal.timeout(10_000),
        transaction: work => runTransaction({ database, running: null }, { ...base, config }, owner, work),
      },
      { invitation_id },
    )
  }
  const invite = async (email: string, tries = 0): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      WITH person AS (INSERT INTO users (email, first_name, last_name) VALUES (${email}, 'Ann', 'New') RETURNING id)
      INSERT INTO invitations (user_id, tries) SELECT id, ${tries} FROM person RETURNING id`.execute(server.database.db)
    return rows[0]?.id ?? 0
  }
  const stored = async (id: number) => {
    const { rows } = await sql`
      SELECT sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, tries FROM invitations WHERE id = ${id}`.execute(
      server.database.db,
    )
    return rows[0]
  }

  it('sends once, however often it runs', async () => {
    taken.length = 0
    const id = await invite('once@people.test')
    await run(id)
    await run(id)
    expect(taken).toHaveLength(1)
    expect(await stored(id)).toEqual({ sent: true, failed: false, tries: 1 })
  })

  it('sends the very same message again when it died before it could write down that it had', async () => {
    taken.length = 0
    const id = await invite('twice@people.test')
    await run(id)
    await sql`UPDATE invitations SET sent_at = NULL WHERE id = ${id}`.execute(server.database.db)
    await run(id)
    const ids = await Promise.all(taken.map(async ({ source }) => (await parseMail(source)).message_id))
    expect(ids).toEqual([`<invitation-${id}@keyturn.test>`, `<invitation-${id}@keyturn.test>`])
  })

  it('fails so that the queue tries again, and gives up at the last try', async () => {
    const id = await invite('full@people.test')
    await expect(run(id)).rejects.toThrow('4.2.2')
    expect(await stored(id)).toEqual({ sent: false, failed: false, tries: 1 })
    const last = await invite('full@other.test', 10)
    await run(last)
    expect(await stored(last)).toEqual({ sent: false, failed: true, tries: 11 })
  })

  it('names no address in what it throws, which goes to the log', async () => {
    const error = await run(await invite('full@third.test')).catch(String)
    expect(error).not.toContain('third.test')
  })
})

describe('the e-mail', () => {
  const site = {
    siteName: 'Bay & Co',
    brand: 'condos',
    identityName: 'Google',
    publicUrl: 'https://crm.example.test/',
    mode: 'production',
    port: 3000,
  } as const
  const person = { first_name: '<img src=x onerror=alert(1)>', email: 'ann@people.test' }

  it('says what people wrote as text', () => {
    const { html, text, subject } = invitationEmail(site, person)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).toContain('You can sign in to Bay &amp; Co')
    expect(html).toContain('href="https://crm.example.test/login"')
    expect(text).toContain('Sign in: https://crm.example.test/login')
    expect(subject).toBe('You can sign in to Bay & Co')
  })

  it('has no button when nobody said where the product is', () => {
    expect(invitationEmail({ ...site, publicUrl: null }, person).html).not.toContain('href')
  })
})

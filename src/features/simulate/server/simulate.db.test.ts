import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoMail, serveDemoMail } from '../../../integrations/mail/fake.ts'
import { DEMO_AUTH_TOKEN } from '../../../integrations/twilio/fake.ts'
import { hashOfToken } from '../../../platform/server/secrets.ts'
import { personAtWork } from '../../../testing/brokerage.ts'
import { addRow, type ReadRows, rowsOf } from '../../../testing/rows.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { demoKey } from '../../intake/rules/sources.ts'
import { simulateHandlers } from './handlers.ts'

const twilio = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: DEMO_AUTH_TOKEN,
  TWILIO_TEXTS_FROM: '+14165550100',
}

describe('the panel that simulates people outside', () => {
  let server: TestServer
  let rows: ReadRows
  let agent: TestClient
  let lead: number
  let mail: DemoMail
  beforeAll(async () => {
    mail = await serveDemoMail({ onMail: () => Promise.resolve() })
    server = await startTestServer({ ...twilio, MAIL_URL: mail.url })
    rows = rowsOf(server.database)
    agent = await server.signIn('agent')
    const admin = await server.signIn('admin')
    for (const { kind, name } of [
      { kind: 'site', name: 'property' },
      { kind: 'mailbox', name: 'mail' },
    ]) {
      const site = kind === 'site' ? await addRow(rows, 'sites', { name: 'simulated', domain: 'simulated.test' }) : null
      const { source } = (await admin.post('intake/sources', { kind, name, ...(site ? { site_id: site.id } : {}) }))
        .data
      await rows('UPDATE intake_keys SET hash = $2 WHERE source_id = $1', [source.id, hashOfToken(demoKey(name))])
    }
    await addRow(rows, 'listings', {
      ...{
        mls_number: 'C1',
        status: 'active',
        offer: 'sale',
        property_type: 'Condo',
        price: 70_000_000,
        address: '9 Mill St',
      },
      city: 'Toronto',
      listed_at: new Date(),
      modified_at: new Date(),
    })
    const [{ agent_id } = {}] = await rows(
      `SELECT a.id AS agent_id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = 'agent@keyturn.test'`,
    )
    const contact = { email: 'ada@people.test', phone: '+14165550142' }
    lead = (await addRow(rows, 'leads', { first_name: 'Ada', last_name: 'Lovelace', agent_id, ...contact })).id
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await mail.close()
  })

  const play = (scene: string, fields: object = {}, by = agent) => by.post('demo/simulate', { scene, ...fields })
  const milestones = async () =>
    (await rows('SELECT milestone_type_id FROM milestones WHERE lead_id = $1 ORDER BY id', [lead])).length

  it('has somebody new sign up through the door of sites', async () => {
    const { data } = await play('sign_up')
    expect(data.sentence).toMatch(/ signed up on the site\.$/)
    const [event] = await rows(
      `SELECT type, lead_id FROM intake_events WHERE type = 'signed_up' ORDER BY id DESC LIMIT 1`,
    )
    expect(event).toEqual({ type: 'signed_up', lead_id: data.lead_id })
    // A person of their own: nobody else has their number.
    const phones = await rows('SELECT phone FROM leads WHERE phone = (SELECT phone FROM leads WHERE id = $1)', [
      data.lead_id,
    ])
    expect(phones).toEqual([{ phone: expect.stringMatching(/^\+1\d{3}55501\d\d$/) }])
  })

  it('has a portal write through the door of mails, and makes a lead of it', async () => {
    expect((await play('portal_mail')).data.sentence).toMatch(/^A portal wrote that .+ asks about 9 Mill St\.$/)
    await expect
      .poll(async () => (await rows('SELECT state FROM intake_mails')).map(({ state }) => state))
      .toEqual(['read'])
  })

  it.each(['view', 'favourite', 'viewing'])('has a lead of the caller do something on the site: %s', async scene => {
    const before = await milestones()
    expect((await play(scene, { lead_id: lead })).data).toMatchObject({ lead_id: lead, mls_number: 'C1' })
    await expect.poll(milestones).toBeGreaterThan(before)
  })

  it('has a lead text the brokerage in the words of the caller', async () => {
    expect((await play('text', { lead_id: lead, text: 'Can we see it today?' })).data.sentence).toBe(
      'Ada Lovelace sent a text.',
    )
    expect(await rows(`SELECT body FROM texts WHERE lead_id = $1`, [lead])).toEqual([{ body: 'Can we see it today?' }])
  })

  it('says so when a lead is to reply whose agent has no mailbox here', async () => {
    const { http, message } = await play('email', { lead_id: lead })
    expect({ http, message }).toEqual({ http: 409, message: 'The agent of this lead has not connected a mailbox.' })
  })

  it('has the last e-mail to a lead bounce through the door of the mail provider, and says so when there is none', async () => {
    expect(await play('bounce', { lead_id: lead })).toMatchObject({
      http: 409,
      message: 'No e-mail to Ada Lovelace has gone out yet. Write one first.',
    })
    const email = { subject: 'Saturday', content: '<p>Does it suit you?</p>' }
    const { data } = await agent.post('leads/send', { email, type: 'email', selected: [lead], send_at: new Date() })
    const state = async () => (await agent.get(`emails/${data.email.id}`)).data.state
    await expect.poll(state).toBe('sent')
    expect((await play('bounce', { lead_id: lead })).data.sentence).toBe('The last e-mail to Ada Lovelace bounced.')
    expect(await state()).toBe('failed')
    expect((await agent.get(`lead/${lead}`)).data.is_email_valid).toBe(false)
  })

  it('has a lead unsubscribe by the one press of their mail program', async () => {
    expect((await play('unsubscribe', { lead_id: lead })).http).toBe(200)
    expect((await agent.get(`lead/${lead}/consent`)).data.email).toMatchObject({
      state: 'withdrawn',
      covers: 'commercial',
    })
  })

  it('speaks for nobody whom the caller may not open, and for no lead that is not chosen', async () => {
    const other = await server.signIn('agent2')
    expect((await play('view', { lead_id: lead }, other)).http).toBe(404)
    expect((await play('view')).http).toBe(422)
  })

  it('does not exist in production', async () => {
    const caller = personAtWork(server.database, {
      user_id: 1,
      agent_id: null,
      rights: ['signed_in'],
      reach: [],
    }).reading
    const inProduction = {
      ...caller,
      config: { ...caller.config, mode: 'production' as const },
      transaction: () => Promise.reject(new Error('Nothing is written.')),
    }
    const extra = { ifMatch: null, files: [], header: () => null, sendFile: () => undefined }
    await expect(simulateHandlers.play(inProduction, { scene: 'sign_up' }, extra)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeGmail, type FakeMail, fakeGmail } from '../../../integrations/gmail/fake.ts'
import { type GoogleOffice, openGoogleOffice } from '../../../testing/peers/google.ts'
import { mailboxSentences } from '../rules.ts'
import { openMailbox } from './queries/mailboxes.ts'
import { syncMailbox } from './remote/sync.ts'

const MAYA = 'agent@keyturn.test'
const PUSH = { audience: 'https://crm.test/crm/hooks/google/gmail', account: 'push@project.test' }

let office: GoogleOffice
let gmail: FakeGmail
let lead: number
let serial = 0

beforeAll(async () => {
  gmail = fakeGmail()
  office = await openGoogleOffice([(...asked) => gmail.api(...asked)], {
    GMAIL_PUSH_TOPIC: 'projects/test/topics/gmail',
    GMAIL_PUSH_ACCOUNT: PUSH.account,
    KEYTURN_PUBLIC_URL: 'https://crm.test',
  })
}, 60_000)
afterAll(() => office.closeAll())
beforeEach(async () => {
  await office.rows('DELETE FROM mailboxes')
  await office.rows('DELETE FROM google_quota')
  await office.rows('DELETE FROM mailbox_emails')
  await office.connect('agent')
  const email = `bob${++serial}@people.test`
  lead = await office.lead('agent', { email, email_key: email })
})

const from = (mail: Partial<FakeMail> = {}): FakeMail => ({
  from: `Bob <bob${serial}@people.test>`,
  to: MAYA,
  subject: 'The house on Elm',
  text: 'Can we see it on Saturday?',
  ...mail,
})
const open = () => office.working.transaction(ctx => openMailbox(ctx, office.userId('agent'), MAYA))
/** Reads the mailbox to its end, whoever else reads it meanwhile. */
const readAll = () =>
  expect.poll(() => syncMailbox(office.working, office.userId('agent')), { timeout: 20_000, interval: 200 }).toBeNull()
const stored = () => office.rows('SELECT provider_id FROM mailbox_emails ORDER BY id')

describe('what a message says', () => {
  const opened = async (client = office.agent, query = {}) => {
    const { data } = await office.agent.get(`lead/${lead}/emails`)
    return client.get(`emails/${data.data[0].id}`, query)
  }
  beforeEach(async () => {
    const html = '<p onclick="steal()">Hello</p><script>steal()</script><img src="https://track.test/1.gif">'
    gmail.deliver(MAYA, from({ html }))
    await open()
    await readAll()
  })

  it('is read in the mailbox when its owner opens it, and made safe, without pictures from elsewhere', async () => {
    const { data } = await opened()
    expect(data).toMatchObject({
      source: 'mailbox',
      direction: 'in',
      lead_id: lead,
      unavailable: null,
      hidden_pictures: 1,
    })
    expect(data.content).toContain('<p>Hello</p>')
    expect(data.content).not.toMatch(/script|onclick|track/)
  })

  it('is not shown to others who see the lead: they have the headers and how it begins', async () => {
    const { data, http } = await opened(office.teamlead)
    expect(http).toBe(200)
    expect(data).toMatchObject({ subject: 'The house on Elm', snippet: 'Can we see it on Saturday?', content: '' })
    expect(data.unavailable).toContain('mailbox')
    expect((await opened(office.newagent)).http).toBe(404)
  })

  it('is not there any more once it was deleted, and waits while Google is away', async () => {
    gmail.fail(/format=full/, 404)
    expect((await opened()).data.unavailable).toBe(mailboxSentences.gone)
    gmail.fail(/format=full/, 503)
    expect((await opened()).data.unavailable).toBe(mailboxSentences.away)
  })

  it('stands among the e-mails of the lead, newest first, page by page', async () => {
    gmail.deliver(MAYA, from({ subject: 'Later', at: new Date(Date.now() + 1000) }))
    await readAll()
    const { data } = await office.agent.get(`lead/${lead}/emails`, { perPage: 1 })
    expect(data.data.map(({ subject }: { subject: string }) => subject)).toEqual(['Later'])
    const next = await office.agent.get(`lead/${lead}/emails`, { perPage: 1, cursor: data.next_cursor })
    expect(next.data.data).toMatchObject([{ subject: 'The house on Elm' }])
  })
})

describe('the address that Google tells of changes', () => {
  const knock = (authorization: string | undefined, body: string) =>
    fetch(`${office.server.url}/crm/hooks/google/gmail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body,
    })

  it('has the mailbox read by a genuine push, however often it comes', async () => {
    await open()
    await readAll()
    gmail.deliver(MAYA, from({ id: 'pushed' }))
    const { authorization, body } = await gmail.push(MAYA, PUSH)
    expect((await knock(authorization, body)).status).toBe(204)
    expect((await knock(authorization, body)).status).toBe(204)
    await expect.poll(stored, { timeout: 20_000 }).toContainEqual({ provider_id: 'pushed' })
  })

  it('refuses what is forged: no token, another audience, another account, another key', async () => {
    await open()
    const { body } = await gmail.push(MAYA, PUSH)
    const forged = [
      undefined,
      'Bearer nonsense',
      (await gmail.push(MAYA, { ...PUSH, audience: 'https://elsewhere.test' })).authorization,
      (await gmail.push(MAYA, { ...PUSH, account: 'somebody@else.test' })).authorization,
      (await fakeGmail().push(MAYA, PUSH)).authorization,
    ]
    for (const authorization of forged) expect((await knock(authorization, body)).status).toBe(403)
    const rows = await office.rows('SELECT FROM mailboxes WHERE pushed_at IS NOT NULL')
    expect(rows).toEqual([])
  })
})

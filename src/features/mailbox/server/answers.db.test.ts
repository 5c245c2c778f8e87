import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeGmail, type FakeMail, fakeGmail } from '../../../integrations/gmail/fake.ts'
import { type GoogleOffice, openGoogleOffice } from '../../../testing/peers/google.ts'
import { openMailbox } from './queries/mailboxes.ts'
import { syncMailbox } from './remote/sync.ts'

const MAYA = 'agent@keyturn.test'
const serial = 1

let office: GoogleOffice
let gmail: FakeGmail
let user: number
let lead: number
beforeAll(async () => {
  gmail = fakeGmail(undefined, { unitsPerMinute: Infinity })
  office = await openGoogleOffice([(...asked) => gmail.api(...asked)])
  user = office.userId('agent')
  await office.connect('agent')
  lead = await leadAt('agent', address())
  await office.working.transaction(ctx => openMailbox(ctx, user, MAYA))
  await sync()
}, 60_000)
afterAll(() => office.closeAll())

const leadAt = (account: string, email: string) => office.lead(account, { email, email_key: email })
const address = () => `ada${serial}@people.test`
const from = (mail: Partial<FakeMail> = {}): FakeMail => ({
  from: `Ada <${address()}>`,
  to: MAYA,
  subject: 'The house on Elm',
  text: 'Can we see it on Saturday?',
  ...mail,
})
/** Reads until nothing is left to be read. */
async function sync(): Promise<void> {
  for (let round = 0; round < 30; round++) {
    await office.rows('UPDATE mailboxes SET waits_until = NULL')
    if ((await syncMailbox(office.working, user)) === null) return
  }
}

it('an answer counts for the template of the e-mail that went to the lead, unless one from a mail program came after it', async () => {
  const { data: template } = await office.agent.post('templates', {
    name: 'Elm',
    subject: 'Elm',
    content: '<p>Elm</p>',
    platform: 'email',
  })
  const answered = async () =>
    (
      await office.rows('SELECT sum(answered)::int AS answered FROM template_uses WHERE template_id = $1', [
        template.id,
      ])
    )[0]?.answered ?? null
  const send = (person: number, hours: number) =>
    office.rows(
      `INSERT INTO sendings (cause, lead_id, user_id, channel, class, state, due_at, created_at, decided_at, sent_at, template_id)
       SELECT 'elm:' || $1::int, $1::int, $2::int, 'email', 'personal', 'sent', at, at, at, at, $4::int
       FROM (SELECT now() - make_interval(hours => $3::int) AS at) moment`,
      [person, user, hours, template.id],
    )
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await office.rows(`UPDATE mailboxes SET connected_at = now() - interval '1 day'`)
  await send(lead, 3)
  gmail.deliver(MAYA, from({ text: 'I am away.', headers: { 'Auto-Submitted': 'auto-replied' }, at: hoursAgo(2.5) }))
  gmail.deliver(MAYA, {
    from: MAYA,
    to: address(),
    subject: 'Oak',
    text: 'Or Oak?',
    labels: ['SENT'],
    at: hoursAgo(2),
  })
  gmail.deliver(MAYA, from({ at: hoursAgo(1) }))
  await sync()
  expect(await answered()).toBe(null)
  const other = await leadAt('agent', `grace${serial}@people.test`)
  await send(other, 3)
  gmail.deliver(MAYA, from({ from: `Grace <grace${serial}@people.test>`, at: hoursAgo(1) }))
  await sync()
  expect(await answered()).toBe(1)
})

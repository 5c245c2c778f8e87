import { createHmac, randomUUID } from 'node:crypto'
import { GMAIL_HOOK } from '../../../integrations/gmail/config.ts'
import { DEMO_DELIVER } from '../../../integrations/gmail/fake.ts'
import { DEMO_NUMBER, signedHook } from '../../../integrations/twilio/fake.ts'
import { hookUrl } from '../../../integrations/twilio/hooks.ts'
import type { QueryContext, ReadContext } from '../../../platform/server/context.ts'
import { conflict } from '../../../platform/server/errors.ts'
import { mailEventsSecretOf } from '../../email/server/commands/mailEvents.ts'
import type { EventData, EventPerson, EventType } from '../../intake/contract/events.ts'
import { demoKey } from '../../intake/rules/sources.ts'
import { linkToken } from '../../outbound/server/commands/links.ts'
import { mailboxOfAgent } from './queries.ts'
import { type DoorAnswer, knock } from './webhooks.ts'

type Outside = Pick<ReadContext, 'config' | 'now'>

const TEXTS = '/crm/hooks/twilio/sms'

/** Reports what somebody did on a site of the demo, as the site does. */
export async function reportFromSite(
  { config, now }: Outside,
  { type, person, data }: { type: EventType; person: EventPerson; data: EventData },
): Promise<void> {
  const event = { source_event_id: `simulated-${randomUUID()}`, type, occurred_at: now.toISOString(), person, data }
  const payload = JSON.stringify(event)
  const headers = { 'content-type': 'application/json', ...signedBy(demoKey('property'), payload) }
  accepted(await knock(config, { url: '/crm/intake/events', headers, payload }))
}

/** Hands a lead e-mail in, as the mail server of a portal's address does. */
export async function mailFromPortal({ config }: Outside, mail: string): Promise<void> {
  const headers = { 'content-type': 'message/rfc822', ...signedBy(demoKey('mail'), mail) }
  accepted(await knock(config, { url: '/crm/hooks/mail/inbound', headers, payload: mail }))
}

/** Sends a text to the brokerage's number. */
export async function textFrom({ config }: Outside, from: string, text: string): Promise<void> {
  const sid = `SM${randomUUID().replaceAll('-', '')}`
  const fields = { MessageSid: sid, SmsSid: sid, From: from, To: DEMO_NUMBER, Body: text, NumMedia: '0' }
  const { headers, body } = signedHook(hookUrl(config, TEXTS), fields)
  accepted(await knock(config, { url: TEXTS, headers, payload: body }))
}

/** What a lead answers by e-mail. */
interface Reply {
  name: string
  email: string
  lead_id: number
  text: string
}

/** Writes to the mailbox of the lead's agent, of which Google then tells. */
export async function emailFrom(ctx: Outside & QueryContext, { name, email, lead_id, text }: Reply): Promise<void> {
  const { gmailUrl, gmailPush } = ctx.config
  const mailbox = await mailboxOfAgent(ctx, lead_id)
  if (mailbox === null || gmailPush === null) throw conflict('The agent of this lead has not connected a mailbox.')
  const mail = { id: randomUUID(), from: `${name} <${email}>`, to: mailbox, subject: 'Re: Homes for you', text }
  const response = await fetch(new URL(DEMO_DELIVER, gmailUrl), {
    method: 'POST',
    body: JSON.stringify({ mailbox, mail, signedFor: gmailPush }),
  })
  const { authorization, body } = (await response.json()) as { authorization: string; body: string }
  const headers = { 'content-type': 'application/json', authorization }
  accepted(await knock(ctx.config, { url: GMAIL_HOOK, headers, payload: body }))
}

/** Reports, as the mail provider does, that there is no such mailbox. */
export async function bounceOf({ config }: Outside, emailId: number): Promise<void> {
  const { address } = config.mailFrom
  const message_id = `<email-${emailId}${address.slice(address.lastIndexOf('@'))}>`
  const payload = JSON.stringify({ message_id, type: 'bounced', permanent: true, reason: '550 5.1.1 No such user' })
  const headers = {
    'content-type': 'application/json',
    'x-mail-signature': hmacOf(mailEventsSecretOf(config), payload),
  }
  accepted(await knock(config, { url: '/crm/hooks/mail/events', headers, payload }))
}

/** Presses "Unsubscribe" in a mail program, which posts what RFC 8058 says. */
export async function unsubscribe({ config, now }: Outside, lead_id: number): Promise<void> {
  const url = `/crm/unsubscribe/${linkToken(config, { lead_id, listing_id: null }, now)}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  accepted(await knock(config, { url, headers, payload: 'List-Unsubscribe=One-Click' }))
}

/** Calls the brokerage's number; `authorization` is whose browser stands in for the telephone network. */
export async function callFrom({ config }: Outside, from: string, authorization: string): Promise<void> {
  const token = await knock(config, { method: 'GET', url: '/crm/twilio/accessToken', headers: { authorization } })
  accepted(token)
  const { data } = JSON.parse(token.body) as { data: { token: string } }
  const answer = await knock(config, { url: '/demo/voice/incoming', payload: { token: data.token, from } })
  if (answer.status === 409)
    throw conflict('Nobody is there to answer: no agent of this lead is signed in and available.')
  accepted(answer)
}

const signedBy = (key: string, body: string) => ({
  'x-intake-key': key,
  'x-intake-signature': hmacOf(key, body),
})

const hmacOf = (key: string, body: string): string => createHmac('sha256', key).update(body).digest('hex')

function accepted({ status, body }: DoorAnswer): void {
  if (status < 300) return
  throw conflict(`The door did not open: ${messageIn(body)}`)
}

function messageIn(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return typeof message === 'string' ? message : 'no reason was given.'
  } catch {
    return 'no reason was given.'
  }
}

import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** Keys of the demo's site and mailbox. */
const SITE_KEY = 'kt_live_demo_property'
const MAIL_KEY = 'kt_live_demo_mail'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** What a server answered. */
export interface Posted {
  status: number
  text: string
}

/** Posts a body, as somebody sends it who gives up after a while. */
export function post(address: string, headers: Readonly<Record<string, string>>, body: string): Promise<Posted> {
  const all = { ...headers, 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', agent, headers: all, timeout: 20_000 }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      answer.on('error', reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('Nobody answered.')))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Posts a body as a site or a mail server signs it. */
const postSigned = (address: string, { key, type, body }: { key: string; type: string; body: string }) =>
  post(
    address,
    {
      'content-type': type,
      'x-intake-key': key,
      'x-intake-signature': createHmac('sha256', key).update(body).digest('hex'),
    },
    body,
  )

export const sendEvents = (url: string, body: object): Promise<Posted> =>
  postSigned(`${url}/crm/intake/events`, { key: SITE_KEY, type: 'application/json', body: JSON.stringify(body) })

export const sendMail = (url: string, mail: string): Promise<Posted> =>
  postSigned(`${url}/crm/hooks/mail/inbound`, { key: MAIL_KEY, type: 'message/rfc822', body: mail })

/** How many events come to one sign-up, as on a site that people look around on. */
const PER_SIGN_UP = 20

/** The event with this number: a sign-up now and then, otherwise what somebody who signed up looks at. */
export function eventAt(run: string, number: number) {
  const visitor = Math.floor(number / PER_SIGN_UP)
  const name = `${run}-${visitor}`
  const common = { source_event_id: `${run}-${number}`, occurred_at: new Date().toISOString() }
  if (number % PER_SIGN_UP > 0) {
    const url = `https://property.test/homes/${number % 997}`
    return { ...common, type: 'visited', person: {}, data: { visitor_id: name, url } }
  }
  const person = { first_name: 'Bench', last_name: name, email: `${name}@bench.test` }
  return { ...common, type: 'signed_up', person, data: { visitor_id: name, price_max: 900_000 } }
}

/** A lead e-mail of a portal, of a person of its own. */
export const mailAt = (run: string, number: number): string =>
  [
    'From: HomeScout Leads <notify@homescout.test>',
    'To: leads@in.keyturn.test',
    'Subject: You have a new lead',
    `Message-ID: <${run}-${number}@portal.test>`,
    `Date: ${new Date().toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `You have a new lead!\n\nName: Mail ${run}${number}\nEmail: ${run}-mail-${number}@bench.test\nList Price: $899,000\n`,
  ].join('\r\n')

/** What became of what was sent at a steady rate. */
export interface Sent {
  /** Numbers of those that the server said it has. */
  acknowledged: number[]
  refused: number
  seconds: number
}

interface Rate {
  perSecond: number
  seconds: number
  /** Numbers begin here. */
  from?: number
}

const TICK_MS = 50
const LAST_TRY_MS = 60_000

/** Sends at a rate that does not wait for answers, as the world does; what nobody answered is sent again, as sites are told to. */
export async function sendSteadily(
  { perSecond, seconds, from = 0 }: Rate,
  send: (number: number) => Promise<Posted>,
): Promise<Sent> {
  const acknowledged: number[] = []
  let refused = 0
  const start = performance.now()
  const sendUntilAnswered = async (number: number) => {
    while (performance.now() - start < seconds * 1000 + LAST_TRY_MS) {
      const answer = await send(number).catch(() => null)
      if (answer && answer.status < 300) {
        acknowledged.push(number)
        return
      }
      if (answer && answer.status < 500 && answer.status !== 429) break
      await setTimeout(200)
    }
    refused++
  }
  const sending: Promise<void>[] = []
  while (sending.length < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((performance.now() - start) / 1000) * perSecond)
    while (sending.length < due) sending.push(sendUntilAnswered(from + sending.length))
    await setTimeout(TICK_MS)
  }
  await Promise.all(sending)
  return { acknowledged, refused, seconds: (performance.now() - start) / 1000 }
}

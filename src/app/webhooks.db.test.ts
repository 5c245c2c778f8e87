import { createHmac } from 'node:crypto'
import twilio from 'twilio/lib/webhooks/webhooks.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestSite, type TestSite, testEvent } from '../testing/intake/site.ts'
import { openTestOffice, type TestOffice } from '../testing/office.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const PUBLIC = 'https://crm.example.test'
const [TOKEN, MAIL_SECRET] = ['token-of-the-account', 'secret-of-the-mail-provider']

/** A request as a provider sends it. */
interface Signed {
  /** Path with query. */
  path: string
  headers: Record<string, string>
  body: string
}

interface Hook {
  name: string
  make(): Signed
  /** The header that carries the signature. */
  header: string
  sign(request: Signed, secret?: string): string
  /** What a request that was taken left behind. */
  traces(): Promise<unknown[]>
  /** How many answers of 401 and 403 the metrics count. */
  counted: string
}

let office: TestOffice
let server: TestServer
let site: TestSite
let mailboxKey: string
let serial = 0
beforeAll(async () => {
  office = await openTestOffice()
  site = await openTestSite(office)
  const made = await office.admin.postJson('intake/sources', {
    kind: 'mailbox',
    name: 'Portals',
    address: 'in@keyturn.test',
  })
  mailboxKey = made.data.key
  server = await startTestServer(
    {
      KEYTURN_PUBLIC_URL: PUBLIC,
      KEYTURN_MAIL_EVENTS_SECRET: MAIL_SECRET,
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_TEXTS_FROM: '+14165550100',
      TWILIO_API_KEY: `SK${'0'.repeat(32)}`,
      TWILIO_API_SECRET: 'secret-of-the-key',
      TWILIO_VOICE_APP: `AP${'0'.repeat(32)}`,
      TWILIO_VOICE_NUMBER: '+14165550100',
    },
    office.server,
  )
}, 60_000)
afterAll(async () => {
  await server.close()
  await office.server.close()
})

const hmac = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex')
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

/** With everything that breaks signatures on the way: plus signs, spaces at the ends, ampersands, accents. */
const awkward = '  1 + 1 = 2 & é “quoted”  '

function twilioHook(name: string, fields: () => Record<string, string>, traces: Hook['traces'], query = ''): Hook {
  const path = `/crm/hooks/twilio/${name}${query}`
  return {
    name: `Twilio ${name}${query}`,
    make: () => ({ path, headers: form, body: new URLSearchParams(fields()).toString() }),
    header: 'x-twilio-signature',
    sign: (request, secret = TOKEN) =>
      twilio.getExpectedTwilioSignature(
        secret,
        `${PUBLIC}${request.path}`,
        Object.fromEntries(new URLSearchParams(request.body)),
      ),
    traces,
    counted: `/crm/hooks/twilio/${name}`,
  }
}

const hooks: readonly Hook[] = [
  twilioHook(
    'sms',
    () => ({ MessageSid: `SM${serial}`, From: '+16475550142', To: '+14165550100', Body: awkward, NumMedia: '0' }),
    () => office.rows('SELECT id FROM texts'),
  ),
  twilioHook(
    'sms-status',
    () => ({ MessageSid: `SM${serial}`, MessageStatus: 'sent' }),
    async () => [],
    '?text=1&part=a%26b',
  ),
  twilioHook(
    'voice',
    () => ({ CallSid: `CA${serial}`, From: '+16475550142', To: '+14165550100', CallerName: awkward }),
    () => office.rows('SELECT id FROM calls'),
  ),
  twilioHook(
    'voice-status',
    () => ({ CallSid: `CA${serial}`, CallStatus: 'ringing' }),
    async () => [],
  ),
  twilioHook(
    'recording',
    () => ({ CallSid: `CA${serial}`, RecordingSid: `RE${serial}`, RecordingDuration: '4' }),
    async () => [],
  ),
  {
    name: 'events of e-mails',
    make: () => ({
      path: '/crm/hooks/mail/events',
      headers: json,
      body: JSON.stringify([
        { type: 'delivered', message_id: `<gone-${serial}@keyturn.test>`, at: new Date().toISOString() },
      ]),
    }),
    header: 'x-mail-signature',
    sign: ({ body }, secret = MAIL_SECRET) => hmac(secret, body),
    traces: async () => [],
    counted: '/crm/hooks/mail/events',
  },
  {
    name: 'events of sites',
    make: () => ({
      path: '/crm/intake/events',
      headers: { ...json, 'x-intake-key': site.key },
      body: JSON.stringify(
        testEvent('signed_up', { person: { email: `new${serial}@people.test`, first_name: awkward } }),
      ),
    }),
    header: 'x-intake-signature',
    sign: ({ body }, secret = site.key) => hmac(secret, body),
    traces: () => office.rows('SELECT id FROM intake_events'),
    counted: 'intake/events',
  },
  {
    name: 'e-mails of portals',
    make: () => ({
      path: '/crm/hooks/mail/inbound',
      headers: { 'content-type': 'message/rfc822', 'x-intake-key': mailboxKey },
      body: `From: Scout <notify@scout.test>\r\nMessage-ID: <in-${serial}@scout.test>\r\nSubject: Enquiry\r\n\r\n${awkward}\r\n`,
    }),
    header: 'x-intake-signature',
    sign: ({ body }, secret = mailboxKey) => hmac(secret, body),
    traces: () => office.rows('SELECT id FROM intake_mails'),
    counted: '/crm/hooks/mail/inbound',
  },
]

const send = ({ path, headers, body }: Signed, more: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { method: 'POST', headers: { ...headers, ...more }, body })

/** How often a call was refused, as the metrics have it. */
async function refusals(call: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const lines = text
    .split('\n')
    .filter(line => line.startsWith('keyturn_answers_total') && /status="40[13]"/.test(line))
  return lines.filter(line => line.includes(call)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** The ways in which somebody who does not know the secret may try. */
const forgeries: readonly [string, (hook: Hook, request: Signed) => { request: Signed; signature: string | null }][] = [
  ['without a signature', (_, request) => ({ request, signature: null })],
  ['with an empty signature', (_, request) => ({ request, signature: '' })],
  ['with nonsense', (_, request) => ({ request, signature: 'not a signature' })],
  ['signed by another secret', (hook, request) => ({ request, signature: hook.sign(request, 'another secret') })],
  [
    'with the signature of another body',
    (hook, request) => ({ request: { ...request, body: `${request.body}&x=1` }, signature: hook.sign(request) }),
  ],
  ['with a signature that was cut off', (hook, request) => ({ request, signature: hook.sign(request).slice(0, -2) })],
]

describe.each(hooks.map(hook => [hook.name, hook] as const))('the hook for %s', (_, hook) => {
  it('takes what is truly signed, and the same once more without doing it twice', async () => {
    serial++
    const request = hook.make()
    const signed = { [hook.header]: hook.sign(request) }
    const first = await send(request, signed)
    expect(first.status, await first.text()).toBeLessThan(300)
    const traces = await hook.traces()
    expect((await send(request, signed)).status).toBeLessThan(300)
    expect(await hook.traces()).toEqual(traces)
  })

  it.each(forgeries)('refuses a request %s, leaves nothing behind, and counts it', async (_how, forge) => {
    serial++
    const [before, counted] = [await hook.traces(), await refusals(hook.counted)]
    const { request, signature } = forge(hook, hook.make())
    const answer = await send(request, signature === null ? {} : { [hook.header]: signature })
    expect([401, 403], await answer.text()).toContain(answer.status)
    expect(await hook.traces()).toEqual(before)
    expect(await refusals(hook.counted)).toBe(counted + 1)
  })
})

describe('Twilio', () => {
  it('is known by the public address, whatever host a proxy names', async () => {
    const [hook] = hooks
    if (!hook) throw new Error('There are no hooks.')
    serial++
    const request = hook.make()
    const inner = { ...request, path: request.path }
    const internal = twilio.getExpectedTwilioSignature(
      TOKEN,
      `${server.url}${request.path}`,
      Object.fromEntries(new URLSearchParams(request.body)),
    )
    expect((await send(inner, { [hook.header]: internal })).status).toBe(403)
    const proxied = {
      [hook.header]: hook.sign(request),
      'x-forwarded-host': 'elsewhere.test',
      'x-forwarded-proto': 'http',
    }
    expect((await send(inner, proxied)).status).toBe(200)
  })
})

import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { TwilioAccount } from './config.ts'

const { getExpectedTwilioSignature } = createRequire(import.meta.url)(
  'twilio/lib/webhooks/webhooks.js',
) as typeof import('twilio/lib/webhooks/webhooks.js')

/** A text that was handed over. */
export interface TakenText {
  sid: string
  to: string
  from: string
  body: string
  /** Where its pictures are. */
  mediaUrls: readonly string[]
  /** As the request says it, in seconds. */
  validityPeriod: string
  statusCallback: string
}

/** What stands in for Twilio's texts. */
export interface DemoTwilio {
  account: TwilioAccount
  /** Every text that was handed over, in order. */
  taken: readonly TakenText[]
  close(): Promise<void>
}

interface DemoTwilioOptions {
  /** What becomes of a text: the statuses that are reported of it, in this order; by default sent, then delivered. */
  fateOf?(text: TakenText): readonly Reported[]
  /** What a request gets in the place of an answer; `null` for the answer. */
  fault?(): { status: number; code?: number; message?: string; headers?: Readonly<Record<string, string>> } | null
  /** Where a status is posted, when that is not its public address. */
  reach?(url: string): string
  /** What came with texts, by the last part of its address, none by default. */
  mediaOf?(id: string): { type: string; bytes: Uint8Array } | null
}

/** A status as Twilio reports it. */
export interface Reported {
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed'
  code?: number
}

/** The account of every demo: whoever has a demo can read it here. */
const ACCOUNT_SID = `AC${'0'.repeat(30)}de`
export const DEMO_AUTH_TOKEN = 'demo-texts'
/** Kept for examples by the numbering plan: nobody has it. */
export const DEMO_NUMBER = '+14165550100'

/** Characters and pictures of one message at the most. */
const MAX_BODY = 1600
const MAX_MEDIA = 10

/** A hook as Twilio sends it, signed for its public address. */
export const signedHook = (url: string, fields: Readonly<Record<string, string>>, token = DEMO_AUTH_TOKEN) => ({
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': getExpectedTwilioSignature(token, url, fields),
  },
  body: new URLSearchParams(fields).toString(),
})

/** Posts a hook as Twilio does; `at` is where its public address is really found. */
export async function postHook(
  { url, at = url, token }: { url: string; at?: string; token?: string },
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(at, { method: 'POST', ...signedHook(url, fields, token) })
}

/** A text as a form says it. */
type Asked = Readonly<Partial<Record<'To' | 'From' | 'Body' | 'StatusCallback' | 'ValidityPeriod', string>>> & {
  MediaUrl?: string | readonly string[]
}

const delivered: readonly Reported[] = [{ status: 'sent' }, { status: 'delivered' }]

/** Starts it on a free port that only this machine reaches: takes texts, and reports by signed hooks what becomes of them. */
export async function serveDemoTwilio(options: DemoTwilioOptions = {}): Promise<DemoTwilio> {
  const { fateOf = () => delivered, reach = url => url, fault = () => null, mediaOf = () => null } = options
  const taken: TakenText[] = []
  const app = Fastify({ logger: false, forceCloseConnections: true })
  await app.register(formbody)
  const authorization = `Basic ${Buffer.from(`${ACCOUNT_SID}:${DEMO_AUTH_TOKEN}`).toString('base64')}`
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== authorization) await refuse(reply, 401, 20003, 'Authenticate')
  })
  app.addHook('preHandler', async (request, reply) => {
    const { sid } = request.params as { sid?: string }
    if (sid?.replace(/\.json$/, '') !== ACCOUNT_SID)
      await refuse(reply, 404, 20404, 'The requested resource was not found')
  })
  const reports = new Set<Promise<void>>()
  const report = async (text: TakenText) => {
    for (const { status, code } of fateOf(text)) {
      const at = reach(text.statusCallback)
      // Nobody listens where the product has stopped meanwhile.
      await postHook({ url: text.statusCallback, at }, statusFields(text, { status, code })).catch(() => null)
    }
  }
  app.post('/2010-04-01/Accounts/:sid/Messages.json', async (request: FastifyRequest, reply) => {
    const wrong = fault()
    if (wrong)
      return refuse(reply.headers({ ...wrong.headers }), wrong.status, wrong.code ?? 20500, wrong.message ?? '')
    const { MediaUrl = [], ...asked } = request.body as Asked
    const { To: to = '', From: from = '', Body: body = '', StatusCallback: statusCallback = '' } = asked
    const mediaUrls = [MediaUrl].flat()
    const refusal = refusalOf({ to, from, body, mediaUrls })
    if (refusal) return refuse(reply, 400, refusal.code, refusal.message)
    const text = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      ...{ to, from, body, mediaUrls, statusCallback, validityPeriod: asked.ValidityPeriod ?? '' },
    }
    taken.push(text)
    if (statusCallback) {
      const running = report(text).finally(() => reports.delete(running))
      reports.add(running)
    }
    return reply.code(201).send({
      ...{ sid: text.sid, account_sid: ACCOUNT_SID, to, from, body, status: 'queued', direction: 'outbound-api' },
      ...{
        num_segments: '1',
        num_media: String(mediaUrls.length),
        error_code: null,
        error_message: null,
        api_version: '2010-04-01',
      },
    })
  })
  app.get('/2010-04-01/Accounts/:sid', () => ({ sid: ACCOUNT_SID, status: 'active' }))
  app.get('/2010-04-01/Accounts/:sid/Messages/:message/Media/:media', async (request, reply) => {
    const { media } = request.params as { media: string }
    const found = mediaOf(media)
    return found ? reply.type(found.type).send(found.bytes) : refuse(reply, 404, 20404, 'The resource was not found.')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    account: {
      accountSid: ACCOUNT_SID,
      authToken: DEMO_AUTH_TOKEN,
      hookTokens: [DEMO_AUTH_TOKEN],
      textsFrom: DEMO_NUMBER,
      apiUrl: `http://127.0.0.1:${port}`,
    },
    taken,
    async close() {
      await app.close()
      await Promise.all(reports)
    },
  }
}

const statusFields = (
  { sid, to, from }: TakenText,
  { status, code }: { status: string; code: number | undefined },
) => ({
  AccountSid: ACCOUNT_SID,
  MessageSid: sid,
  SmsSid: sid,
  MessageStatus: status,
  SmsStatus: status,
  To: to,
  From: from,
  ApiVersion: '2010-04-01',
  ...(code ? { ErrorCode: String(code) } : {}),
})

/** Why a text is not taken; `null` when it is. */
function refusalOf({ to, from, body, mediaUrls }: Pick<TakenText, 'to' | 'from' | 'body' | 'mediaUrls'>) {
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return { code: 21211, message: `The 'To' number ${to} is not valid.` }
  if (from !== DEMO_NUMBER) return { code: 21606, message: `The 'From' number ${from} cannot send messages.` }
  if (body.length > MAX_BODY) return { code: 21617, message: 'The message body exceeds the 1600 character limit.' }
  if (mediaUrls.length > MAX_MEDIA) return { code: 21623, message: 'Number of media files exceeds allowed limit.' }
  return body || mediaUrls.length > 0 ? null : { code: 21602, message: 'Message body is required.' }
}

const refuse = (reply: FastifyReply, status: number, code: number, message: string) =>
  reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })

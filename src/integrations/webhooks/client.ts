import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Webhook } from 'standardwebhooks'
import { PrivateAddressError, publicLookup } from '../../platform/server/http/publicNetwork.ts'
import { checkReceiver, ReceiverAddressError } from '../../platform/server/http/receiver.ts'
import type { WebhooksConfig } from './config.ts'

/** One event on its way to a receiver. */
export interface WebhookMessage {
  /** Sent as `webhook-id`; stays the same over all tries, so that the receiver can tell a repeat from a new event. */
  id: string
  /** When it is being sent, as `webhook-timestamp`; receivers refuse what is off by more than five minutes. */
  sentAt: Date
  /** The event as JSON text; what is signed is exactly this. */
  body: string
}

/** Where to, and what it is signed with. */
export interface WebhookReceiver {
  url: string
  /** As `newWebhookSecret` makes it: `whsec_` and base64. */
  secret: string
}

/** What came of one try. */
export interface WebhookResult {
  /** Whether the receiver answered with a status from 200 to 299. */
  isDelivered: boolean
  /** `null` when no answer came. */
  status: number | null
  /** Why it was not delivered, in a sentence; `null` when it was. */
  problem: string | null
  /** The beginning of the answer, as text. */
  answer: string
  durationMs: number
  /** Another try cannot help: the address may not be asked, or the receiver said that it is gone (410). */
  isPermanent: boolean
  /** Seconds that the receiver asked us to wait; `null` when it asked for nothing. */
  retryAfter: number | null
}

/** Largest event that is sent, in bytes. */
export const MAX_WEBHOOK_BYTES = 256 * 1024
/** What is read of an answer, in bytes; the rest is not waited for. */
const MAX_ANSWER_BYTES = 2048
/** From the look-up of the name to the end of the answer, redirects included. */
const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3
/** The longest wait that a receiver may ask for, in seconds. */
const MAX_RETRY_AFTER = 24 * 60 * 60

/**
 * Posts one event, signed by Standard Webhooks, and says what came of it; throws for an event that is too large. A private
 * address is refused after its name was looked up, for each connection and so on each redirect, unless `webhookPrivateHosts`
 * names the host. Redirects are followed where they keep method and body (307, 308), with the same signature.
 */
export async function postWebhook(
  message: WebhookMessage,
  receiver: WebhookReceiver,
  { webhookPrivateHosts, timeoutMs = TIMEOUT_MS }: WebhooksConfig & { timeoutMs?: number },
): Promise<WebhookResult> {
  if (Buffer.byteLength(message.body) > MAX_WEBHOOK_BYTES) throw new Error(`The event ${message.id} is too large.`)
  const headers = headersOf(message, receiver.secret)
  const signal = AbortSignal.timeout(timeoutMs)
  const startedAt = performance.now()
  const end = (rest: Partial<WebhookResult>): WebhookResult => ({
    isDelivered: false,
    status: null,
    problem: null,
    answer: '',
    isPermanent: false,
    retryAfter: null,
    durationMs: Math.round(performance.now() - startedAt),
    ...rest,
  })
  try {
    let at = checkReceiver(receiver.url, webhookPrivateHosts)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await post(at, { headers, body: message.body, signal })
      const { statusCode: status = 0, headers: answered } = answer
      if ((status === 307 || status === 308) && answered.location) {
        answer.destroy()
        at = checkReceiver(answered.location, webhookPrivateHosts, at.address)
        continue
      }
      const isDelivered = status >= 200 && status <= 299
      return end({
        isDelivered,
        status,
        problem: isDelivered ? null : `The receiver answered ${status}.`,
        answer: await beginningOf(answer, signal),
        isPermanent: status === 410,
        retryAfter: secondsOf(answered['retry-after']),
      })
    }
    return end({ problem: 'The receiver leads from one address to the next.', isPermanent: true })
  } catch (error) {
    if (error instanceof ReceiverAddressError) return end({ problem: error.message, isPermanent: true })
    return end({ problem: problemOf(error, signal), isPermanent: error instanceof PrivateAddressError })
  }
}

function headersOf({ id, sentAt, body }: WebhookMessage, secret: string): Record<string, string | number> {
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Keyturn-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  }
}

interface Post {
  headers: Record<string, string | number>
  body: string
  signal: AbortSignal
}

function post(
  { address, isTrusted }: { address: URL; isTrusted: boolean },
  { headers, body, signal }: Post,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const protocol = address.protocol === 'https:' ? https : http
  // A connection of its own: one that another client opened to this host was not checked.
  const options = { method: 'POST', agent: false, signal, headers, ...(isTrusted ? {} : { lookup: publicLookup }) }
  protocol.request(address, options, resolve).on('error', reject).end(body)
  return promise
}

/** The beginning of an answer; what takes too long or breaks off is left out, as the status has been said. */
async function beginningOf(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MAX_ANSWER_BYTES || signal.aborted) break
    }
  } catch {
    // The receiver went away while it answered.
  }
  answer.destroy()
  const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8')
  // What PostgreSQL cannot store, and what would break the line of a log.
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

/** The wait of a `Retry-After` header in seconds; dates are rare, and not read. */
function secondsOf(header: string | undefined): number | null {
  return header && /^\d{1,9}$/.test(header) ? Math.min(Number(header), MAX_RETRY_AFTER) : null
}

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the receiver is unknown.',
  EAI_AGAIN: 'The name of the receiver cannot be looked up at the moment.',
  ECONNREFUSED: 'The receiver refuses connections.',
  ECONNRESET: 'The receiver broke off.',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver cannot be trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the receiver cannot be trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the receiver cannot be trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another name.',
}

function problemOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The receiver did not answer in time.'
  if (error instanceof PrivateAddressError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences[code] ?? 'The receiver cannot be reached.'
}

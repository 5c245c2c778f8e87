import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import webpush from 'web-push'
import { PrivateAddressError, publicLookup } from '../../platform/server/http/publicNetwork.ts'
import { checkReceiver, ReceiverAddressError } from '../../platform/server/http/receiver.ts'
import type { SendPermit } from '../../platform/server/permit.ts'
import type { PushKeys, WebPushConfig } from './config.ts'

/** A browser that shows notifications, as it gave itself. */
export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** A message on its way to a browser. */
export interface PushMessage {
  /** What its service worker reads; push services cannot. At most `MAX_PUSH_BYTES`. */
  payload: string
  /** Seconds for which a device that is off may still get it. */
  validSeconds: number
  isUrgent: boolean
  /** A message with the same topic takes the place of one that waits: up to 32 letters, digits, `-` and `_`. */
  topic: string
}

/** What one try came to. `gone`: the browser does not want it any more, its subscription is to be deleted. */
export type PushOutcome = { state: 'sent' | 'gone' } | { state: 'waiting' | 'failed' | 'unknown'; problem: string }

/** Largest payload that every push service takes: 4,096 bytes once it is encrypted. */
export const MAX_PUSH_BYTES = 3_800
const TIMEOUT_MS = 15_000

interface Sender extends Pick<WebPushConfig, 'pushPrivateHosts'> {
  keys: PushKeys
  /** `mailto:` or `https:`; Apple refuses addresses that cannot be real. */
  contact: string
}

/**
 * Hands a message to the push service of a browser, for which there is a permit. A browser names any address as its push service: private ones
 * are refused after the name was looked up.
 */
export async function sendPush(
  { keys, contact, pushPrivateHosts }: Sender,
  { endpoint, p256dh, auth }: PushSubscription,
  { payload, validSeconds, isUrgent, topic }: PushMessage,
  permit: SendPermit,
): Promise<PushOutcome> {
  permit.use()
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let isHandedOver = false
  try {
    const to = checkReceiver(endpoint, pushPrivateHosts)
    const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: contact, ...keys },
      TTL: Math.max(0, Math.floor(validSeconds)),
      urgency: isUrgent ? 'high' : 'normal',
      topic,
    })
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const options = { method: 'POST', agent: false, signal, headers, ...(to.isTrusted ? {} : { lookup: publicLookup }) }
    const asked = (to.address.protocol === 'https:' ? https : http).request(to.address, options as never, resolve)
    asked.on('error', reject).on('finish', () => {
      isHandedOver = true
    })
    asked.end(body)
    const answer = await promise
    answer.resume()
    return outcomeOf(answer.statusCode ?? 0)
  } catch (error) {
    if (error instanceof ReceiverAddressError || error instanceof PrivateAddressError)
      return { state: 'failed', problem: error.message }
    // Keys that are none make the library throw before anything is sent.
    if (!isNetworkError(error) && !signal.aborted)
      return { state: 'failed', problem: 'The keys of this device cannot be used.' }
    if (isHandedOver) return { state: 'unknown', problem: 'The push service did not answer.' }
    return { state: 'waiting', problem: 'The push service cannot be reached.' }
  }
}

const isNetworkError = (error: unknown): boolean => error instanceof Error && 'code' in error

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status <= 299) return { state: 'sent' }
  if (status === 404 || status === 410) return { state: 'gone' }
  const problem = `The push service answered ${status}.`
  return { state: status === 429 || status >= 500 ? 'waiting' : 'failed', problem }
}

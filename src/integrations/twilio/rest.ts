import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type RequestClientClass from 'twilio/lib/base/RequestClient.js'

/** With which account Twilio is asked, and where. */
export interface TwilioAccess {
  accountSid: string
  /** The account's own name and token, or a key and its secret. */
  username: string
  password: string
  /** Where its API is, for what stands in for it; `null` for Twilio's own. */
  apiUrl: string | null
  /** How long an answer may take. */
  timeoutMs?: number | undefined
}

const TIMEOUT_MS = 20_000
const API = 'https://api.twilio.com'

const require = createRequire(import.meta.url)

/** The client of the package, loaded when it is first used: it is large. */
export function connectTwilio({ accountSid, username, password, apiUrl, timeoutMs = TIMEOUT_MS }: TwilioAccess) {
  const twilio = require('twilio') as typeof import('twilio')
  const { RequestClient } = twilio as unknown as { RequestClient: typeof RequestClientClass }
  /** Asks another address in the place of Twilio's own. */
  class RedirectedClient extends RequestClient {
    override request<Data>(options: Parameters<RequestClientClass['request']>[0]) {
      const asked = new URL(options.uri)
      return super.request<Data>({
        ...options,
        uri: `${apiUrl ?? asked.origin}${asked.pathname}${asked.search}`,
      } as never)
    }
  }
  return twilio(username, password, { accountSid, httpClient: new RedirectedClient({ timeout: timeoutMs }) })
}

/** A file of the account: a recording, or a picture of a text. */
export interface TwilioFile {
  body: Readable
  /** As the answer says it, without parameters. */
  type: string
}

/**
 * Fetches a file of the account by its address, which must be one of Twilio's; `null` when it is gone. Twilio sends on to where
 * the file really is, which does not get to see the account's password.
 */
export async function fetchTwilioFile(access: TwilioAccess, address: string): Promise<TwilioFile | null> {
  const { username, password, apiUrl } = access
  const url = new URL(address)
  if (url.origin !== API) throw new Error('This is no file of Twilio.')
  const response = await fetch(`${apiUrl ?? API}${url.pathname}${url.search}`, {
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
  })
  if (!response.ok || !response.body) {
    // What it says besides is not read, and must not hold the connection.
    await response.body?.cancel()
    if (response.status === 404 || response.status === 410) return null
    throw new Error(`Twilio answered ${response.status} for a file.`)
  }
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  return { body: Readable.fromWeb(response.body as never), type: type.trim().toLowerCase() }
}

const FILE_TIMEOUT_MS = 120_000

/** What a failed request says of the account, in a sentence without secrets. */
export function twilioRefusal(error: unknown): string {
  const { status } = error as { status?: number }
  if (status === 401 || status === 403) return 'Twilio refused the account or its token.'
  if (status === 404) return 'Twilio knows nothing of that name.'
  return typeof status === 'number' ? `Twilio answered ${status}.` : 'Twilio cannot be reached.'
}

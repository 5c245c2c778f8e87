import type { SendPermit } from '../../platform/server/permit.ts'
import type { TwilioAccount } from './config.ts'
import { connectTwilio, fetchTwilioFile, type TwilioAccess, type TwilioFile, twilioRefusal } from './rest.ts'

/** A text to hand over. */
export interface OutboundText {
  /** E.164. */
  to: string
  /** Empty for one that is only pictures. */
  body: string
  /** Where Twilio fetches its pictures. */
  mediaUrls: readonly string[]
  /** Where Twilio reports what becomes of it; `null` where nobody asks. */
  statusCallback: string | null
  /** Seconds after which it must not leave Twilio's queue any more, 1 to 36,000. */
  validSeconds: number
}

/** What became of one try. `waiting` is worth another one; of `unknown` nobody can say whether Twilio took it. */
export type TextOutcome =
  | { state: 'sent'; provider_id: string }
  | { state: 'waiting' | 'unknown'; problem: string }
  | { state: 'failed'; problem: string; code: number | null }

const clients = new WeakMap<TwilioAccount, ReturnType<typeof connectTwilio>>()

const accessOf = ({ accountSid, authToken, apiUrl, timeoutMs }: TwilioAccount): TwilioAccess => ({
  accountSid,
  apiUrl,
  timeoutMs,
  username: accountSid,
  password: authToken,
})

/** Fetches what came with a text by its address; `null` when it is gone. */
export const fetchMedia = (account: TwilioAccount, address: string): Promise<TwilioFile | null> =>
  fetchTwilioFile(accessOf(account), address)

function clientOf(account: TwilioAccount): ReturnType<typeof connectTwilio> {
  const client = clients.get(account) ?? connectTwilio(accessOf(account))
  clients.set(account, client)
  return client
}

/** Hands a text to Twilio, for which there is a permit. */
export async function sendText(account: TwilioAccount, text: OutboundText, permit: SendPermit): Promise<TextOutcome> {
  const { to, body, mediaUrls, statusCallback, validSeconds } = text
  permit.use()
  try {
    const { sid } = await clientOf(account).messages.create({
      from: account.textsFrom,
      to,
      ...(body === '' ? {} : { body }),
      ...(mediaUrls.length === 0 ? {} : { mediaUrl: [...mediaUrls] }),
      ...(statusCallback === null ? {} : { statusCallback }),
      validityPeriod: Math.min(36_000, Math.max(1, Math.floor(validSeconds))),
    })
    // Whatever answered without a name for the text was not Twilio, or did not get as far as to take it.
    if (!sid) return { state: 'unknown', problem: UNREADABLE }
    return { state: 'sent', provider_id: sid }
  } catch (error) {
    return outcomeOf(error)
  }
}

/** Why the account cannot be used; `null` when it can. Sends nothing. */
export async function twilioProblem(account: TwilioAccount): Promise<string | null> {
  try {
    const { status } = await clientOf(account).api.v2010.accounts(account.accountSid).fetch()
    return status === 'active' ? null : `The account is ${status}.`
  } catch (error) {
    return twilioRefusal(error)
  }
}

const UNREADABLE = 'The answer of Twilio could not be read.'

/** Failures of the connection before anything was sent. */
const NOT_ASKED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function outcomeOf(error: unknown): TextOutcome {
  const { status, code, message = '' } = error as { status?: number; code?: number | string; message?: string }
  if (typeof status === 'number') {
    if (status === 429) return { state: 'waiting', problem: 'Too many texts at once. This one is sent a little later.' }
    // Twilio answers 5xx when it is not certain itself.
    if (status >= 500) return { state: 'unknown', problem: `Twilio answered with an error (${status}).` }
    // It took the text, and its answer broke off.
    if (status < 400) return { state: 'unknown', problem: UNREADABLE }
    return { state: 'failed', code: typeof code === 'number' ? code : null, problem: message }
  }
  if (typeof code === 'string' && NOT_ASKED.has(code))
    return { state: 'waiting', problem: 'Twilio cannot be reached. The text is tried again.' }
  return { state: 'unknown', problem: 'The connection to Twilio broke while the text was handed over.' }
}

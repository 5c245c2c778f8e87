import type { SendPermit } from '../../platform/server/permit.ts'
import { connectMail, type Mailbox, MailError, type OutboundMail } from './client.ts'

/** Where a process hands its mail over; `url` is `null` where nobody said. */
interface Sender {
  mailUrl: string | null
  mailFrom: Mailbox
}

/**
 * What one try to send a message came to. One that waits is worth another try; of one that is unknown the server had everything
 * and did not say whether it took it.
 */
export interface MailOutcome {
  state: 'sent' | 'failed' | 'waiting' | 'unknown'
  problem: string | null
  /** The enhanced status code of a refusal, such as 5.1.1; `null` when the server gave none. */
  status: string | null
}

interface Try {
  /** How often it was tried before, and how often it is at the most. */
  tries: number
  limit: number
  permit: SendPermit
}

/** Tries to send a message, for which there is a permit; fails only for what is no fault of the mail. */
export async function attemptMail(
  { mailUrl, mailFrom }: Sender,
  mail: OutboundMail,
  { tries, limit, permit }: Try,
): Promise<MailOutcome> {
  if (mailUrl === null) return { state: 'failed', problem: 'No mail server is configured.', status: null }
  permit.use()
  try {
    await connectMail({ url: mailUrl, from: mailFrom }).send(mail)
    return { state: 'sent', problem: null, status: null }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    if (error.isUncertain) return { state: 'unknown', problem: error.message, status: null }
    const state = error.isPermanent || tries + 1 >= limit ? 'failed' : 'waiting'
    return { state, problem: error.message, status: error.status }
  }
}

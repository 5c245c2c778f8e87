import { connectMail, type Mailbox, MailError, type OutboundMail } from './client.ts'

/** Where a process hands its mail over; `url` is `null` where nobody said. */
interface Sender {
  mailUrl: string | null
  mailFrom: Mailbox
}

/** What one try to send a message came to. One that waits is worth another try. */
export interface MailOutcome {
  state: 'sent' | 'failed' | 'waiting'
  problem: string | null
  /** The enhanced status code of a refusal, such as 5.1.1; `null` when the server gave none. */
  status: string | null
}

/** Tries to send a message that was tried `tries` times before, of `most`; fails only for what is no fault of the mail. */
export async function attemptMail(
  { mailUrl, mailFrom }: Sender,
  mail: OutboundMail,
  { tries, limit }: { tries: number; limit: number },
): Promise<MailOutcome> {
  if (mailUrl === null) return { state: 'failed', problem: 'No mail server is configured.', status: null }
  try {
    await connectMail({ url: mailUrl, from: mailFrom }).send(mail)
    return { state: 'sent', problem: null, status: null }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const state = error.isPermanent || tries + 1 >= limit ? 'failed' : 'waiting'
    return { state, problem: error.message, status: error.status }
  }
}

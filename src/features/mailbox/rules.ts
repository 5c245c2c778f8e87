/** How a mailbox is read. */
export const mailboxPace = {
  /** Units a minute that Google gives an account; projects from May 2026 on get so many. */
  unitsPerUser: 6_000,
  /** Units a minute for all accounts of the project. */
  unitsPerProject: 1_200_000,
  /** Messages fetched at once for one account: Google refuses more as too many. */
  atOnce: 5,
  /** Messages that are fetched before they are stored together. */
  batch: 50,
  /** Tries of one message before it is named as a gap. */
  tries: 6,
  /** A mailbox is counted anew so often, in hours. */
  countHours: 24,
  /** A watch lasts seven days; it is renewed when less is left than so many days. */
  renewDays: 6,
  /** While Google pushes, the mailbox is asked so rarely for safety; otherwise every minute. */
  safetyMinutes: 5,
} as const

const LONGEST_WAIT_MS = 10 * 60_000

/** How long to wait after Google asked for less or was away so many times in a row; longer when it says so itself. */
export const waitAfter = (failures: number, retryAfterMs: number | null): number =>
  Math.max(retryAfterMs ?? 0, Math.min(LONGEST_WAIT_MS, 5_000 * 2 ** Math.min(failures, 10)))

/** Labels of what is no message between people, or is not wanted. */
const LEFT_OUT: ReadonlySet<string> = new Set(['DRAFT', 'SPAM', 'TRASH', 'CHAT'])

/** Whether a message is looked at at all. */
export const isWanted = (labels: readonly string[]): boolean => !labels.some(label => LEFT_OUT.has(label))

/**
 * Whether a program wrote a message rather than a person: an answer that somebody is away, a receipt (RFC 3834), or a mailing.
 * `headers` by their names in lower case.
 */
export function isAutomaticReply(headers: Readonly<Record<string, string>>): boolean {
  const submitted = (headers['auto-submitted'] ?? 'no').trim().toLowerCase()
  const precedence = (headers.precedence ?? '').trim().toLowerCase()
  return (
    !/^no(?:$|[\s;(])/.test(submitted) ||
    ['auto_reply', 'bulk', 'junk', 'list'].includes(precedence) ||
    headers['x-autoreply'] !== undefined ||
    headers['x-autorespond'] !== undefined
  )
}

/** Whether the product itself sent a message, which is on the timeline already. `ownDomain` is that of the address it sends from. */
export const isOwnMessage = (messageId: string, ownDomain: string): boolean =>
  messageId.toLowerCase().endsWith(`@${ownDomain.toLowerCase()}`)

/**
 * - `off`: not connected, or no longer
 * - `reading`: the messages that were there are being read
 * - `healthy`: every message of the mailbox is here
 * - `gaps`: messages of the mailbox are not here
 */
export const mailboxStates = ['off', 'reading', 'healthy', 'gaps'] as const
export type MailboxState = (typeof mailboxStates)[number]

interface Counted {
  total: number
  here: number
  failed: number
  pending: number
}

/** How a mailbox is that is connected. */
export const stateOf = ({ total, here, failed, pending }: Counted): MailboxState =>
  pending > 0 ? 'reading' : failed > 0 || here < total ? 'gaps' : 'healthy'

/** "7 min left" of so many messages, by the pace that Google gives an account. */
export const minutesLeft = (pending: number): number => Math.ceil((pending * 5) / mailboxPace.unitsPerUser)

/** Sentences that both sides say. */
export const mailboxSentences = {
  elsewhere: (name: string) => `The whole message is in ${name}’s mailbox. Only they can open it here.`,
  possessed: 'Messages of a mailbox cannot be opened while you are logged in as someone else.',
  gone: 'This message is no longer in the mailbox.',
  disconnected: 'Gmail is not connected, so that the message cannot be opened.',
  away: 'Gmail did not answer. Try again in a minute.',
} as const

import { dealStatus } from '../../deals/rules/kinds.ts'

/** How a version of a deal stands on its way to the back office; it only goes forward. */
export type OutboxState = 'prepared' | 'sent' | 'unknown' | 'confirmed' | 'refused'

/** Why something was refused. */
export type RefusalReason = 'account' | 'facts' | 'differs' | 'lost'

/** How a deal stands with Lone Wolf, as its page says it. */
export const tradeStates = [
  'none',
  'waiting',
  'sending',
  'unknown',
  'confirmed',
  'refused',
  'lost',
  'differs',
  'account',
] as const
export type TradeState = (typeof tradeStates)[number]

const SECOND = 1000
const MINUTE = 60 * SECOND

/** An answer that takes longer than this is none: the client waits 10 seconds, and a process that died says nothing. */
export const SILENT_AFTER_MS = 30 * SECOND

/**
 * So long after it was sent, what is not there never arrived: requests are signed with their time, WolfConnect refuses those
 * that are some minutes old, and the rest is for what it took and was slow to write.
 */
export const LOST_AFTER_MS = 15 * MINUTE

/** So often in a row something that never arrived is sent again by itself; then a person decides. */
export const MAX_LOST = 3

interface Standing {
  row: { state: OutboxState; reason: RefusalReason | null; sent_at: string | null } | null
  differs: boolean
  isAccountValid: boolean
  now: Date
}

/** How a deal stands; something that is on its way longer than an answer takes is unknown, whoever has noticed it. */
export function tradeState({ row, differs, isAccountValid, now }: Standing): TradeState {
  if (differs) return 'differs'
  if (row === null) return 'none'
  if (row.state === 'prepared') return isAccountValid ? 'waiting' : 'account'
  if (row.state === 'sent') return isSilent(row.sent_at, now) ? 'unknown' : 'sending'
  if (row.state !== 'refused') return row.state
  // What differed was settled by a person since.
  if (row.reason === 'differs') return 'confirmed'
  return row.reason === 'account' || row.reason === 'lost' ? row.reason : 'refused'
}

const isSilent = (sentAt: string | null, now: Date) =>
  sentAt === null || now.getTime() - Date.parse(sentAt) >= SILENT_AFTER_MS

/** Whether something that is not there can no longer arrive. */
export const cannotArrive = (sentAt: string | null, now: Date): boolean =>
  sentAt !== null && now.getTime() - Date.parse(sentAt) >= LOST_AFTER_MS

/** The status of a trade by its code, as a status of deals; `null` for one that has none. */
export function statusOfCode(code: string): number | null {
  if (code === 'N') return dealStatus.submitted
  if (code === 'A') return dealStatus.firm
  if (code === 'C') return dealStatus.closed
  return code === 'B' ? dealStatus.fellThrough : null
}

import { defineEvent } from '../../platform/server/events.ts'
import type { Channel } from '../consent/contract.ts'

/** A sending whose fate was settled after nobody knew it, by the provider or by a person. */
export interface SettledSending {
  id: number
  cause: string
  channel: Channel
  lead_id: number
  /** `again`: it did not go out and is to be sent; whoever has no job of its own for it begins it anew. */
  outcome: 'sent' | 'again'
}

/** Told in the same transaction. */
export const sendingSettled = defineEvent<SettledSending>('sendingSettled')

/**
 * Sendings that came to an end, told in the transaction that wrote it: what went out, also when that was known late, and what
 * will not go out unless somebody begins it anew. A message of which nobody knows has not ended.
 */
export interface EndedSendings {
  state: 'sent' | 'failed' | 'refused' | 'cancelled'
  reason: string | null
  sendings: readonly { id: number; cause: string; channel: Channel; lead_id: number }[]
}
export const sendingsEnded = defineEvent<EndedSendings>('sendings ended')

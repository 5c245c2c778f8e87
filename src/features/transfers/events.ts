import { defineEvent } from '../../platform/server/events.ts'
import type { TransferKind, TransferState } from './rules.ts'

/** A lead that was sent, offered or assigned was accepted, rejected, taken back, or waited too long. */
export interface EndedTransfer {
  /** Of the transfer. */
  id: number
  lead_id: number
  to_agent_id: number
  kind: TransferKind
  state: Exclude<TransferState, 'pending'>
}
export const transfersEnded = defineEvent<{ transfers: readonly EndedTransfer[] }>('transfers ended')

/** Leads were flagged as bogus, or are no longer: campaigns and alerts stop, the agent's quota is given back. */
export const bogusFlagged = defineEvent<{ id: number; agent_id: number | null; is_bogus: boolean }>('bogus flagged')

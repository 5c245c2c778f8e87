import { defineEvent } from '../../platform/server/events.ts'
import type { RequestKind } from './rules.ts'

/** A lead asked for something that they had not asked for before. */
export interface SubmittedRequest {
  id: number
  lead_id: number
  agent_id: number | null
  kind: RequestKind
}
/** In the transaction that keeps the request. */
export const requestSubmitted = defineEvent<SubmittedRequest>('request submitted')

import { defineContribution, defineEvent } from '../../platform/server/events.ts'

/** Deals that came to be. */
export interface CreatedDeals {
  deals: readonly { id: number; type: number; status: number; agent_id: number | null; lead_ids: readonly number[] }[]
}
export const dealsCreated = defineEvent<CreatedDeals>('deals created')

/** A deal came to another status. */
export interface ChangedDealStatus {
  id: number
  type: number
  agent_id: number | null
  before: number
  after: number
  lead_ids: readonly number[]
}
export const dealStatusChanged = defineEvent<ChangedDealStatus>('deal status changed')

/** Something of a deal that its lists or papers show is another: its status, its type, its days, its price. */
export const dealChanged = defineEvent<{ id: number }>('deal changed')

/** A deal that stayed in its status has another closing day. */
export const closingDayChanged = defineEvent<{ id: number; status: number }>('closing day changed')

/** Clients of deals were said to be leads, or to be none. */
export interface MatchedClients {
  clients: readonly { id: number; deal_id: number; lead_id: number | null }[]
}
export const dealClientsMatched = defineEvent<MatchedClients>('deal clients matched')

/** Names of what a deal still lacks before it may close; filled in by the feature of its documents. */
export const closingGaps = defineContribution<{ deal_id: number }, { missing: readonly string[] }>({ missing: [] })

import { defineEvent } from '../../platform/server/events.ts'

/** Opportunities that arose, or happened again. */
export interface RaisedOpportunities {
  opportunities: readonly {
    id: number
    lead_id: number
    agent_id: number | null
    opportunity_type_id: number
    /** False when it refreshed one that was open. */
    is_new: boolean
  }[]
}
export const opportunityRaised = defineEvent<RaisedOpportunities>('opportunities raised')

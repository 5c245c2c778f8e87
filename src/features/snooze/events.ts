import { defineEvent } from '../../platform/server/events.ts'

/** Leads of whom nothing is to be heard for a while. */
export interface SnoozedLeads {
  leads: readonly { id: number; agent_id: number | null }[]
}
export const leadsSnoozed = defineEvent<SnoozedLeads>('leads snoozed')

/** Snoozes that ended: by the clock, by hand, or because the lead went to another agent. */
export const leadsWoken = defineEvent<SnoozedLeads>('leads woken')

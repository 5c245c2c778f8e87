import { defineContribution, defineEvent } from '../../platform/server/events.ts'
import type { LeadParts } from './contract/record.ts'

/** New leads, as many as arrived at once. */
export interface CreatedLeads {
  leads: readonly { id: number; agent_id: number | null; source: string }[]
}
export const leadsCreated = defineEvent<CreatedLeads>('leads created')

/** One lead's own fields were changed. */
export interface UpdatedLead {
  id: number
  agent_id: number | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}
export const leadUpdated = defineEvent<UpdatedLead>('lead updated')

/** Leads were given another status. Listeners that stop campaigns say which. */
export interface ChangedStatuses {
  leads: readonly { id: number; agent_id: number | null; before: number; after: number }[]
  note: string
  stopped_campaigns: number[]
}
export const leadStatusesChanged = defineEvent<ChangedStatuses>('lead statuses changed')

/** Leads went to another agent, or to none. */
export interface ChangedAgents {
  leads: readonly { id: number; before: number | null; after: number | null }[]
}
export const leadAgentsChanged = defineEvent<ChangedAgents>('lead agents changed')

/** Records were written as a whole, by an import or a merge. */
export interface RewrittenLeads {
  leads: readonly {
    id: number
    agent_id: number | null
    before: Record<string, unknown>
    after: Record<string, unknown>
  }[]
}
export const leadsRewritten = defineEvent<RewrittenLeads>('leads rewritten')

/**
 * A lead went up in another. Every row that refers to it by a foreign key has moved already (`moved`, how many of each
 * table); listeners put right what they keep beside the rows, such as a count on the lead.
 */
export interface MergedLeads {
  id: number
  merged_id: number
  agent_id: number | null
  moved: ReadonlyMap<string, number>
}
export const leadsMerged = defineEvent<MergedLeads>('leads merged')

/** A merge was taken back: both leads are there again, and the rows are where they were. */
export const leadMergeUndone = defineEvent<MergedLeads>('lead merge undone')

/** Leads that were deleted, or put back. */
export interface RemovedLeads {
  leads: readonly { id: number; agent_id: number | null }[]
}
export const leadsRemoved = defineEvent<RemovedLeads>('leads removed')
export const leadsRestored = defineEvent<RemovedLeads>('leads restored')

/** Filled in by features that own something beside a lead: tasks, notes, campaigns, favourites, transfers. */
export const partsOfLead = defineContribution<{ id: number }, LeadParts>({
  tasks: [],
  notes: [],
  campaigns: [],
  favourite_listings: [],
  favourite_archive_listings: [],
  leadTransfer: null,
})

/** The newest note of each lead of a page of search results, by lead. */
export const latestNotes = defineContribution<{ ids: readonly number[] }, { notes: ReadonlyMap<number, string> }>({
  notes: new Map(),
})

/** Asked about leads that the viewer does not reach: since when they were sent to them, to be accepted or not. */
export const previewedLeads = defineContribution<{ id: number }, { since: string | null }>({ since: null })

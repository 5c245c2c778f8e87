import { defineContribution, defineEvent } from '../../platform/server/events.ts'
import type { LeadParts } from './contract/record.ts'

/** Leads that did something, with how they stood before that. Visits less than a minute apart are told of once. */
export interface ActiveLeads {
  leads: readonly {
    id: number
    agent_id: number | null
    status_value: number
    /** When they did something; it may be an event that arrived late. */
    active_at: string
    /** Their last activity before, or when they became a lead. */
    before: string
    last_contacted_at: string | null
  }[]
}
export const leadsActive = defineEvent<ActiveLeads>('leads active')

/** New leads, as many as arrived at once. */
export interface CreatedLeads {
  leads: readonly {
    id: number
    agent_id: number | null
    source: string
    /** The listing they came for, by the number of the listing service. */
    asked_about?: string | null
  }[]
  /** They came with a file, whatever source it names: nobody is waiting for a call. */
  is_import: boolean
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

/** Leads without an agent that agents took responsibility for themselves, told after their change of agent. */
export interface ClaimedLeads {
  leads: readonly { id: number; agent_id: number }[]
  by: 'offer' | 'pool' | 'happy hour'
}
export const leadsClaimed = defineEvent<ClaimedLeads>('leads claimed')

/** An address or a number of a lead turned out not to work. */
export interface FailedContact {
  id: number
  agent_id: number | null
  what: 'email' | 'phone'
}
export const contactFailed = defineEvent<FailedContact>('contact failed')

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

/** Asked about leads that the viewer does not reach: since when they were sent to them, to be accepted or not, and whether they may know the name. */
export const previewedLeads = defineContribution<{ id: number }, { since: string | null; is_named: boolean }>({
  since: null,
  is_named: false,
})

/** What goes along with the leads of an agent when they go to somebody else, counted. */
export interface WorkOfAgent {
  open_tasks: number
  /** Those that are still to come. */
  showings: number
  /** Listing and building alerts that are on. */
  alerts: number
}
export const workOfAgent = defineContribution<{ agent_id: number }, WorkOfAgent>({
  open_tasks: 0,
  showings: 0,
  alerts: 0,
})

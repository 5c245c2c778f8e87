import { defineContribution, defineEvent } from '../../platform/server/events.ts'
import type { BootstrapParts, UserParts } from './contract/people.ts'

/** What features further up put beside the signed-in user. */
export const userParts = defineContribution<{ user_id: number; agent_id: number | null }, UserParts>({
  hasDotloopAccount: false,
  tasksCount: 0,
  opportunitiesCount: 0,
  sent_transfers: [],
  lead_transfers: [],
})

/** What features further up put into the bootstrap. Asked before sign-in: contributors get no viewer. */
export const bootstrapParts = defineContribution<null, BootstrapParts>({
  milestoneTypes: [],
  dealDocumentTypes: [],
  showingStatuses: [],
})

/** A user's roles, rights, state or fields changed. */
export const userChanged = defineEvent<{ user_id: number; agent_id: number | null; is_active: boolean }>('userChanged')

/** Somebody granted access to their mail or calendar; what was granted, and the tokens, are stored. */
export const scopesGranted = defineEvent<{ user_id: number }>('scopesGranted')

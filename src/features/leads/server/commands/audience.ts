import type { Audience } from '../../../../platform/server/context.ts'

interface LeadOfAgent {
  /** `null`, or left out, while it is nobody’s. */
  agent_id?: number | null | undefined
}

/**
 * The audience of a change of leads, or of what belongs to them: everybody who sees all leads, and their agents. Of a lead that
 * changes hands both agents hear: it is named once for each.
 */
export function leadAudience(leads: LeadOfAgent | readonly LeadOfAgent[]): Audience[] {
  const agents = new Set([leads].flat().flatMap(({ agent_id }) => agent_id ?? []))
  return [SEES_ALL, ...[...agents].map((agent): Audience => `agent:${agent}`)]
}

/** What concerns several leads at once, and no agent in particular. */
export const SEES_ALL: Audience = 'right:view_all_leads'

import type { Change } from '../../../../platform/server/context.ts'
import { leadAudience } from './audience.ts'

/** More ids than this in one message say "anything". */
const MAX_PUBLISHED = 200

/** Tells browsers that leads changed: whoever sees all, and the agents concerned. */
export function publishLeads(ctx: Change, leads: readonly { id: number; agents: readonly (number | null)[] }[]): void {
  if (leads.length === 0) return
  const concerned = leads.flatMap(({ agents }) => agents.map(agent_id => ({ agent_id })))
  ctx.changed('leads', leads.length > MAX_PUBLISHED ? [] : leads.map(lead => lead.id), leadAudience(concerned))
}

/** Leads that the audit names one by one; of more, changed alike, it keeps the ids. */
const MAX_AUDITED = 200

/** Adds leads that were changed alike to the audit entry. */
export function auditLeads(ctx: Change, changes: readonly { id: number; before: unknown; after: unknown }[]): void {
  if (changes.length <= MAX_AUDITED)
    for (const { id, before, after } of changes) ctx.audit({ subject: 'lead', subject_id: id, before, after })
  else
    ctx.audit({
      subject: 'leads',
      subject_id: null,
      after: { leads: changes.length, ids: changes.map(change => change.id), ...(changes[0]?.after ?? {}) },
    })
}

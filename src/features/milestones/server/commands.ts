import type { Audience, Change } from '../../../platform/server/context.ts'
import { type LeadSignal, noteSignals } from '../../leads/server/commands/signals.ts'
import { signalOf } from '../rules.ts'
import { insertMilestones } from './queries.ts'

/** What a new milestone holds; the author is whoever acts. */
export interface NewMilestone {
  lead_id: number
  milestone_type_id: number
  milestone_option_id?: number | null
  description?: string
  value?: string | null
  link?: string | null
  call?: object | null
  message?: object | null
  session?: object | null
  model_id?: number | null
  model_type?: string | null
  /** What the timeline shows beside it: an offer, an opportunity. */
  detail?: object | null
  /** ISO 8601; now when not said. */
  happened_at?: string
  /** Whom to tell, besides those who see all leads. */
  agent_id?: number | null
}

/**
 * Writes milestones, in one statement; answers their ids in order. Those of the product have no author unless a person acted.
 * What they say of their leads (contact, visits, requests, and so the score) is written with them.
 */
export async function addMilestones(ctx: Change, milestones: readonly NewMilestone[]): Promise<number[]> {
  if (milestones.length === 0) return []
  const rows = milestones.map(({ agent_id: _, ...milestone }) => ({
    ...milestone,
    happened_at: milestone.happened_at ?? ctx.now.toISOString(),
  }))
  const ids = await insertMilestones(ctx, rows)
  await noteSignals(ctx, rows.flatMap(leadSignals))
  tellOfTimelines(ctx, milestones)
  return ids
}

function leadSignals({
  lead_id,
  milestone_type_id,
  happened_at,
}: NewMilestone & { happened_at: string }): LeadSignal[] {
  const signal = signalOf(milestone_type_id)
  if (!signal) return []
  const { active, contacted, request } = signal
  return [
    {
      id: lead_id,
      ...(active ? { active_at: happened_at } : {}),
      ...(contacted ? { contacted_at: happened_at } : {}),
      ...(request ? { request } : {}),
    },
  ]
}

const MOST_TOLD = 200

function tellOfTimelines(ctx: Change, milestones: readonly NewMilestone[]): void {
  const agents = new Set(milestones.flatMap(({ agent_id }) => agent_id ?? []))
  const audience: Audience[] = ['right:view_all_leads', ...[...agents].map(agent => `agent:${agent}` as const)]
  const leads = [...new Set(milestones.map(milestone => milestone.lead_id))]
  ctx.changed('milestones', leads.length > MOST_TOLD ? [] : leads, audience)
}

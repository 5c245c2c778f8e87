import { sql } from 'kysely'
import type { Audience, Change } from '../../../platform/server/context.ts'

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

/** Writes milestones, in one statement; answers their ids in order. Those of the product have no author unless a person acted. */
export async function addMilestones(ctx: Change, milestones: readonly NewMilestone[]): Promise<number[]> {
  if (milestones.length === 0) return []
  const rows = milestones.map(({ agent_id: _, ...milestone }) => ({
    ...milestone,
    happened_at: milestone.happened_at ?? ctx.now.toISOString(),
  }))
  const author = ctx.author
  const { rows: written } = await sql<{ id: number }>`
    INSERT INTO milestones (lead_id, milestone_type_id, milestone_option_id, description, value, link, call, message,
                            session, model_id, model_type, detail, happened_at, author_user_id, on_behalf_of)
    SELECT m.lead_id, m.milestone_type_id, m.milestone_option_id, coalesce(m.description, ''), m.value, m.link, m.call,
           m.message, m.session, m.model_id, m.model_type, m.detail, m.happened_at,
           ${author?.user_id ?? null}::int, ${author?.on_behalf_of ?? null}::int
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY AS given (record, place),
         jsonb_populate_record(NULL::milestones, given.record) m ORDER BY given.place
    RETURNING id`.execute(ctx.db)
  tellOfTimelines(ctx, milestones)
  return written.map(row => row.id).sort((a, b) => a - b)
}

const MOST_TOLD = 200

function tellOfTimelines(ctx: Change, milestones: readonly NewMilestone[]): void {
  const agents = new Set(milestones.flatMap(({ agent_id }) => agent_id ?? []))
  const audience: Audience[] = ['right:view_all_leads', ...[...agents].map(agent => `agent:${agent}` as const)]
  const leads = [...new Set(milestones.map(milestone => milestone.lead_id))]
  ctx.changed('milestones', leads.length > MOST_TOLD ? [] : leads, audience)
}

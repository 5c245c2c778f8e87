import { sql } from 'kysely'
import type { Change, QueryContext, ReadContext, Viewer } from '../../../../platform/server/context.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { type Lead, RentalProfile, ScorePart } from '../../contract.ts'
import { partsOfLead } from '../../events.ts'
import { scoreParts } from '../../rules.ts'
import { inDollars, leadColumns } from './columns.ts'
import { type Condition, withinReach } from './filters.ts'
import { joinedNames, namingJoins } from './pages.ts'
import { placesOf } from './places.ts'
import { type JoinedLead, leadRowOf } from './rows.ts'

/** The leads a viewer may see, as a condition on the table `leads`; everything about a lead starts here. */
export function visibleLeads({ viewer }: { viewer: Viewer }): Condition {
  return sql`deleted_at IS NULL AND ${withinReach(viewer) ?? sql`true`}`
}

type FullRow = JoinedLead & { rental_profile: unknown; score_parts: unknown; own_areas: number[] | null }

const scorePartList = ScorePart.array().min(1)

/** A lead with everything its page shows; refused like a lead that does not exist when it is outside the viewer's scope. */
export async function requireFullLead(ctx: ReadContext, id: number): Promise<Lead> {
  const [{ rows }, parts, places] = await Promise.all([
    sql<FullRow>`
      SELECT ${leadColumns}, ${joinedNames}, l.rental_profile, l.score_parts,
             (SELECT area_ids FROM agents WHERE id = ${ctx.viewer.agent_id}) AS own_areas
      FROM (SELECT * FROM leads WHERE id = ${id} AND ${visibleLeads(ctx)}) l ${namingJoins}`.execute(ctx.db),
    partsOfLead.gather(ctx, { id }),
    placesOf(ctx),
  ])
  const [stored] = rows
  if (!stored) throw notFound('lead')
  const ownAreas = (stored.own_areas ?? []).flatMap(area => places.areas.get(area)?.name ?? [])
  const row = leadRowOf(stored, { now: ctx.now, places, ownAreas })
  const keptParts = scorePartList.safeParse(stored.score_parts)
  return {
    ...row,
    ...parts,
    rental_profile: RentalProfile.safeParse(stored.rental_profile).data ?? null,
    areas: stored.area_ids.flatMap(area => {
      const place = places.areas.get(area)
      return place ? [{ area_id: area, area_type: place.type }] : []
    }),
    score_parts: keptParts.success ? keptParts.data : scoreParts(row, ctx.now),
  }
}

/** What commands compare and log: the plain columns, with money in dollars. */
export type LeadBefore = Omit<JoinedLead, 'agent_name' | 'tags'>

/** A lead the viewer may see, locked for a change. */
export async function lockLead(ctx: Change & { viewer: Viewer }, id: number): Promise<LeadBefore> {
  const { rows } = await sql<LeadBefore>`
    SELECT ${leadColumns} FROM leads l WHERE id = ${id} AND ${visibleLeads(ctx)} FOR UPDATE`.execute(ctx.db)
  const [stored] = rows
  if (!stored) throw notFound('lead')
  return inDollars(stored)
}

/** Refuses a lead that the viewer may not see. */
export async function requireLead(
  ctx: QueryContext & { viewer: Viewer },
  id: number,
): Promise<{ id: number; agent_id: number | null; first_name: string; last_name: string }> {
  const { rows } = await sql<{ id: number; agent_id: number | null; first_name: string; last_name: string }>`
    SELECT id, agent_id, first_name, last_name FROM leads WHERE id = ${id} AND ${visibleLeads(ctx)}`.execute(ctx.db)
  const [found] = rows
  if (!found) throw notFound('lead')
  return found
}

/** Those of the ids that the viewer may see. */
export async function visibleIds(ctx: QueryContext & { viewer: Viewer }, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM leads WHERE id = ANY(${[...ids]}::int[]) AND ${visibleLeads(ctx)}`.execute(ctx.db)
  return rows.map(row => row.id)
}

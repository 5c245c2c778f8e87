import { sql } from 'kysely'
import type { Change, QueryContext, ReadContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { forbidden, notFound, Refusal } from '../../../../platform/server/errors.ts'
import { type Lead, type MergedInto, RentalProfile, ScorePart } from '../../contract/record.ts'
import { partsOfLead } from '../../events.ts'
import { scoreParts } from '../../rules.ts'
import { inDollars, leadColumns } from './columns.ts'
import { type Condition, openableLeads, withinReach } from './filters.ts'
import { joinedNames, namingJoins } from './names.ts'
import { namesVersion, placesOf } from './places.ts'
import { type JoinedLead, leadRowOf } from './rows.ts'

/** The leads a viewer may see, as a condition on the table `leads`; everything about a lead starts here. */
export function visibleLeads({ viewer }: { viewer: Viewer }): Condition {
  return sql`deleted_at IS NULL AND ${withinReach(viewer) ?? sql`true`}`
}

/**
 * Whether the viewer may open, change and follow a lead. Whoever sees all leads finds the rows of others in lists, which is no
 * secret to keep by "does not exist", but their profiles need a right of their own.
 */
const mayOpen = ({ viewer }: { viewer: Viewer }): Condition => sql`(${openableLeads(viewer) ?? sql`true`}) AS may_open`

/** Says where a lead went that was merged into one that the viewer may open; otherwise that there is none. */
async function missing(ctx: QueryContext & { viewer: Viewer }, id: number): Promise<Refusal> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name'>>`
    WITH RECURSIVE gone AS (
      SELECT merged_into AS id, 1 AS step FROM leads WHERE id = ${id} AND merged_into IS NOT NULL
      UNION ALL
      SELECT l.merged_into, gone.step + 1 FROM gone JOIN leads l ON l.id = gone.id
      WHERE l.merged_into IS NOT NULL AND gone.step < 100)
    SELECT id, first_name, last_name FROM leads WHERE id IN (SELECT id FROM gone) AND ${visibleLeads(ctx)}
      AND ${openableLeads(ctx.viewer) ?? sql`true`}`.execute(ctx.db)
  const { code, message } = notFound('lead')
  const data: MergedInto | null = rows[0] ? { merged_into: rows[0] } : null
  return data ? new Refusal(code, message, { data }) : notFound('lead')
}

function requireOpen<Row extends { may_open: boolean }>(row: Row): Omit<Row, 'may_open'> {
  const { may_open, ...lead } = row
  if (!may_open) throw forbidden('You may see this lead in lists, but not open it.')
  return lead
}

type FullRow = JoinedLead &
  Pick<Row<'leads'>, 'score_parts' | 'rental_profile'> & {
    own_areas: number[] | null
    may_open: boolean
    names_version: string
  }

const scorePartList = ScorePart.array().min(1)

/** A lead with everything its page shows; refused like a lead that does not exist when it is outside the viewer's scope. */
export async function requireFullLead(ctx: ReadContext, id: number): Promise<Lead> {
  return readFullLead(ctx, id, requireOpen)
}

/** The same for whoever just made the lead: it is the answer to them, whether or not they may open it later. */
export async function createdLead(ctx: ReadContext, id: number): Promise<Lead> {
  return readFullLead(ctx, id, row => requireOpen({ ...row, may_open: true }))
}

async function readFullLead(
  ctx: ReadContext,
  id: number,
  check: (row: FullRow) => Omit<FullRow, 'may_open'>,
): Promise<Lead> {
  const [{ rows }, parts] = await Promise.all([
    sql<FullRow>`
      SELECT ${leadColumns}, ${joinedNames}, l.rental_profile, l.score_parts, l.may_open,
             (SELECT area_ids FROM agents WHERE id = ${ctx.viewer.agent_id}) AS own_areas, ${namesVersion} AS names_version
      FROM (SELECT *, ${mayOpen(ctx)} FROM leads WHERE id = ${id} AND ${visibleLeads(ctx)}) l ${namingJoins}`.execute(
      ctx.db,
    ),
    partsOfLead.gather(ctx, { id }),
  ])
  if (!rows[0]) throw await missing(ctx, id)
  const stored = check(rows[0])
  const places = await placesOf(ctx, stored.names_version)
  const ownAreas = (stored.own_areas ?? []).flatMap(area => places.areas.get(area)?.name ?? [])
  const row = leadRowOf(stored, { now: ctx.now, places, ownAreas })
  const storedParts = scorePartList.safeParse(stored.score_parts)
  return {
    ...row,
    ...parts,
    rental_profile: RentalProfile.safeParse(stored.rental_profile).data ?? null,
    areas: stored.area_ids.flatMap(area => {
      const place = places.areas.get(area)
      return place ? [{ area_id: area, area_type: place.type }] : []
    }),
    score_parts: storedParts.success ? storedParts.data : scoreParts(stored, ctx.now),
  }
}

/** What commands compare and log: the plain columns, with money in dollars. */
export type LeadBefore = Omit<JoinedLead, 'agent_name' | 'tags'>

/** A lead the viewer may open, locked for a change. */
export async function lockLead(ctx: Change & { viewer: Viewer }, id: number): Promise<LeadBefore> {
  const { rows } = await sql<LeadBefore & { may_open: boolean }>`
    SELECT ${leadColumns}, ${mayOpen(ctx)} FROM leads l WHERE id = ${id} AND ${visibleLeads(ctx)} FOR UPDATE`.execute(
    ctx.db,
  )
  if (!rows[0]) throw await missing(ctx, id)
  return inDollars(requireOpen(rows[0]))
}

/** What is known of a renter; `null` when nothing was asked yet. */
export async function rentalProfileOf(ctx: QueryContext, id: number): Promise<RentalProfile | null> {
  const { rows } = await sql<Pick<Row<'leads'>, 'rental_profile'>>`
    SELECT rental_profile FROM leads WHERE id = ${id}`.execute(ctx.db)
  return RentalProfile.safeParse(rows[0]?.rental_profile).data ?? null
}

type FoundLead = Pick<Row<'leads'>, 'id' | 'agent_id' | 'first_name' | 'last_name'>

/** Refuses a lead that the viewer may not see, and one that they may see but not open. */
export async function requireLead(ctx: QueryContext & { viewer: Viewer }, id: number): Promise<FoundLead> {
  const { rows } = await sql<FoundLead & { may_open: boolean }>`
    SELECT id, agent_id, first_name, last_name, ${mayOpen(ctx)} FROM leads
    WHERE id = ${id} AND ${visibleLeads(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw await missing(ctx, id)
  return requireOpen(rows[0])
}

/** Those of the ids that the viewer may open. */
export async function openableIds(ctx: QueryContext & { viewer: Viewer }, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id'>>`
    SELECT id FROM leads WHERE id = ANY(${[...ids]}::int[]) AND ${visibleLeads(ctx)}
      AND ${openableLeads(ctx.viewer) ?? sql`true`}`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** The names of those of these leads that the viewer may see. */
export async function leadNames(
  ctx: QueryContext & { viewer: Viewer },
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id'> & { name: string }>`
    SELECT id, trim(first_name || ' ' || last_name) AS name FROM leads
    WHERE id = ANY (${[...ids]}::int[]) AND ${visibleLeads(ctx)} AND ${openableLeads(ctx.viewer) ?? sql`true`}`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, name }) => [id, name || 'a lead without a name']))
}

import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { milestoneType, viewingModels } from '../../../milestones/rules.ts'
import { isHome } from '../../rules/opportunityTypes.ts'
import type { Threshold, Thresholds, View } from '../../rules/raise.ts'

type Db = Pick<QueryContext, 'db'>

/** The thresholds that hold now. */
export async function thresholdsOf({ db }: Db): Promise<Thresholds> {
  const { rows } = await sql<Threshold & Pick<Row<'opportunity_types'>, 'id'>>`
    SELECT id, is_on, times, days FROM opportunity_types`.execute(db)
  return new Map(rows.map(({ id, ...threshold }) => [id, threshold]))
}

/** What a milestone says, as far as an opportunity is described from it. */
export interface SourceMilestone
  extends Pick<
    Row<'milestones'>,
    'id' | 'lead_id' | 'milestone_type_id' | 'model_type' | 'value' | 'link' | 'description'
  > {
  happened_at: string
  /** Dollars of an offer. */
  price: number | null
}

/** What these milestones say. */
export async function sourceMilestones({ db }: Db, ids: readonly number[]): Promise<SourceMilestone[]> {
  const { rows } = await sql<SourceMilestone>`
    SELECT id, lead_id, milestone_type_id, model_type, value, link, description, happened_at,
           (detail -> 'offerSubmission' ->> 'price')::int AS price
    FROM milestones WHERE id = ANY(${[...ids]}::int[]) AND deleted_at IS NULL ORDER BY happened_at, id`.execute(db)
  return rows
}

/** Looks that are counted of one lead at the most: nobody looks that often, programs do. */
const MAX_VIEWS = 500

interface ViewRow
  extends Pick<Row<'milestones'>, 'id' | 'lead_id' | 'model_type' | 'model_id' | 'description' | 'link'> {
  happened_at: string
  building_id: number | null
  building_name: string | null
}

/** What leads looked at since then, by lead, the newest first; each with the id of its milestone. */
export async function viewsSince(
  { db }: Db,
  leadIds: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, (View & { milestone_id: number })[]>> {
  const { rows } = await sql<ViewRow>`
    SELECT m.id, m.lead_id, m.model_type, m.model_id, m.description, m.link, m.happened_at, b.id AS building_id, b.name AS building_name
    FROM unnest(${[...leadIds]}::int[]) AS given (id)
    CROSS JOIN LATERAL (
      SELECT id, lead_id, model_type, model_id, description, link, happened_at FROM milestones
      WHERE lead_id = given.id AND milestone_type_id = ${milestoneType.propertyViewed} AND deleted_at IS NULL
        AND happened_at > ${since} AND model_type = ANY(${[...viewingModels]}::text[])
      ORDER BY happened_at DESC, id DESC LIMIT ${MAX_VIEWS}) m
    LEFT JOIN listings h ON m.model_type <> 'search_building' AND h.id = m.model_id
    LEFT JOIN buildings b ON b.id = CASE WHEN m.model_type = 'search_building' THEN m.model_id ELSE h.building_id END`.execute(
    db,
  )
  const views = new Map<number, (View & { milestone_id: number })[]>()
  for (const row of rows) views.set(row.lead_id, [...(views.get(row.lead_id) ?? []), viewOf(row)])
  return views
}

function viewOf(row: ViewRow): View & { milestone_id: number } {
  const { id, model_type, model_id, description, link, happened_at, building_id, building_name } = row
  const isWhole = !isHome(model_type)
  // What no listing service knows is known by what it is called.
  const called = description || link || String(id)
  return {
    milestone_id: id,
    at: new Date(happened_at),
    home: isWhole ? null : `home ${model_id ?? called}`,
    building: building_id !== null ? `building ${building_id}` : isWhole ? `building ${model_id ?? called}` : null,
    building_id,
    building_name,
    label: description || building_name || (isWhole ? 'a building' : 'a home'),
    link,
  }
}

/** What decides whether a lead can have opportunities. */
export interface RaisingLead extends Pick<Row<'leads'>, 'id' | 'agent_id'> {
  created_at: string
}

/** Those of the leads that can have any: neither deleted nor bogus. */
export async function raisingLeads({ db }: Db, ids: readonly number[]): Promise<ReadonlyMap<number, RaisingLead>> {
  const { rows } = await sql<RaisingLead>`
    SELECT id, agent_id, created_at FROM leads
    WHERE id = ANY(${[...ids]}::int[]) AND deleted_at IS NULL AND NOT is_bogus`.execute(db)
  return new Map(rows.map(lead => [lead.id, lead]))
}

/** When opportunities of leads were hidden last, by lead and type. */
export async function hiddenTimes(
  { db }: Db,
  leadIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, Date>>> {
  const { rows } = await sql<Pick<Row<'opportunities'>, 'lead_id' | 'opportunity_type_id'> & { hidden_at: string }>`
    SELECT lead_id, opportunity_type_id, max(hidden_at) AS hidden_at FROM opportunities
    WHERE lead_id = ANY(${[...leadIds]}::int[]) AND hidden_at IS NOT NULL GROUP BY lead_id, opportunity_type_id`.execute(
    db,
  )
  const times = new Map<number, Map<number, Date>>()
  for (const { lead_id, opportunity_type_id, hidden_at } of rows)
    times.set(lead_id, (times.get(lead_id) ?? new Map()).set(opportunity_type_id, new Date(hidden_at)))
  return times
}

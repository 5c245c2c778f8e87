import { type RawBuilder, sql } from 'kysely'
import type { Audience, Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import { dealStatus, seesAllDeals } from '../../rules/kinds.ts'

type Condition = RawBuilder<unknown>
type Asking = QueryContext & { viewer: Viewer }

/** The deals that an agent is on, as ids. */
export const dealsOfAgent = (agentId: number): Condition => sql`(
  SELECT deal_id FROM deal_splits WHERE agent_id = ${agentId} UNION SELECT id FROM deals WHERE agent_id = ${agentId})`

/** The deals that a viewer may see, as a condition on the table `deals` under the name `d`; everything about a deal starts here. */
export function visibleDeals({ viewer }: { viewer: Viewer }): Condition {
  if (seesAllDeals(viewer)) return sql`true`
  return viewer.agent_id === null ? sql`false` : sql`d.id IN ${dealsOfAgent(viewer.agent_id)}`
}

/**
 * What the viewer keeps of a deal `d`, in cents; what its agents keep for people who are no agent. Of a deal that fell
 * through nobody keeps anything.
 */
export function netOf({ viewer }: { viewer: Viewer }): Condition {
  const kept =
    viewer.agent_id === null
      ? sql`d.agents_net`
      : sql`coalesce((SELECT sum(coalesce(s.kept, s.amount)) FROM deal_splits s WHERE s.deal_id = d.id AND s.agent_id = ${viewer.agent_id}), 0)`
  return sql`CASE d.status WHEN ${sql.lit(dealStatus.fellThrough)} THEN 0 ELSE ${kept} END`
}

/**
 * The lead that a client `c` of a deal is, as `l`, when the viewer sees it; to be joined beside the client. Whoever is on a deal
 * with somebody else's lead knows the client as the deal names them, and nothing of the lead.
 */
export const leadOfClient = (ctx: { viewer: Viewer }): Condition =>
  sql`LATERAL (SELECT * FROM leads WHERE leads.id = c.lead_id AND ${visibleLeads(ctx)}) l`

/** What commands need to know of a deal. */
export type FoundDeal = Pick<
  Row<'deals'>,
  | 'id'
  | 'type'
  | 'status'
  | 'agent_id'
  | 'street_number'
  | 'street_name'
  | 'street_direction'
  | 'unit'
  | 'city'
  | 'province'
  | 'postal_code'
  | 'trade_number'
  | 'offer_date'
  | 'firm_date'
  | 'close_date'
  | 'notes'
  | 'version'
>

const columns = sql`d.id, d.type, d.status, d.agent_id, d.street_number, d.street_name, d.street_direction, d.unit, d.city,
  d.province, d.postal_code, d.trade_number, d.offer_date, d.firm_date, d.close_date, d.notes, d.version`

/** A deal that the viewer reaches; refused like one that does not exist otherwise. */
export async function requireDeal(ctx: Asking, id: number): Promise<FoundDeal> {
  const { rows } = await sql<FoundDeal>`
    SELECT ${columns} FROM deals d WHERE d.id = ${id} AND ${visibleDeals(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw notFound('deal')
  return rows[0]
}

/** The same, locked for a change of the deal or of what belongs to it. */
export async function lockDeal(ctx: Change & { viewer: Viewer }, id: number): Promise<FoundDeal> {
  const { rows } = await sql<FoundDeal>`
    SELECT ${columns} FROM deals d WHERE d.id = ${id} AND ${visibleDeals(ctx)} FOR UPDATE`.execute(ctx.db)
  if (!rows[0]) throw notFound('deal')
  return rows[0]
}

/** Whether the viewer may change a deal: once it is closed, only people who work on all deals may. */
export const mayChangeDeal = (viewer: Viewer, { status }: { status: number }): boolean =>
  status !== dealStatus.closed || seesAllDeals(viewer)

/** Whom changes of deals reach: the agents on them, and everybody who works on all deals. */
export async function dealAudience(ctx: QueryContext, ids: readonly number[]): Promise<Audience[]> {
  const { rows } = await sql<{ agent_id: number | null; user_id: number | null }>`
    SELECT agent_id, NULL::int AS user_id FROM deal_splits WHERE deal_id = ANY(${[...ids]}::int[]) AND agent_id IS NOT NULL
    UNION SELECT agent_id, NULL FROM deals WHERE id = ANY(${[...ids]}::int[]) AND agent_id IS NOT NULL
    UNION SELECT NULL, user_id FROM user_roles WHERE role IN ('admin', 'super_admin', 'deals_admin', 'front_desk')`.execute(
    ctx.db,
  )
  return rows.map(
    ({ agent_id, user_id }): Audience => (agent_id === null ? `user:${user_id ?? 0}` : `agent:${agent_id}`),
  )
}

/** The leads on a deal. */
export async function leadsOfDeal(
  { db }: QueryContext,
  id: number,
): Promise<{ id: number; agent_id: number | null }[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'agent_id'>>`
    SELECT DISTINCT l.id, l.agent_id FROM deal_clients c JOIN leads l ON l.id = c.lead_id AND l.deleted_at IS NULL
    WHERE c.deal_id = ${id} ORDER BY l.id`.execute(db)
  return rows
}

/** A deal that is closed, with the leads on it. */
export type ClosedDeal = Pick<
  Row<'deals'>,
  'id' | 'type' | 'close_date' | 'street_number' | 'street_name' | 'street_direction' | 'unit' | 'city' | 'trade_number'
> & { lead_ids: number[] }

/** Those of these deals that are closed and have leads on them; who was only referred to others did no business here. */
export async function closedDeals({ db }: QueryContext, ids: readonly number[]): Promise<ClosedDeal[]> {
  const { rows } = await sql<ClosedDeal>`
    SELECT ${columns}, array_agg(DISTINCT l.id ORDER BY l.id) AS lead_ids
    FROM deals d JOIN deal_clients c ON c.deal_id = d.id JOIN leads l ON l.id = c.lead_id AND l.deleted_at IS NULL
    WHERE d.id = ANY(${[...ids]}::int[]) AND d.status = ${sql.lit(dealStatus.closed)} AND c.side <> 'referred' GROUP BY d.id ORDER BY d.id`.execute(
    db,
  )
  return rows
}

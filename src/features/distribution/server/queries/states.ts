import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { DistributionState } from '../../rules/states.ts'

/** Where a lead stands, as it is stored. */
export type StoredState = Omit<Row<'lead_distributions'>, 'state'> & { state: DistributionState }

/** What a decision needs of a lead. */
export type DistributedLead = Pick<Row<'leads'>, 'id' | 'agent_id' | 'roles' | 'site_id' | 'area_ids'> & {
  is_gone: boolean
}

/** A lead whose distribution changes, locked; `null` when there is none. Every change of a distribution begins here. */
export async function lockDistributed(ctx: Change, id: number): Promise<DistributedLead | null> {
  const { rows } = await sql<DistributedLead>`
    SELECT id, agent_id, roles, site_id, area_ids, deleted_at IS NOT NULL OR is_bogus AS is_gone
    FROM leads WHERE id = ${id} FOR UPDATE`.execute(ctx.db)
  return rows[0] ?? null
}

/** Locks leads in the order of their ids, for whoever goes on to change several: locked one by one they might wait for each other. */
export async function lockAllDistributed(ctx: Change, ids: readonly number[]): Promise<void> {
  await sql`SELECT FROM leads WHERE id = ANY (${[...ids]}::int[]) ORDER BY id FOR UPDATE`.execute(ctx.db)
}

/** Name of the advisory lock of decisions. */
const DECISIONS = 0x64697374

/** Lets decisions follow one another until the transaction ends: each sees the offers and quotas that those before it used. */
export async function lockDecisions(ctx: Change): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${DECISIONS}::bigint)`.execute(ctx.db)
}

/** Where a lead stands; `null` for one that was never distributed. */
export async function stateOf(ctx: QueryContext, leadId: number): Promise<StoredState | null> {
  const { rows } = await sql<StoredState>`
    SELECT lead_id, state, lead_type, round, why, since, asked_about FROM lead_distributions WHERE lead_id = ${leadId}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** Writes where a lead stands now. */
export async function writeState(
  ctx: Change,
  state: Omit<StoredState, 'since' | 'asked_about'> & { asked_about?: string | null },
): Promise<void> {
  await sql`
    INSERT INTO lead_distributions AS d (lead_id, state, lead_type, round, why, since, asked_about)
    VALUES (${state.lead_id}, ${state.state}, ${state.lead_type}, ${state.round}, ${state.why}, ${ctx.now}, ${state.asked_about ?? null})
    ON CONFLICT (lead_id) DO UPDATE SET state = excluded.state, lead_type = excluded.lead_type, round = excluded.round,
      why = excluded.why, since = excluded.since, asked_about = coalesce(excluded.asked_about, d.asked_about)`.execute(
    ctx.db,
  )
}

/** Counts leads of the pool towards the kind of quota that their roles say now (`quotaTypeOf`); what an agent was offered or has stays as it was counted. */
export async function retypePooled(ctx: Change, leadIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Pick<StoredState, 'lead_id'>>`
    UPDATE lead_distributions d SET lead_type = t.type
    FROM leads l CROSS JOIN LATERAL (
      SELECT CASE WHEN 'rental_lead' = ANY (l.roles) THEN 'rental' ELSE 'buyer' END AS type) t
    WHERE l.id = d.lead_id AND d.state = 'pooled' AND d.lead_id = ANY (${[...leadIds]}::int[]) AND d.lead_type <> t.type
    RETURNING d.lead_id`.execute(ctx.db)
  return rows.map(({ lead_id }) => lead_id)
}

/** Those of the leads that have a state, and it. */
export async function statesOf(ctx: QueryContext, leadIds: readonly number[]): Promise<StoredState[]> {
  const { rows } = await sql<StoredState>`
    SELECT lead_id, state, lead_type, round, why, since, asked_about FROM lead_distributions
    WHERE lead_id = ANY (${[...leadIds]}::int[]) ORDER BY lead_id`.execute(ctx.db)
  return rows
}

/** Takes a lead out of the pool for an agent, if it is still in it: of several at once one gets it. */
export async function takeFromPool(ctx: Change, leadId: number, why: string): Promise<StoredState | null> {
  const { rows } = await sql<StoredState>`
    UPDATE lead_distributions d SET state = 'owned', why = ${why}, since = ${ctx.now}
    FROM leads l
    WHERE d.lead_id = ${leadId} AND d.state = 'pooled' AND l.id = d.lead_id AND l.agent_id IS NULL
      AND l.deleted_at IS NULL AND NOT l.is_bogus
    RETURNING d.lead_id, d.state, d.lead_type, d.round, d.why, d.since, d.asked_about`.execute(ctx.db)
  return rows[0] ?? null
}

/**
 * Leads that say "offered" while no offer waits: their offer was withdrawn, or a crash left them behind. One whose offer is over
 * but not ended yet is not among them: ending it passes the lead on (`overdueLeads`).
 */
export async function stalledLeads(ctx: QueryContext, limit: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'lead_distributions'>, 'lead_id'>>`
    SELECT d.lead_id FROM lead_distributions d JOIN leads l ON l.id = d.lead_id
    WHERE d.state = 'offered' AND NOT EXISTS (
      SELECT FROM lead_transfers t WHERE t.lead_id = d.lead_id AND t.kind = 'offer' AND t.state = 'pending')
    ORDER BY d.lead_id LIMIT ${limit}`.execute(ctx.db)
  return rows.map(({ lead_id }) => lead_id)
}

/** Leads whose offer is over and was not ended yet. */
export async function overdueLeads(ctx: QueryContext, limit: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'distribution_offers'>, 'lead_id'>>`
    SELECT lead_id FROM distribution_offers WHERE outcome IS NULL AND expires_at <= ${ctx.now}
    ORDER BY expires_at LIMIT ${limit}`.execute(ctx.db)
  return rows.map(({ lead_id }) => lead_id)
}

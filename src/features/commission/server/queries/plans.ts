import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** A stored version of a plan. Money is in cents, rates are ten-thousandths of a percent. */
export type StoredPlan = Omit<Row<'commission_plans'>, 'author_user_id' | 'on_behalf_of' | 'tiers'> & {
  tiers: { from: number; rate: number }[]
  by: string | null
  /** The agent who gets the referral fee, by name. */
  referral_agent: string | null
}

const columns = sql`p.id, p.agent_id, p.version, p.name, p.valid_from, p.split_rate, p.tiers, p.cap, p.rate_above_cap, p.deal_fee,
  p.side_fee_rate, p.side_fee_name, p.referral_rate, p.referral_agent_id, p.referral_name, p.year_month, p.is_registered,
  p.hst_number, p.created_at,
  (SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = coalesce(p.on_behalf_of, p.author_user_id)) AS by,
  (SELECT trim(u.first_name || ' ' || u.last_name) FROM agents a JOIN users u ON u.id = a.user_id
   WHERE a.id = p.referral_agent_id) AS referral_agent`

/** All versions of an agent's plan, the latest first. */
export async function plansOf({ db }: QueryContext, agentId: number): Promise<StoredPlan[]> {
  const { rows } = await sql<StoredPlan>`
    SELECT ${columns} FROM commission_plans p WHERE p.agent_id = ${agentId} ORDER BY p.version DESC`.execute(db)
  return rows
}

/** The version that holds for deals of each of these agents that close on a day. */
export async function plansOn({ db }: QueryContext, agentIds: readonly number[], day: string): Promise<StoredPlan[]> {
  const { rows } = await sql<StoredPlan>`
    SELECT DISTINCT ON (p.agent_id) ${columns} FROM commission_plans p
    WHERE p.agent_id = ANY(${[...agentIds]}::int[]) AND p.valid_from <= ${day}::date
    ORDER BY p.agent_id, p.valid_from DESC, p.version DESC`.execute(db)
  return rows
}

/** A version before it is stored. */
export type PlanColumns = Omit<StoredPlan, 'id' | 'version' | 'created_at' | 'by' | 'referral_agent'>

/** Stores the next version of an agent's plan; answers its id and number. The agent is locked. */
export async function insertPlan(
  { db, now, author }: Change,
  { tiers, ...plan }: PlanColumns,
): Promise<{ id: number; version: number }> {
  const { rows } = await sql<{ version: number }>`
    SELECT coalesce(max(version), 0) + 1 AS version FROM commission_plans WHERE agent_id = ${plan.agent_id}`.execute(db)
  const version = rows[0]?.version ?? 1
  const { id } = await db
    .insertInto('commission_plans')
    .values({
      ...plan,
      version,
      tiers: JSON.stringify(tiers),
      author_user_id: author?.user_id ?? null,
      on_behalf_of: author?.on_behalf_of ?? null,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, version }
}

/** Lets nobody else divide commission of these agents, or change their plans, until this is done. */
export async function lockAgents({ db }: Change, agentIds: readonly number[]): Promise<void> {
  await sql`SELECT id FROM agents WHERE id = ANY(${[...agentIds]}::int[]) ORDER BY id FOR NO KEY UPDATE`.execute(db)
}

/** An agent as lists name them. */
export interface NamedAgent {
  id: number
  user_id: number
  name: string
  email: string
  open_deals: number
}

/** Agents who can sign in or whose deals are open, by name; one of them when asked so. */
export async function namedAgents({ db }: QueryContext, agentId: number | null = null): Promise<NamedAgent[]> {
  const { rows } = await sql<NamedAgent>`
    SELECT a.id, a.user_id, trim(u.first_name || ' ' || u.last_name) AS name, u.email,
      (SELECT count(DISTINCT s.deal_id) FROM deal_splits s JOIN deals d ON d.id = s.deal_id
       WHERE s.agent_id = a.id AND d.status BETWEEN 1 AND 4) AS open_deals
    FROM agents a JOIN users u ON u.id = a.user_id
    WHERE ${agentId === null ? sql`u.is_active` : sql`a.id = ${agentId}`}
    ORDER BY name, a.id`.execute(db)
  return rows
}

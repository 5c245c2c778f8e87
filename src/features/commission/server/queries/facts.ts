import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { dealTitle } from '../../../deals/rules/address.ts'
import { openStatuses, type SplitParty } from '../../../deals/rules/kinds.ts'

/** What the commission of a deal is computed from. Money is in cents. */
export interface DealFacts {
  id: number
  status: number
  agent_id: number | null
  gross: number
  close_date: string | null
  /** Of the deal itself; `null` where the plan says it. */
  transaction_fee: number | null
  shares: {
    id: number
    party: SplitParty
    agent_id: number | null
    name: string
    rate: number
    amount: number
    kept: number | null
  }[]
}

/** The facts of a deal; whether somebody may see it is the caller's. */
export async function factsOf({ db }: QueryContext, dealId: number): Promise<DealFacts | null> {
  const { rows } = await sql<DealFacts>`
    SELECT d.id, d.status, d.agent_id, d.gross, d.close_date,
      (SELECT c.transaction_fee FROM checklists c WHERE c.deal_id = d.id ORDER BY c.id LIMIT 1) AS transaction_fee,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', s.id, 'party', s.party, 'agent_id', s.agent_id, 'rate', s.rate,
          'amount', s.amount, 'kept', s.kept,
          'name', coalesce(nullif(s.name, ''), trim(u.first_name || ' ' || u.last_name), '')) ORDER BY s.position, s.id)
        FROM deal_splits s LEFT JOIN agents a ON a.id = s.agent_id LEFT JOIN users u ON u.id = a.user_id
        WHERE s.deal_id = d.id), '[]') AS shares
    FROM deals d WHERE d.id = ${dealId}`.execute(db)
  return rows[0] ?? null
}

/** Locks a deal of which no person asks. */
export async function lockFacts(ctx: Change, dealId: number): Promise<DealFacts | null> {
  await sql`SELECT id FROM deals WHERE id = ${dealId} FOR UPDATE`.execute(ctx.db)
  return factsOf(ctx, dealId)
}

type DealName = Parameters<typeof dealTitle>[0]

/** The deal of an agent that closes next of those that are open, by its day in the twelve months from the first one on. */
export async function nextDealOf(
  { db }: QueryContext,
  agentId: number,
  yearStart: string,
): Promise<{ id: number; title: string; close_date: string } | null> {
  const { rows } = await sql<DealName & { id: number; close_date: string }>`
    SELECT d.id, d.close_date, d.street_number, d.street_name, d.street_direction, d.unit FROM deals d
    WHERE d.status = ANY(${[...openStatuses]}::smallint[]) AND d.close_date >= ${yearStart}::date
      AND d.close_date < ${yearStart}::date + interval '1 year'
      AND EXISTS (SELECT FROM deal_splits s WHERE s.deal_id = d.id AND s.agent_id = ${agentId})
    ORDER BY d.close_date, d.id LIMIT 1`.execute(db)
  const [row] = rows
  return row ? { id: row.id, title: dealTitle(row), close_date: row.close_date } : null
}

/** Deals of these agents that may still close. */
export async function openDealsOf({ db }: QueryContext, agentIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT d.id FROM deals d JOIN deal_splits s ON s.deal_id = d.id
    WHERE s.agent_id = ANY(${[...agentIds]}::int[]) AND d.status = ANY(${[...openStatuses]}::smallint[])
    ORDER BY d.id`.execute(db)
  return rows.map(({ id }) => id)
}

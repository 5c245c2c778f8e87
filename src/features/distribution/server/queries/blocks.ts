import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { BlockedAgent } from '../../contract.ts'

/** Agents who never get a lead. */
export async function blockedAgents(ctx: QueryContext, leadId: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'lead_agent_blocks'>, 'agent_id'>>`
    SELECT agent_id FROM lead_agent_blocks WHERE lead_id = ${leadId} ORDER BY agent_id`.execute(ctx.db)
  return rows.map(({ agent_id }) => agent_id)
}

/** The same with names and reasons, the latest first. */
export async function blocksOf(ctx: QueryContext, leadId: number): Promise<BlockedAgent[]> {
  const { rows } = await sql<BlockedAgent>`
    SELECT jsonb_build_object('id', a.id, 'name', trim(u.first_name || ' ' || u.last_name)) AS agent, b.reason, b.created_at,
           trim(c.first_name || ' ' || c.last_name) AS created_by
    FROM lead_agent_blocks b JOIN agents a ON a.id = b.agent_id JOIN users u ON u.id = a.user_id
    LEFT JOIN users c ON c.id = b.created_by
    WHERE b.lead_id = ${leadId} ORDER BY b.created_at DESC, b.agent_id DESC`.execute(ctx.db)
  return rows
}

/** Blocks an agent for a lead; a block that stands gets the new reason. */
export async function insertBlock(
  ctx: Change,
  { lead_id, agent_id, reason }: { lead_id: number; agent_id: number; reason: string },
): Promise<void> {
  await sql`
    INSERT INTO lead_agent_blocks (lead_id, agent_id, reason, created_at, created_by)
    VALUES (${lead_id}, ${agent_id}, ${reason}, ${ctx.now}, ${ctx.author?.user_id ?? null})
    ON CONFLICT (lead_id, agent_id) DO UPDATE SET reason = excluded.reason`.execute(ctx.db)
}

/** Ends a block; answers whether there was one. */
export async function deleteBlock(ctx: Change, { lead_id, agent_id }: { lead_id: number; agent_id: number }) {
  const { rows } = await sql`
    DELETE FROM lead_agent_blocks WHERE lead_id = ${lead_id} AND agent_id = ${agent_id} RETURNING agent_id`.execute(
    ctx.db,
  )
  return rows.length > 0
}

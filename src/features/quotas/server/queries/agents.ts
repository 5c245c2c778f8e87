import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { UNTOUCHED_STATUS } from '../../rules/quotaTypes.ts'

/** An agent as the list of quotas has them, without limits and use. */
export interface QuotaAgent extends Pick<Row<'agents'>, 'user_id'> {
  agent_id: number
  name: string
  team: string | null
  lead_types: string[]
  created_at: string
  untouched: number
}

/** Active agents, by name, with their new leads that nobody was in touch with; one of them when `agentId` is given. */
export async function quotaAgents({ db }: QueryContext, agentId: number | null = null): Promise<QuotaAgent[]> {
  const { rows } = await sql<QuotaAgent>`
    SELECT a.id AS agent_id, a.user_id, trim(u.first_name || ' ' || u.last_name) AS name, a.lead_types, u.created_at,
      (SELECT t.name FROM team_members m JOIN teams t ON t.id = m.team_id WHERE m.agent_id = a.id) AS team,
      (SELECT count(*) FROM leads l WHERE l.agent_id = a.id AND l.status_value = ${UNTOUCHED_STATUS}
         AND l.contacted_key = '-infinity' AND l.deleted_at IS NULL AND NOT l.is_bogus) AS untouched
    FROM agents a JOIN users u ON u.id = a.user_id
    WHERE u.is_active AND ${agentId === null ? sql`true` : sql`a.id = ${agentId}::int`}
    ORDER BY lower(u.first_name), lower(u.last_name), a.id`.execute(db)
  return rows
}

/** When each agent's quota of a type was used last; what was given back does not count. */
export async function lastUses(
  { db }: QueryContext,
  agentIds: readonly number[],
  type: QuotaType,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ agent_id: number; at: string }>`
    SELECT a.id AS agent_id, x.used_at AS at FROM unnest(${[...agentIds]}::int[]) AS a (id)
    CROSS JOIN LATERAL (SELECT used_at FROM quota_uses WHERE agent_id = a.id AND type = ${type} AND given_back_at IS NULL
                        ORDER BY used_at DESC LIMIT 1) x`.execute(db)
  return new Map(rows.map(({ agent_id, at }) => [agent_id, at]))
}

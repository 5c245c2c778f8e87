import { type RawBuilder, sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { localDays } from './clocks.ts'

/** An override that stands, with who made it. */
export type StoredOverride = Pick<
  Row<'quota_overrides'>,
  'id' | 'agent_id' | 'rule_id' | 'daily' | 'weekly' | 'reason' | 'until' | 'created_at'
> & { type: QuotaType; created_by: string | null }

/** The override of an agent that has not ended; `null` when there is none. */
export async function openOverride(
  ctx: QueryContext,
  { agent_id, type }: { agent_id: number; type: QuotaType },
): Promise<StoredOverride | null> {
  const { rows } = await sql<StoredOverride>`
    SELECT o.id, o.agent_id, o.type, o.rule_id, o.daily, o.weekly, o.reason, o.until, o.created_at,
      trim(by.first_name || ' ' || by.last_name) AS created_by
    FROM quota_overrides o JOIN agents a ON a.id = o.agent_id JOIN users u ON u.id = a.user_id
    JOIN (${await localDays(ctx)}) d ON d.zone = u.zone
    LEFT JOIN users by ON by.id = o.created_by
    WHERE o.agent_id = ${agent_id} AND o.type = ${type} AND o.ended_at IS NULL
      AND o.until >= d.day`.execute(ctx.db)
  return rows[0] ?? null
}

/** Adds an override; the agent has no other that stands. */
export async function insertOverride(
  { db, now, author }: Change,
  { agent_id, type, rule_id, daily, weekly, reason, until }: Omit<StoredOverride, 'id' | 'created_at' | 'created_by'>,
): Promise<void> {
  await sql`
    INSERT INTO quota_overrides (agent_id, type, rule_id, daily, weekly, reason, until, created_at, created_by)
    VALUES (${agent_id}, ${type}, ${rule_id}, ${daily}, ${weekly}, ${reason}, ${until}, ${now}, ${author?.user_id ?? null})`.execute(
    db,
  )
}

/** An override that was ended. */
export type EndedOverride = Pick<Row<'quota_overrides'>, 'agent_id' | 'rule_id' | 'until'> & { type: QuotaType }

const end = async (ctx: Change, which: RawBuilder<unknown>): Promise<EndedOverride[]> => {
  const { rows } = await sql<EndedOverride>`
    UPDATE quota_overrides o SET ended_at = ${ctx.now}
    FROM agents a JOIN users u ON u.id = a.user_id JOIN (${await localDays(ctx)}) d ON d.zone = u.zone
    WHERE a.id = o.agent_id AND o.ended_at IS NULL AND ${which}
    RETURNING o.agent_id, o.type, o.rule_id, o.until`.execute(ctx.db)
  return rows
}

/** Ends what stands in place of an agent's rung. */
export const endOverrideOf = (ctx: Change, { agent_id, type }: { agent_id: number; type: QuotaType }) =>
  end(ctx, sql`o.agent_id = ${agent_id} AND o.type = ${type}`)

/** Ends overrides whose last day is over where the agent is. */
export const endOverridesOfThePast = (ctx: Change) => end(ctx, sql`o.until < d.day`)

/** Ends overrides that lead to rungs that were removed. */
export const endOverridesOfRules = (ctx: Change, ruleIds: readonly number[]) =>
  end(ctx, sql`o.rule_id = ANY(${[...ruleIds]}::int[])`)

import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Retention } from '../../contract.ts'

const KEY = 'retention'

/** How long people are kept; for good, until somebody says otherwise. */
export async function retentionOf({ db }: QueryContext): Promise<Retention> {
  const { rows } = await sql<{ value: Retention }>`SELECT value FROM settings WHERE key = ${KEY}`.execute(db)
  return rows[0]?.value ?? { quiet_months: null, deleted_months: null }
}

/** Sets it. */
export async function storeRetention(ctx: Change, value: Retention): Promise<void> {
  await sql`
    INSERT INTO settings (key, value, updated_by) VALUES (${KEY}, ${JSON.stringify(value)}::jsonb, ${ctx.author?.user_id ?? null})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_by = excluded.updated_by, updated_at = now()`.execute(
    ctx.db,
  )
}

/** Leads that never became clients and are on no deal, of whom nothing was heard or done since that day. */
const quietSince = (since: Date) => sql`
  deleted_at IS NULL AND merged_into IS NULL AND status_value < 8 AND open_tasks = 0 AND NOT is_on_deal
  AND greatest(created_at, last_active_at, coalesce(last_contacted_at, created_at)) < ${since}`

const deletedSince = (since: Date) => sql`deleted_at < ${since} AND merged_into IS NULL`

const expired = ({ quiet, deleted }: Limits) =>
  sql`(${quiet ? quietSince(quiet) : sql`false`} OR ${deleted ? deletedSince(deleted) : sql`false`})`

/** Days before which people go; `null` where none do. */
export interface Limits {
  quiet: Date | null
  deleted: Date | null
}

/** How many people each limit concerns. */
export async function countExpired(
  { db }: QueryContext,
  { quiet, deleted }: Limits,
): Promise<{ quiet_people: number; deleted_people: number }> {
  const { rows } = await sql<{ quiet_people: number; deleted_people: number }>`
    SELECT ${quiet ? sql`(SELECT count(*)::int FROM leads WHERE ${quietSince(quiet)})` : sql`0`} AS quiet_people,
      ${deleted ? sql`(SELECT count(*)::int FROM leads WHERE ${deletedSince(deleted)})` : sql`0`} AS deleted_people`.execute(
    db,
  )
  return rows[0] ?? { quiet_people: 0, deleted_people: 0 }
}

/** Leads that a limit concerns, above an id, so that those which have to stay are passed once. */
export async function expiredLeads(
  { db }: QueryContext,
  limits: Limits,
  above: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM leads WHERE id > ${above} AND ${expired(limits)} ORDER BY id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a lead if a limit still concerns it: somebody may have heard from them meanwhile. */
export async function lockExpired({ db }: Change, id: number, limits: Limits): Promise<boolean> {
  const { rows } = await sql`SELECT FROM leads WHERE id = ${id} AND ${expired(limits)} FOR UPDATE`.execute(db)
  return rows.length > 0
}

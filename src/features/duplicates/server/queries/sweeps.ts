import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { listed } from '../../../leads/server/queries/filters.ts'

/** A walk over the leads. */
export type Sweep = Pick<Row<'duplicate_sweeps'>, 'id' | 'since' | 'after_id'>

/** Begins a walk, unless one is under way. */
export async function beginSweep(ctx: Change): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('duplicate_sweeps'))`.execute(ctx.db)
  await sql`
    INSERT INTO duplicate_sweeps (started_at, since)
    SELECT ${ctx.now}, (SELECT max(started_at) FROM duplicate_sweeps WHERE finished_at IS NOT NULL)
    WHERE NOT EXISTS (SELECT FROM duplicate_sweeps WHERE finished_at IS NULL)`.execute(ctx.db)
}

/** The walk under way, unless another worker is at it. */
export async function lockSweep(ctx: Change): Promise<Sweep | null> {
  const { rows } = await sql<Sweep>`
    SELECT id, since, after_id FROM duplicate_sweeps WHERE finished_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** The next leads of a walk. */
export async function leadsToSweep(ctx: Change, sweep: Sweep, limit: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id'>>`
    SELECT id FROM leads WHERE id > ${sweep.after_id} AND ${listed}
      ${sweep.since === null ? sql`` : sql`AND updated_at >= ${sweep.since}::timestamptz`}
    ORDER BY id LIMIT ${limit}`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Keeps how far a walk got. */
export async function advanceSweep(
  ctx: Change,
  id: number,
  done: { after_id: number; looked_at: number },
): Promise<void> {
  await sql`
    UPDATE duplicate_sweeps SET after_id = ${done.after_id}, looked_at = looked_at + ${done.looked_at} WHERE id = ${id}`.execute(
    ctx.db,
  )
}

/** Ends a walk. */
export async function endSweep(ctx: Change, id: number): Promise<void> {
  await ctx.db.updateTable('duplicate_sweeps').set({ finished_at: ctx.now }).where('id', '=', id).execute()
}

/** Forgets pairs of which a lead is gone, whatever took it. */
export async function purgeGonePairs(ctx: Change): Promise<void> {
  await sql`
    DELETE FROM duplicate_pairs p USING leads l
    WHERE l.id IN (p.lead_id, p.other_id) AND l.deleted_at IS NOT NULL`.execute(ctx.db)
}

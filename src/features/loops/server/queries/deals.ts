import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { LoopKey } from './events.ts'

/** The deal that a loop was submitted as, with what is known to have changed in the loop since it was read. */
export type LoopDeal = Pick<
  Row<'loop_deals'>,
  'profile_id' | 'loop_id' | 'deal_id' | 'read_at' | 'changed_at' | 'change_kinds'
>

const columns = sql`profile_id, loop_id, deal_id, read_at, changed_at, change_kinds`

/** The deals of those of these loops of a profile that were submitted, by loop. */
export async function dealsOfLoops(
  { db }: QueryContext,
  profileId: number,
  loopIds: readonly number[],
): Promise<ReadonlyMap<number, Pick<LoopDeal, 'deal_id' | 'changed_at'>>> {
  const { rows } = await sql<Pick<LoopDeal, 'deal_id' | 'changed_at'> & { loop: number }>`
    SELECT loop_id::float8 AS loop, deal_id, changed_at FROM loop_deals
    WHERE profile_id = ${profileId} AND loop_id = ANY(${[...loopIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ loop, ...deal }) => [loop, deal]))
}

/**
 * Records that a loop of a profile became a deal; answers the deal that it became first, which is another one when somebody
 * submitted it before, or at the same time.
 */
export async function recordLoopDeal(
  { db, now, viewer }: Change & { viewer: Viewer },
  { profileId, loopId, readAt }: { profileId: number; loopId: number; readAt: Date },
  dealId: number,
): Promise<LoopDeal> {
  await sql`
    INSERT INTO loop_deals (profile_id, loop_id, deal_id, user_id, created_at, read_at)
    VALUES (${profileId}, ${loopId}, ${dealId}, ${viewer.user_id}, ${now}, ${readAt})
    ON CONFLICT (profile_id, loop_id) DO NOTHING`.execute(db)
  const { rows } = await sql<LoopDeal>`
    SELECT ${columns} FROM loop_deals WHERE profile_id = ${profileId} AND loop_id = ${loopId}`.execute(db)
  const [first] = rows
  if (!first) throw new Error('A loop was tied to no deal.')
  return first
}

/** The loop that a deal was submitted from; `null` when it came from none. */
export async function loopOfDeal({ db }: QueryContext, dealId: number): Promise<LoopDeal | null> {
  const { rows } = await sql<LoopDeal>`SELECT ${columns} FROM loop_deals WHERE deal_id = ${dealId}`.execute(db)
  return rows[0] ?? null
}

/** The same, locked for a change of what is known of the loop. */
export async function lockLoopOfDeal({ db }: Change, dealId: number): Promise<LoopDeal | null> {
  const { rows } = await sql<LoopDeal>`
    SELECT ${columns} FROM loop_deals WHERE deal_id = ${dealId} FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

/** The deals of loops, locked in an order that everybody keeps. */
export async function lockLoopDeals({ db }: Change, loops: readonly LoopKey[]): Promise<LoopDeal[]> {
  const { rows } = await sql<LoopDeal>`
    SELECT ${columns} FROM loop_deals
    WHERE (profile_id, loop_id) IN (
      SELECT * FROM unnest(${loops.map(({ profile_id }) => profile_id)}::bigint[],
                           ${loops.map(({ loop_id }) => loop_id)}::bigint[]))
    ORDER BY deal_id FOR UPDATE`.execute(db)
  return rows
}

/** All loops of a profile that became deals. */
export async function loopDealsOf({ db }: QueryContext, profileId: number): Promise<LoopDeal[]> {
  const { rows } = await sql<LoopDeal>`
    SELECT ${columns} FROM loop_deals WHERE profile_id = ${profileId} ORDER BY deal_id`.execute(db)
  return rows
}

/** Notes what changed in the loop of a deal. */
export async function writeChange(
  { db }: Change,
  dealId: number,
  { changed_at, kinds }: { changed_at: Date; kinds: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE loop_deals SET changed_at = ${changed_at}, change_kinds = ${[...kinds]}::text[]
    WHERE deal_id = ${dealId}`.execute(db)
}

/** Notes that the loop of a deal was read then, with all that had changed by then. */
export async function writeRead({ db, now }: Change, dealId: number, asked: Date): Promise<void> {
  const readAt = sql`least(${asked}::timestamptz, ${now}::timestamptz)`
  await sql`
    UPDATE loop_deals SET read_at = greatest(read_at, ${readAt}),
      changed_at = CASE WHEN changed_at > ${readAt} THEN changed_at END,
      change_kinds = CASE WHEN changed_at > ${readAt} THEN change_kinds ELSE '{}' END
    WHERE deal_id = ${dealId}`.execute(db)
}

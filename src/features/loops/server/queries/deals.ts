import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** The deals of those of these loops of a profile that were submitted, by loop. */
export async function dealsOfLoops(
  { db }: QueryContext,
  profileId: number,
  loopIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<Pick<Row<'loop_deals'>, 'deal_id'> & { loop_id: number }>`
    SELECT loop_id::float8 AS loop_id, deal_id FROM loop_deals
    WHERE profile_id = ${profileId} AND loop_id = ANY(${[...loopIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ loop_id, deal_id }) => [loop_id, deal_id]))
}

/**
 * Records that a loop of a profile became a deal; answers the deal that it became first, which is another one when somebody
 * submitted it before, or at the same time.
 */
export async function recordLoopDeal(
  { db, now, viewer }: Change & { viewer: Viewer },
  { profileId, loopId }: { profileId: number; loopId: number },
  dealId: number,
): Promise<number> {
  await sql`
    INSERT INTO loop_deals (profile_id, loop_id, deal_id, user_id, created_at)
    VALUES (${profileId}, ${loopId}, ${dealId}, ${viewer.user_id}, ${now})
    ON CONFLICT (profile_id, loop_id) DO NOTHING`.execute(db)
  const { rows } = await sql<Pick<Row<'loop_deals'>, 'deal_id'>>`
    SELECT deal_id FROM loop_deals WHERE profile_id = ${profileId} AND loop_id = ${loopId}`.execute(db)
  return rows[0]?.deal_id ?? dealId
}

import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** What somebody had happen to the listings of a demo: a new home (no MLS number), or another price of one, in whole dollars. */
export type DemoListingChange = Row<'demo_listings'>

/** Has the listing service of the demo hold another home from now on, or another price of one; answers the row. */
export const addDemoListing = (
  ctx: Change,
  change: { mls_number: string; price: number } | null,
): Promise<DemoListingChange> =>
  ctx.db
    .insertInto('demo_listings')
    .values({ mls_number: change?.mls_number ?? null, price: change?.price ?? null, at: ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow()

/** All of it, in the order in which it happened. */
export async function demoListingChanges({ db }: Pick<QueryContext, 'db'>): Promise<DemoListingChange[]> {
  const { rows } =
    await sql<DemoListingChange>`SELECT id, mls_number, price, at FROM demo_listings ORDER BY id`.execute(db)
  return rows
}

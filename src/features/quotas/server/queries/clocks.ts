import { type RawBuilder, sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { mondayOf } from '../../../../platform/wire/days.ts'
import { dayIn } from '../../rules/limits.ts'

/** The zones that people work in. */
export async function zonesInUse({ db }: QueryContext): Promise<string[]> {
  const { rows } = await sql<Pick<Row<'users'>, 'zone'>>`SELECT DISTINCT zone FROM users`.execute(db)
  return rows.map(({ zone }) => zone)
}

/**
 * A table of the day in each zone now and the Monday of its week: `zone`, `day` and `week`. PostgreSQL has rules of zones of its
 * own, which can be years older than those that everything else here goes by: then the two would disagree on which day it is.
 */
export async function localDays(ctx: QueryContext): Promise<RawBuilder<unknown>> {
  const zones = await zonesInUse(ctx)
  const days = zones.map(zone => dayIn(ctx.now, zone))
  return sql`SELECT * FROM unnest(${zones}::text[], ${days}::date[], ${days.map(mondayOf)}::date[]) AS z (zone, day, week)`
}

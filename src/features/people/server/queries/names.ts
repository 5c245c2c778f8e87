import { type RawBuilder, sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'

type Names = Promise<ReadonlyMap<number, string>>

/** The names of users with these ids. */
export const userNames = ({ db }: QueryContext, ids: readonly number[]): Names =>
  named(db, sql`SELECT id, trim(first_name || ' ' || last_name) AS name FROM users WHERE id = ANY (${[...ids]}::int[])`)

/** The names of agents with these ids. */
export const agentNames = ({ db }: QueryContext, ids: readonly number[]): Names =>
  named(
    db,
    sql`SELECT a.id, trim(u.first_name || ' ' || u.last_name) AS name FROM agents a JOIN users u ON u.id = a.user_id
        WHERE a.id = ANY (${[...ids]}::int[])`,
  )

/** The names of teams with these ids. */
export const teamNames = ({ db }: QueryContext, ids: readonly number[]): Names =>
  named(db, sql`SELECT id, name FROM teams WHERE id = ANY (${[...ids]}::int[])`)

async function named(db: QueryContext['db'], query: RawBuilder<unknown>): Names {
  const { rows } = await sql<{ id: number; name: string }>`${query}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

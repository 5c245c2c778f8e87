import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { ONE_PLAN, WITH_COMMIT } from '../src/platform/server/database/connection.ts'
import { type Db, openDatabase } from '../src/platform/server/database/database.ts'
import { sampleBoth, type Times } from './sample.ts'

/** The same work over the product's connections and over those of the driver as it comes. */
export interface ConnectionTimes {
  name: string
  swift: Times
  plain: Times
}

const ROUNDS = 200
/** Pieces of work under way at once. */
const AT_ONCE = 8

/** An update as calls make one: read and locked, written, with an entry that nobody waits for. */
const update = (db: Db, id: number) =>
  db.transaction().execute(async tx => {
    await sql`SELECT id, version FROM leads WHERE id = ${id} FOR UPDATE`.execute(tx)
    await sql`UPDATE leads SET stated_price_max = stated_price_max, version = version + 1 WHERE id = ${id}`.execute(tx)
    await sql`${sql.raw(WITH_COMMIT)} INSERT INTO live_changes (topic, ids, audience) VALUES ('bench', ARRAY[${id}::int], '{}')`.execute(
      tx,
    )
  })

/** A page as lists find one. */
const page = (db: Db, agent: number) =>
  sql`${sql.raw(ONE_PLAN)} SELECT l.id, l.first_name, a.id AS agent, u.first_name AS agent_name
    FROM (SELECT id, last_active_at FROM leads WHERE deleted_at IS NULL AND NOT is_bogus AND agent_id = ${agent}
          ORDER BY last_active_at DESC, id DESC LIMIT 26) k
      JOIN leads l USING (id) LEFT JOIN agents a ON a.id = l.agent_id LEFT JOIN users u ON u.id = a.user_id
    ORDER BY k.last_active_at DESC, k.id DESC`.execute(db)

/** What pipelining and prepared statements are worth, each kind of work in turn over both. */
export async function measureConnections(databaseUrl: string): Promise<ConnectionTimes[]> {
  const swift = openDatabase(databaseUrl, { connections: AT_ONCE })
  const plain: Db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: AT_ONCE }) }),
  })
  const times: ConnectionTimes[] = []
  const atOnce = (work: (place: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_each, place) => work(place)))
  try {
    for (const [name, work] of [['an update', update] as const, ['a page', page] as const]) {
      const [ours, theirs] = await sampleBoth(
        ROUNDS,
        run => atOnce(place => work(swift.db, 1 + place + AT_ONCE * (run % 50))),
        run => atOnce(place => work(plain, 1 + place + AT_ONCE * (run % 50))),
      )
      times.push({ name, swift: ours, plain: theirs })
    }
  } finally {
    await swift.pool.query("DELETE FROM live_changes WHERE topic = 'bench'")
    await plain.destroy()
    await swift.close()
  }
  return times
}

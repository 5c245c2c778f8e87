import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { mailboxPace } from '../../rules.ts'

/**
 * Takes units of Google's quota, of the account and of the whole project; of neither when one has not enough. Answers how many
 * milliseconds to wait then, 0 when they were taken. All processes take from the same buckets, by the clock of the database.
 */
export async function takeUnits({ db }: QueryContext, userId: number, units: number): Promise<number> {
  const { unitsPerUser, unitsPerProject } = mailboxPace
  const keys = [
    { key: 'gmail', capacity: unitsPerProject },
    { key: `gmail:${userId}`, capacity: unitsPerUser },
  ]
  await sql`
    INSERT INTO google_quota (key, units, at)
    SELECT key, capacity, clock_timestamp() FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS b (key text, capacity float8)
    ORDER BY key ON CONFLICT DO NOTHING`.execute(db)
  const { rows } = await sql<{ wait: number }>`
    WITH locked AS MATERIALIZED (
      SELECT q.key, q.units, q.at, b.capacity FROM google_quota q
      JOIN jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS b (key text, capacity float8) USING (key)
      ORDER BY q.key FOR UPDATE OF q),
    filled AS (
      SELECT key, capacity, clock_timestamp() AS at,
             least(capacity, units + capacity * greatest(0, extract(epoch FROM clock_timestamp() - at)) / 60) AS units
      FROM locked),
    waited AS (SELECT greatest(0, max((${units} - units) * 60000 / capacity)) AS wait FROM filled),
    taken AS (
      UPDATE google_quota q SET units = f.units - ${units}, at = f.at FROM filled f, waited
      WHERE q.key = f.key AND waited.wait = 0)
    SELECT ceil(wait)::int AS wait FROM waited`.execute(db)
  return rows[0]?.wait ?? 0
}

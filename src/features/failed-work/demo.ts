import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'

interface Failed {
  name: string
  why: string
  tries: number
  minutes: number
  data: object
}

/** An id that nothing of the demo has: run again, the work finds nothing to do and is over. */
const GONE = 2_000_000_000

const failures: readonly Failed[] = [
  {
    name: 'make-export',
    why: 'There was no room left on the disk.',
    tries: 6,
    minutes: 52,
    data: { export_id: GONE },
  },
  ...[71, 74].map(minutes => ({
    name: 'fetch-text-picture',
    why: 'The other side could not be reached (ECONNREFUSED).',
    tries: 13,
    minutes,
    data: { picture_id: GONE + minutes },
  })),
]

const search: Omit<Failed, 'data'> = {
  name: 'look-for-duplicates',
  why: 'The database was away or had no room.',
  tries: 6,
  minutes: 190,
}

/** Work that failed for good and can be run again. */
export const demo: DemoPart = {
  async addDailyWork(filled) {
    const { rows } = await sql<{ lead: number | null }>`
      SELECT (SELECT min(id) FROM leads WHERE deleted_at IS NULL) AS lead
      WHERE NOT EXISTS (SELECT FROM pgboss.job WHERE state = 'failed')`.execute(filled.db)
    const [found] = rows
    if (!found) return
    for (const failed of failures) await add(filled, failed)
    if (found.lead !== null) await add(filled, { ...search, data: { leads: [found.lead] } })
  },
}

async function add({ db, now }: Demo, { name, why, tries, minutes, data }: Failed): Promise<void> {
  await sql`
    SELECT pgboss.create_queue(${name}, '{"policy": "standard"}'::jsonb)
    WHERE NOT EXISTS (SELECT FROM pgboss.queue WHERE name = ${name})`.execute(db)
  await sql`
    INSERT INTO pgboss.job (name, data, state, output, retry_limit, retry_count, created_on, started_on, completed_on)
    SELECT ${name}, ${JSON.stringify(data)}::jsonb, 'failed', ${JSON.stringify({ why })}::jsonb, ${tries - 1}::int,
      ${tries - 1}::int, at - interval '40 minutes', at - interval '3 seconds', at
    FROM (SELECT ${now}::timestamptz - make_interval(mins => ${minutes}) AS at) t`.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '../../platform/server/database/database.ts'

/** Any number that only the demo uses: two processes that start at once take turns. */
const DEMO_LOCK = 7_420_031

/** The fill says once that it is done, in its own transaction. */
const MARKER = 'demo.seeded'

/** Waits until no other process fills the demo; held to the end of the transaction. */
export async function claimDemoLock(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${DEMO_LOCK})`.execute(db)
  // A million rows take longer than any request may, and indexes are built faster with room.
  await sql`SET LOCAL statement_timeout = 0`.execute(db)
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(db)
  await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db)
  await sql`SET LOCAL synchronous_commit = off`.execute(db)
}

/** What the marker says, when the demo was filled before. */
export async function demoMarker(db: Db): Promise<{ leads: number; seed: number } | null> {
  const { rows } = await sql<{ value: { leads: number; seed: number } }>`
    SELECT value FROM settings WHERE key = ${MARKER}`.execute(db)
  return rows[0]?.value ?? null
}

/** Remembers what was filled. */
export async function markDemo(db: Db, leads: number, seed: number): Promise<void> {
  await sql`
    INSERT INTO settings (key, value) VALUES (${MARKER}, ${JSON.stringify({ leads, seed })}::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`.execute(db)
}

/** Whether anybody has put leads into the database. */
export async function hasLeads(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`SELECT EXISTS (SELECT 1 FROM leads) AS found`.execute(db)
  return rows[0]?.found ?? false
}

/** How many leads there are. */
export async function numberOfLeads(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM leads`.execute(db)
  return rows[0]?.count ?? 0
}

/** Tables that a fill changes most. */
const filled = ['leads', 'lead_tags', 'lead_areas', 'milestones', 'areas', 'tags', 'users', 'agents']

/** Lets the planner know what the tables hold now. Outside of any transaction. */
export async function tidyUp(db: Db): Promise<void> {
  await db.connection().execute(async connection => {
    await sql`SET statement_timeout = 0`.execute(connection)
    try {
      for (const table of filled) {
        await sql`VACUUM (ANALYZE) ${sql.table(table)}`.execute(connection)
      }
    } finally {
      await sql`RESET statement_timeout`.execute(connection)
    }
  })
}

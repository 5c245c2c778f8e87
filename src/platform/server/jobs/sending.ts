import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../database/database.ts'

/** What the queue knows of a job that is about to run. */
export interface DueJob {
  id: string
  name: string
  data: unknown
  due_at: Date
}

/** Whether nothing goes out to people at the moment. */
export async function isSendingPaused(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_paused: boolean }>`
    SELECT EXISTS (SELECT FROM sending_pauses WHERE resumed_at IS NULL) AS is_paused`.execute(db)
  return rows[0]?.is_paused ?? true
}

/**
 * Puts a job aside while sending is paused; false when it is not, and the job may run. The lock makes whoever resumes
 * wait, so that no job is put aside after the others were let go.
 */
export async function holdWhilePaused(db: Db, { id, name, data, due_at }: DueJob): Promise<boolean> {
  const { rows } = await sql<{ is_paused: boolean }>`
    WITH pause AS MATERIALIZED (SELECT id FROM sending_pauses WHERE resumed_at IS NULL FOR SHARE),
    held AS (
      INSERT INTO held_jobs (id, name, data, due_at)
      SELECT ${id}::uuid, ${name}, ${JSON.stringify(data ?? {})}::jsonb, ${due_at} FROM pause ON CONFLICT (id) DO NOTHING)
    SELECT EXISTS (SELECT FROM pause) AS is_paused`.execute(db)
  return rows[0]?.is_paused ?? true
}

/** How long the queue keeps a job that waits. */
const KEPT = '14 days'

/** Pauses sending in a database that was restored from a backup, within the transaction of the client. */
export async function pauseAfterRestore(client: pg.Client, backupAt: string | null): Promise<void> {
  await client.query(
    `INSERT INTO sending_pauses (reason, backup_at) VALUES ('restored', $1)
     ON CONFLICT ((true)) WHERE resumed_at IS NULL
     DO UPDATE SET reason = 'restored', backup_at = excluded.backup_at, paused_at = now(), paused_by = NULL`,
    [backupAt],
  )
  // In an old backup the time is over for which the queue keeps jobs: it would delete them before anybody sees them.
  await client.query(
    `UPDATE pgboss.job SET keep_until = now() + $1::interval
     WHERE state IN ('created', 'retry', 'active') AND keep_until < now() + $1::interval`,
    [KEPT],
  )
}

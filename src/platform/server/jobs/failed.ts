import { type RawBuilder, sql } from 'kysely'
import type { Db, DbTransaction } from '../database/database.ts'

/** Days for which failed work is kept: longer than anybody is away. */
export const FAILED_DAYS = 30

/** A job that failed for good, as the queue keeps it. */
export interface FailedRow {
  id: string
  name: string
  data: unknown
  output: unknown
  tries: number
  failed_at: string
}

/** Where a page of failed work ended. */
export interface FailedPlace {
  at: string
  id: string
}

/** Makes the list of failed work cheap beside any number of jobs; runs with the tables of the queue. */
export async function indexFailures(run: (text: string) => Promise<unknown>): Promise<void> {
  await run("CREATE INDEX IF NOT EXISTS failed_work ON pgboss.job (completed_on, id) WHERE state = 'failed'")
  await run(
    "CREATE INDEX IF NOT EXISTS failed_work_by_name ON pgboss.job (name, completed_on, id) WHERE state = 'failed'",
  )
}

/** Of work by the clock only the newest failure counts: the next run does what the others left undone. */
const isNewest = (clocked: readonly string[]): RawBuilder<unknown> => sql`
  (j.name <> ALL(${[...clocked]}::text[]) OR NOT EXISTS (
    SELECT FROM pgboss.job n WHERE n.state = 'failed' AND n.name = j.name AND (n.completed_on, n.id) > (j.completed_on, j.id)))`

interface FailedWindow {
  /** Names of the jobs to list. */
  names: readonly string[]
  /** Those among all jobs that run by the clock. */
  clocked: readonly string[]
  limit: number
  offset: number
  /** Only what failed before. */
  before: FailedPlace | null
}

const row = sql`j.id, j.name, j.data, j.output, j.retry_count + 1 AS tries, j.completed_on AS failed_at`

/** Jobs that failed for good, newest first. */
export async function failedJobs(
  db: Db,
  { names, clocked, limit, offset, before }: FailedWindow,
): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`
    SELECT ${row} FROM pgboss.job j
    WHERE j.state = 'failed' AND j.name = ANY(${[...names]}::text[]) AND ${isNewest(clocked)}
      AND (${before?.at ?? null}::timestamptz IS NULL
           OR (j.completed_on, j.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    ORDER BY j.completed_on DESC, j.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

/** How many failed of each kind. */
export async function countFailedJobs(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    SELECT name, count(*)::int AS count FROM pgboss.job WHERE state = 'failed' GROUP BY name`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Failed jobs to be settled, locked: one by its id, or some of a kind, the oldest first. */
export async function lockFailedJobs(
  db: DbTransaction,
  which: { id: string } | { name: string; after: FailedPlace | null; limit: number },
): Promise<FailedRow[]> {
  const { rows } = await ('id' in which
    ? sql<FailedRow>`SELECT ${row} FROM pgboss.job j WHERE j.state = 'failed' AND j.id = ${which.id}::uuid FOR UPDATE`
    : sql<FailedRow>`
        SELECT ${row} FROM pgboss.job j
        WHERE j.state = 'failed' AND j.name = ${which.name}
          AND (${which.after?.at ?? null}::timestamptz IS NULL
               OR (j.completed_on, j.id) > (${which.after?.at ?? null}::timestamptz, ${which.after?.id ?? null}::uuid))
        ORDER BY j.completed_on, j.id LIMIT ${which.limit} FOR UPDATE`
  ).execute(db)
  return rows
}

/** Gives failed jobs one more try now; answers how many still were failed. */
export async function retryFailedJobs(db: DbTransaction, name: string, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE pgboss.job SET state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = NULL,
      keep_until = greatest(keep_until, now() + interval '14 days')
    WHERE state = 'failed' AND name = ${name} AND id = ANY(${[...ids]}::uuid[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Takes failed jobs off the list for good; without ids all of a kind. Answers how many. */
export async function forgetFailedJobs(db: Db, name: string, ids: readonly string[] | null): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM pgboss.job
    WHERE state = 'failed' AND name = ${name} AND (${ids && [...ids]}::uuid[] IS NULL OR id = ANY(${ids && [...ids]}::uuid[]))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Takes the failures of a kind off the list; answers whether there were any. */
export const forgetFailures = async (db: Db, name: string): Promise<boolean> =>
  (await forgetFailedJobs(db, name, null)) > 0

/** The queue deletes what is over after a week; what failed is to be seen for longer. */
export async function keepFailedJobs(db: Db): Promise<void> {
  await sql`
    UPDATE pgboss.job SET deletion_seconds = ${FAILED_DAYS * 86_400}
    WHERE state = 'failed' AND deletion_seconds < ${FAILED_DAYS * 86_400}`.execute(db)
}

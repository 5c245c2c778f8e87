import { type RawBuilder, sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import type { LeadSelection } from '../../../leads/contract/filters.ts'
import { FILE_HOURS, type LeadExport } from '../../contract.ts'

/** An export as it is stored. */
export interface StoredExport
  extends RowAs<'exports', Omit<LeadExport, 'link' | 'file_name' | 'file_until' | 'row_count_is_estimate'>, 'columns'>,
    Pick<Row<'exports'>, 'user_id' | 'made_by' | 'row_count_is_estimate' | 'attempt' | 'stored_as'> {
  selection: Partial<LeadSelection>
  /** What the owner's sight of leads rested on while the file was written. */
  sight: Row<'exports'>['sight']
  zone: string
}

type Asking = QueryContext & { viewer: Viewer }

// The ids of a large export are only for the worker, and for who asks for the file.
const columns = sql`e.id, e.user_id, e.made_by, e.format, e.columns, e.selection, e.status, e.attempt::text, e.row_count,
  e.row_count_is_estimate, e.rows_done, e.stored_as, e.sight, e.file_size, e.problem, e.created_at, e.finished_at,
  (SELECT zone FROM users WHERE id = e.user_id) AS zone`

const own = ({ viewer }: Asking): RawBuilder<unknown> => sql`e.user_id = ${viewer.user_id}`

/** The caller's exports, newest first. */
export async function pageOfExports(ctx: Asking, asked: PageInput): Promise<Page<StoredExport>> {
  const { limit, offset } = windowOf(asked)
  const before = asked.cursor ? instantCursors.read(asked.cursor) : null
  const { rows: found } = await sql<StoredExport>`
    SELECT ${columns} FROM exports e WHERE ${own(ctx)}
      ${before ? sql`AND (e.created_at, e.id) < (${before.at}::timestamptz, ${before.id})` : sql``}
    ORDER BY e.created_at DESC, e.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM exports e WHERE ${own(ctx)}`.execute(
    ctx.db,
  )
  return pageOf(found, {
    asked,
    total: rows[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ created_at, id }) => instantCursors.write({ at: created_at, id }),
  })
}

/** One of the caller's exports; those of others do not exist. */
export async function requireExport(ctx: Asking, id: number): Promise<StoredExport> {
  const { rows } = await sql<StoredExport>`SELECT ${columns} FROM exports e WHERE e.id = ${id} AND ${own(ctx)}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound('export')
  return rows[0]
}

/** Lets requests of one user for exports follow each other until the transaction ends, so that what they count holds. */
export async function lockExporter({ db, viewer }: Asking): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${viewer.user_id} FOR NO KEY UPDATE`.execute(db)
}

/** How many exports of the caller are not over. */
export async function unfinishedExports(ctx: Asking): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM exports e WHERE ${own(ctx)} AND e.status IN ('queued', 'running')`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

type NewExport = Pick<
  StoredExport,
  'user_id' | 'made_by' | 'format' | 'columns' | 'selection' | 'row_count' | 'row_count_is_estimate'
>

/** Stores what is asked for; it waits for a worker. */
export async function insertExport(ctx: QueryContext, one: NewExport): Promise<number> {
  const { id } = await ctx.db
    .insertInto('exports')
    .values({
      user_id: one.user_id,
      made_by: one.made_by,
      format: one.format,
      columns: [...one.columns],
      selection: JSON.stringify(one.selection),
      row_count: one.row_count,
      row_count_is_estimate: one.row_count_is_estimate,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends an export that is not over; says whether this was what ended it. */
export async function endExport(
  ctx: QueryContext,
  id: number,
  end: { status: 'cancelled' | 'failed'; problem: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE exports SET status = ${end.status}, problem = ${end.problem}, finished_at = ${ctx.now}, lead_ids = NULL
    WHERE id = ${id} AND status IN ('queued', 'running') RETURNING id`.execute(ctx.db)
  return rows.length > 0
}

/** An export that waits, or whose worker died, locked, with the ids that were chosen then; `null` when it is over. */
export async function lockUnfinished(
  ctx: QueryContext,
  id: number,
): Promise<(StoredExport & { lead_ids: number[] | null }) | null> {
  const { rows } = await sql<StoredExport & Pick<Row<'exports'>, 'lead_ids'>>`
    SELECT ${columns}, e.lead_ids FROM exports e WHERE e.id = ${id} AND e.status IN ('queued', 'running')
    FOR UPDATE OF e`.execute(ctx.db)
  return rows[0] ?? null
}

/** Begins an attempt from the first row; whoever worked on it before stops. */
export async function beginAttempt(
  ctx: QueryContext,
  id: number,
  { attempt, lead_ids, sight }: { attempt: string; lead_ids: readonly number[]; sight: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE exports SET status = 'running', attempt = ${attempt}, lead_ids = ${[...lead_ids]}::int[], rows_done = 0,
      sight = ${[...sight]}::text[],
      row_count = ${lead_ids.length}, row_count_is_estimate = false WHERE id = ${id}`.execute(ctx.db)
}

/** Stores how far an attempt is; false when it was cancelled or another one took over. */
export async function advance(ctx: QueryContext, id: number, attempt: string, rows_done: number): Promise<boolean> {
  const rows = await ctx.db
    .updateTable('exports')
    .set({ rows_done })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running')
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Puts the finished file in its place; false when it was cancelled or another attempt took over. */
export async function finishExport(
  ctx: QueryContext,
  id: number,
  file: { attempt: string; stored_as: string; file_size: number; lead_ids: readonly number[] },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE exports SET status = 'done', stored_as = ${file.stored_as}, file_size = ${file.file_size},
      lead_ids = ${[...file.lead_ids]}::int[], rows_done = ${file.lead_ids.length}, row_count = ${file.lead_ids.length}, finished_at = clock_timestamp()
    WHERE id = ${id} AND attempt = ${file.attempt} AND status = 'running' RETURNING id`.execute(ctx.db)
  return rows.length > 0
}

/** Ends what no worker ever finished; answers whose they were. */
export async function endAbandoned(ctx: QueryContext, problem: string): Promise<{ id: number; user_id: number }[]> {
  const { rows } = await sql<Pick<Row<'exports'>, 'id' | 'user_id'>>`
    UPDATE exports SET status = 'failed', problem = ${problem}, finished_at = ${ctx.now}, lead_ids = NULL
    WHERE status IN ('queued', 'running') AND created_at < ${ctx.now}::timestamptz - interval '6 hours'
    RETURNING id, user_id`.execute(ctx.db)
  return rows
}

/** Names of files that are old enough to be deleted; their exports forget them. */
export async function purgeOldFiles(ctx: QueryContext): Promise<string[]> {
  const { rows } = await sql<{ stored_as: NonNullable<Row<'exports'>['stored_as']> }>`
    UPDATE exports e SET stored_as = NULL, lead_ids = NULL
    FROM (SELECT id, stored_as FROM exports WHERE stored_as IS NOT NULL
            AND finished_at < ${ctx.now}::timestamptz - make_interval(hours => ${FILE_HOURS}) FOR UPDATE) old
    WHERE old.id = e.id RETURNING old.stored_as`.execute(ctx.db)
  return rows.map(row => row.stored_as)
}

/** Which of these files an export still has. */
export async function filesInUse(ctx: QueryContext, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ stored_as: NonNullable<Row<'exports'>['stored_as']> }>`
    SELECT stored_as FROM exports WHERE stored_as = ANY(${[...names]}::text[])`.execute(ctx.db)
  return new Set(rows.map(row => row.stored_as))
}

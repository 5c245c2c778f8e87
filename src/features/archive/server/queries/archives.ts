import { type RawBuilder, sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { ARCHIVE_HOURS, type Archive } from '../../contract.ts'

/** An archive as it is stored. */
export interface StoredArchive
  extends RowAs<'archives', Omit<Archive, 'user' | 'link' | 'file_until'>>,
    Pick<Row<'archives'>, 'user_id' | 'made_by' | 'stored_as'> {
  user_name: string
}

const selectArchives = (where: RawBuilder<unknown>) => sql<StoredArchive>`
  SELECT a.id, a.user_id, a.made_by, a.status, a.parts, a.parts_done, a.rows_done, a.files_done, a.stored_as, a.file_size,
    a.problem, a.created_at, a.finished_at, trim(u.first_name || ' ' || u.last_name) AS user_name
  FROM archives a JOIN users u ON u.id = a.user_id WHERE ${where}`

/** Archives of everybody, newest first. */
export async function pageOfArchives(ctx: QueryContext, asked: PageInput): Promise<Page<StoredArchive>> {
  const { limit, offset } = windowOf(asked)
  const before = asked.cursor ? instantCursors.read(asked.cursor) : null
  const where = before ? sql`(a.created_at, a.id) < (${before.at}::timestamptz, ${before.id})` : sql`true`
  const { rows } = await sql<StoredArchive>`
    ${selectArchives(where)} ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM archives`.execute(ctx.db)
  return pageOf(rows, {
    asked,
    total: counted[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ created_at, id }) => instantCursors.write({ at: created_at, id }),
  })
}

export async function requireArchive(ctx: QueryContext, id: number): Promise<StoredArchive> {
  const { rows } = await selectArchives(sql`a.id = ${id}`).execute(ctx.db)
  if (!rows[0]) throw notFound('archive')
  return rows[0]
}

/** Stores that an archive is wanted; `null` while another is at work. */
export async function insertArchive(
  ctx: QueryContext,
  { user_id, made_by, parts }: Pick<StoredArchive, 'user_id' | 'made_by' | 'parts'>,
): Promise<number | null> {
  const row = await ctx.db
    .insertInto('archives')
    .values({ user_id, made_by, parts, created_at: ctx.now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Begins an attempt from the first table; whoever worked on it before stops. `null` when it is over. */
export async function beginAttempt(
  ctx: QueryContext,
  id: number,
  { attempt, parts }: { attempt: string; parts: number },
): Promise<StoredArchive | null> {
  const { rows } = await sql`
    UPDATE archives SET status = 'running', attempt = ${attempt}, parts = ${parts}, parts_done = 0, rows_done = 0, files_done = 0
    WHERE id = ${id} AND status IN ('queued', 'running') RETURNING id`.execute(ctx.db)
  return rows.length > 0 ? requireArchive(ctx, id) : null
}

/** Stores how far an attempt is; false when it was cancelled or another one took over. */
export async function advance(
  ctx: QueryContext,
  id: number,
  attempt: string,
  done: { parts: number; rows: number; files: number },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE archives SET parts_done = ${done.parts}, rows_done = ${done.rows}, files_done = ${done.files}
    WHERE id = ${id} AND attempt = ${attempt} AND status = 'running' RETURNING id`.execute(ctx.db)
  return rows.length > 0
}

/** Puts the finished file in its place; false when it was cancelled or another attempt took over. */
export async function finishArchive(
  ctx: QueryContext,
  id: number,
  file: { attempt: string; stored_as: string; file_size: number },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE archives SET status = 'done', stored_as = ${file.stored_as}, file_size = ${file.file_size}, parts_done = parts,
      finished_at = clock_timestamp()
    WHERE id = ${id} AND attempt = ${file.attempt} AND status = 'running' RETURNING id`.execute(ctx.db)
  return rows.length > 0
}

/** Ends an archive that is not over; says whether this was what ended it. */
export async function endArchive(
  ctx: QueryContext,
  id: number,
  end: { status: 'cancelled' | 'failed'; problem: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE archives SET status = ${end.status}, problem = ${end.problem}, finished_at = ${ctx.now}
    WHERE id = ${id} AND status IN ('queued', 'running') RETURNING id`.execute(ctx.db)
  return rows.length > 0
}

/** Ends what no worker ever finished; answers which. */
export async function endAbandoned(ctx: QueryContext, problem: string): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'archives'>, 'id'>>`
    UPDATE archives SET status = 'failed', problem = ${problem}, finished_at = ${ctx.now}
    WHERE status IN ('queued', 'running') AND created_at < ${ctx.now}::timestamptz - interval '24 hours'
    RETURNING id`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Names of files that are old enough to be deleted; their archives forget them. */
export async function purgeOldFiles(ctx: QueryContext): Promise<string[]> {
  const { rows } = await sql<{ stored_as: NonNullable<Row<'archives'>['stored_as']> }>`
    UPDATE archives a SET stored_as = NULL
    FROM (SELECT id, stored_as FROM archives WHERE stored_as IS NOT NULL
            AND finished_at < ${ctx.now}::timestamptz - make_interval(hours => ${ARCHIVE_HOURS}) FOR UPDATE) old
    WHERE old.id = a.id RETURNING old.stored_as`.execute(ctx.db)
  return rows.map(row => row.stored_as)
}

/** Which of these files an archive still has. */
export async function filesInUse(ctx: QueryContext, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ stored_as: NonNullable<Row<'archives'>['stored_as']> }>`
    SELECT stored_as FROM archives WHERE stored_as = ANY(${[...names]}::text[])`.execute(ctx.db)
  return new Set(rows.map(row => row.stored_as))
}

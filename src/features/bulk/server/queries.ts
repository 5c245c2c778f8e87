import { type RawBuilder, sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { Audience, Change, QueryContext, Viewer } from '../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import { notFound } from '../../../platform/server/errors.ts'
import { instantText } from '../../../platform/wire/fields.ts'
import type { Topic } from '../../../platform/wire/live.ts'
import type { Page, PageInput } from '../../../platform/wire/page.ts'
import { type BulkRun, type BulkState, type Skipped, UNDO_MINUTES } from '../contract.ts'

/** A message for browsers that waits for others of its kind. */
export interface Unpublished {
  topic: Topic
  audience: Audience[]
}

/** A run as it is stored. */
export interface StoredRun
  extends RowAs<'bulk_runs', Omit<BulkRun, 'undo_until'>, 'skipped'>,
    Pick<
      Row<'bulk_runs'>,
      'user_id' | 'actor_user_id' | 'params' | 'can_undo' | 'tries' | 'published_at' | 'finished_at'
    > {
  unpublished: Unpublished[]
}

/** A piece of a run. */
export type Chunk = Pick<Row<'bulk_chunks'>, 'position' | 'ids' | 'before'>

const columns = sql`id, user_id, actor_user_id, action, title, params, state, can_undo, total, done, changed, skipped,
  error, tries, unpublished, published_at, created_at, finished_at`

const over: readonly BulkState[] = ['done', 'cancelled', 'failed']

/** Until when a run can be taken back; `null` when it cannot. */
export function undoUntil({ state, can_undo, changed, total, finished_at }: StoredRun): string | null {
  // A change of no records at all is one of what follows them, such as an account that is closed.
  const didSomething = changed > 0 || (total === 0 && state === 'done')
  if (!can_undo || !didSomething || finished_at === null || !over.includes(state)) return null
  return instantText(new Date(Date.parse(finished_at) + UNDO_MINUTES * 60_000))
}

/** What callers are told of a run. */
export function answerOf(run: StoredRun): BulkRun {
  const { id, action, title, state, total, done, changed, skipped, error, created_at } = run
  return { id, action, title, state, total, done, changed, skipped, error, created_at, undo_until: undoUntil(run) }
}

const ofViewer = ({ viewer }: { viewer: Viewer }) => sql`user_id = ${viewer.user_id}`
const atWork = sql`state IN ('queued', 'running', 'undoing')`

async function oneRun(ctx: QueryContext, where: RawBuilder<unknown>): Promise<StoredRun> {
  const { rows } = await sql<StoredRun>`SELECT ${columns} FROM bulk_runs WHERE ${where}`.execute(ctx.db)
  if (!rows[0]) throw notFound('bulk change')
  return rows[0]
}

/** The viewer's runs that are at work, or ended within a day; newest first. */
export async function lateRuns(ctx: QueryContext & { viewer: Viewer }, asked: PageInput): Promise<Page<BulkRun>> {
  const { offset, limit } = windowOf(asked)
  const late = sql`${ofViewer(ctx)} AND (${atWork} OR finished_at > ${ctx.now}::timestamptz - interval '1 day')`
  const { rows } = await sql<StoredRun>`
    SELECT ${columns} FROM bulk_runs
    WHERE ${late} ${asked.cursor ? sql`AND id < ${idCursors.read(asked.cursor)}::bigint` : sql``}
    ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM bulk_runs WHERE ${late}`.execute(ctx.db)
  return pageOf(rows.map(answerOf), {
    asked,
    total: counted[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ id }) => idCursors.write(id),
  })
}

/** A run of the viewer. */
export const requireRun = async (ctx: QueryContext & { viewer: Viewer }, id: number): Promise<BulkRun> =>
  answerOf(await oneRun(ctx, sql`id = ${id} AND ${ofViewer(ctx)}`))

/** A run of the viewer, locked: its pieces wait until the commit. */
export const lockOwnRun = (ctx: Change & { viewer: Viewer }, id: number): Promise<StoredRun> =>
  oneRun(ctx, sql`id = ${id} AND ${ofViewer(ctx)} FOR UPDATE`)

/** A run, whosoever, locked; `null` when it was forgotten. */
export async function lockRun(ctx: Change, id: number): Promise<StoredRun | null> {
  const { rows } = await sql<StoredRun>`SELECT ${columns} FROM bulk_runs WHERE id = ${id} FOR UPDATE`.execute(ctx.db)
  return rows[0] ?? null
}

interface NewRun {
  user_id: number
  actor_user_id: number
  action: string
  title: string
  params: unknown
  state: BulkState
  can_undo: boolean
  ids: readonly number[]
}

/** Stores a run and its pieces; in one statement, however many records there are. */
export async function insertRun(ctx: Change, run: NewRun, chunkSize: number): Promise<StoredRun> {
  const { rows } = await sql<StoredRun>`
    INSERT INTO bulk_runs (user_id, actor_user_id, action, title, params, state, can_undo, total, created_at, touched_at)
    VALUES (${run.user_id}, ${run.actor_user_id}, ${run.action}, ${run.title}, ${JSON.stringify(run.params)},
            ${run.state}, ${run.can_undo}, ${run.ids.length}, ${ctx.now}, ${ctx.now})
    RETURNING ${columns}`.execute(ctx.db)
  const [stored] = rows
  if (!stored) throw new Error('A bulk change that was stored is missing.')
  await sql`
    INSERT INTO bulk_chunks (run_id, position, ids)
    SELECT ${stored.id}, place - 1, ids::int[]
    FROM unnest(${pieces(run.ids, chunkSize)}::text[]) WITH ORDINALITY AS chosen (ids, place)`.execute(ctx.db)
  return stored
}

/** The ids in pieces, each as PostgreSQL writes an array: cut here, 100,000 are stored in a third of the time. */
const pieces = (ids: readonly number[], size: number): string[] =>
  Array.from(
    { length: Math.ceil(ids.length / size) },
    (_, at) => `{${ids.slice(at * size, (at + 1) * size).join(',')}}`,
  )

/** Takes the next piece that was not applied yet: whoever gets it applies it in the same transaction, or nobody did. */
export async function claimChunk(ctx: Change, run_id: number): Promise<Chunk | null> {
  const { rows } = await sql<Chunk>`
    UPDATE bulk_chunks SET done_at = ${ctx.now}
    WHERE run_id = ${run_id} AND done_at IS NULL AND position = (
      SELECT position FROM bulk_chunks WHERE run_id = ${run_id} AND done_at IS NULL ORDER BY position LIMIT 1)
    RETURNING position, ids, before`.execute(ctx.db)
  return rows[0] ?? null
}

/** The same for taking back: the next applied piece that changed something and was not taken back yet. */
export async function claimUndoneChunk(ctx: Change, run_id: number): Promise<Chunk | null> {
  const { rows } = await sql<Chunk>`
    UPDATE bulk_chunks SET undone_at = ${ctx.now}
    WHERE run_id = ${run_id} AND undone_at IS NULL AND position = (
      SELECT position FROM bulk_chunks
      WHERE run_id = ${run_id} AND done_at IS NOT NULL AND undone_at IS NULL AND before IS NOT NULL
      ORDER BY position LIMIT 1)
    RETURNING position, ids, before`.execute(ctx.db)
  return rows[0] ?? null
}

/** Keeps what became of a piece, with what its undo needs. */
export async function recordOutcome(
  ctx: Change,
  run_id: number,
  position: number,
  { changed, skipped, before }: { changed: readonly number[]; skipped: readonly Skipped[]; before: unknown },
): Promise<void> {
  await ctx.db
    .updateTable('bulk_chunks')
    .set({
      outcome: JSON.stringify({ changed, skipped }),
      before: before === undefined || changed.length === 0 ? null : JSON.stringify(before),
    })
    .where('run_id', '=', run_id)
    .where('position', '=', position)
    .execute()
}

/** What each applied piece gave its undo. */
export async function beforesOf(ctx: QueryContext, run_id: number): Promise<unknown[]> {
  const { rows } = await sql<Pick<Row<'bulk_chunks'>, 'before'>>`
    SELECT before FROM bulk_chunks WHERE run_id = ${run_id} AND before IS NOT NULL ORDER BY position`.execute(ctx.db)
  return rows.map(row => row.before)
}

type Progress = Pick<
  StoredRun,
  'state' | 'done' | 'changed' | 'skipped' | 'error' | 'tries' | 'unpublished' | 'published_at' | 'finished_at'
>

/** Writes how far a locked run has come. */
export async function writeProgress(ctx: Change, id: number, run: Progress): Promise<void> {
  await sql`
    UPDATE bulk_runs SET state = ${run.state}, done = ${run.done}, changed = ${run.changed},
      skipped = ${JSON.stringify(run.skipped)}, error = ${run.error}, tries = ${run.tries},
      unpublished = ${JSON.stringify(run.unpublished)}, published_at = ${run.published_at}, finished_at = ${run.finished_at},
      touched_at = clock_timestamp(), undone_at = CASE WHEN ${run.state} = 'undone' THEN clock_timestamp() END
    WHERE id = ${id}`.execute(ctx.db)
}

/** Runs at work of which nothing was heard for minutes: their process died, and the queue gave them up. */
export async function stalledRuns(ctx: QueryContext): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'bulk_runs'>, 'id'>>`
    SELECT id FROM bulk_runs WHERE ${atWork} AND touched_at < ${ctx.now}::timestamptz - interval '5 minutes'`.execute(
    ctx.db,
  )
  return rows.map(row => row.id)
}

/** Forgets runs that ended days ago; the audit log keeps what they did. */
export async function purgeRuns(ctx: QueryContext): Promise<void> {
  await sql`DELETE FROM bulk_runs WHERE finished_at < ${ctx.now}::timestamptz - interval '3 days' AND NOT ${atWork}`.execute(
    ctx.db,
  )
}

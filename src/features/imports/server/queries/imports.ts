import { type RawBuilder, sql } from 'kysely'
import { idCursors, instantCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import {
  type DryRun,
  type Import,
  type ImportOptions,
  type ImportRowNote,
  type ImportStatus,
  type ImportSummary,
  type Mapping,
  type MergedRow,
  type RowOutcomeName,
  UNDO_DAYS,
} from '../../contract.ts'
import type { Encoding } from '../../rules/encoding.ts'
import type { EntryKind } from '../../rules/entryColumns.ts'
import type { Separator } from '../../rules/separator.ts'

/** What is said of a row; queries leave out those of which nothing is. */
type ImportRowNoteRow = RowAs<'import_rows', ImportRowNote, 'cells' | 'reason'>

/** An import as it is stored. */
export interface StoredImport
  extends RowAs<'imports', Omit<ImportSummary, 'user' | 'can_undo' | 'undo_until'>>,
    Pick<Row<'imports'>, 'user_id' | 'on_behalf_of' | 'stored_as' | 'has_header'> {
  encoding: Encoding
  separator: Separator | null
  columns: Import['columns']
  mapping: Mapping
  options: ImportOptions
  entry_kind: EntryKind | null
  dry_run: DryRun | null
}

/** The import as it would be under a plan. */
export const withPlan = (
  stored: StoredImport,
  { mapping, options }: { mapping: Mapping | undefined; options: ImportOptions },
): StoredImport => {
  const holds = options.holds ?? stored.holds
  const entry_kind = holds === 'history' ? (options.entry_kind ?? stored.entry_kind ?? 'note') : null
  return { ...stored, mapping: mapping ?? stored.mapping, options, holds, entry_kind }
}

type NamedImport = StoredImport & { user_name: string }

const undoable: readonly ImportStatus[] = ['done', 'cancelled', 'failed']

function summaryOf(row: NamedImport, now: Date): ImportSummary {
  const until = row.finished_at ? new Date(Date.parse(row.finished_at) + UNDO_DAYS * 86_400_000) : null
  const { user_name, ...rest } = row
  return {
    ...rest,
    user: { id: row.user_id, name: user_name },
    can_undo: undoable.includes(row.status) && row.created + row.merged > 0 && until !== null && until > now,
    undo_until: until && instantText(until),
  }
}

const selectImports = (where: RawBuilder<unknown>) => sql<NamedImport>`
  SELECT i.*, trim(u.first_name || ' ' || u.last_name) AS user_name
  FROM imports i JOIN users u ON u.id = i.user_id WHERE ${where}`

const limits = (asked: PageInput) => {
  const { limit, offset } = windowOf(asked)
  return sql`LIMIT ${limit} OFFSET ${offset}`
}

/** The row of the file behind which a page begins. */
const rowBefore = ({ cursor }: PageInput): number => (cursor ? idCursors.read(cursor) : -1)

/** Past imports, newest first. */
export async function pageOfImports(ctx: QueryContext, input: PageInput): Promise<Page<ImportSummary>> {
  const before = input.cursor ? instantCursors.read(input.cursor) : null
  const asked = before ? sql`(i.created_at, i.id) < (${before.at}::timestamptz, ${before.id})` : sql`true`
  const { rows } =
    await sql<NamedImport>`${selectImports(asked)} ORDER BY i.created_at DESC, i.id DESC ${limits(input)}`.execute(
      ctx.db,
    )
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM imports`.execute(ctx.db)
  return pageOf(
    rows.map(row => summaryOf(row, ctx.now)),
    {
      asked: input,
      total: counted[0]?.total ?? 0,
      isEstimate: false,
      cursorAfter: ({ created_at, id }) => instantCursors.write({ at: created_at, id }),
    },
  )
}

/** An import with a page of what is said of its rows. */
export async function requireImport(ctx: QueryContext, id: number, input: PageInput = {}): Promise<Import> {
  const { rows } = await selectImports(sql`i.id = ${id}`).execute(ctx.db)
  const [row] = rows
  if (!row) throw notFound('import')
  const { rows: notes } = await sql<ImportRowNoteRow>`
    SELECT row, line, outcome, reason, cells, lead_id FROM import_rows
    WHERE import_id = ${id} AND reason IS NOT NULL AND row > ${rowBefore(input)}
    ORDER BY row ${limits(input)}`.execute(ctx.db)
  const { encoding, separator, has_header, columns, mapping, options, entry_kind, dry_run } = row
  const errors = pageOf(notes, {
    asked: input,
    total: row.failed + row.warned,
    isEstimate: false,
    cursorAfter: note => idCursors.write(note.row),
  })
  return {
    ...summaryOf(row, ctx.now),
    encoding,
    separator,
    has_header,
    columns,
    mapping,
    options,
    entry_kind,
    dry_run,
    errors,
  }
}

/** The stored import, locked for a change of its state. */
export async function lockImport(ctx: QueryContext, id: number): Promise<StoredImport> {
  const { rows } = await sql<StoredImport>`SELECT * FROM imports WHERE id = ${id} FOR UPDATE`.execute(ctx.db)
  if (!rows[0]) throw notFound('import')
  return rows[0]
}

/** Failed rows after `row`, for the file that is sent back. */
export async function failedRowsAfter(ctx: QueryContext, id: number, row: number): Promise<ImportRowNote[]> {
  const { rows } = await sql<ImportRowNoteRow>`
    SELECT row, line, outcome, coalesce(reason, '') AS reason, cells, lead_id FROM import_rows
    WHERE import_id = ${id} AND row > ${row} AND outcome = 'failed' ORDER BY row LIMIT 1000`.execute(ctx.db)
  return rows
}

interface StoredMergedRow
  extends Pick<Row<'import_rows'>, 'row' | 'line'>,
    Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name'> {
  changed: string[] | null
}

const mergedRow = ({ row, line, id, first_name, last_name, changed }: StoredMergedRow): MergedRow => ({
  row,
  line,
  lead: { id, first_name, last_name },
  changed: changed ?? [],
})

const selectMerged = (id: number, after: number) => sql`
  SELECT r.row, r.line, l.id, l.first_name, l.last_name,
    (SELECT array_agg(key ORDER BY key) FROM jsonb_object_keys(coalesce(r.before, '{}')) AS key) AS changed
  FROM import_rows r JOIN leads l ON l.id = r.lead_id
  WHERE r.import_id = ${id} AND r.outcome = 'merged' AND r.row > ${after} ORDER BY r.row`

/** Rows that were merged, in the order of the file. */
export async function pageOfMergedRows(ctx: QueryContext, one: Import, input: PageInput): Promise<Page<MergedRow>> {
  const { rows } = await sql<StoredMergedRow>`${selectMerged(one.id, rowBefore(input))} ${limits(input)}`.execute(
    ctx.db,
  )
  return pageOf(rows.map(mergedRow), {
    asked: input,
    total: one.merged,
    isEstimate: false,
    cursorAfter: ({ row }) => idCursors.write(row),
  })
}

/** Rows after `row` that were merged, for the file that is sent back. */
export async function mergedRowsAfter(ctx: QueryContext, id: number, row: number): Promise<MergedRow[]> {
  const { rows } = await sql<StoredMergedRow>`${selectMerged(id, row)} LIMIT 1000`.execute(ctx.db)
  return rows.map(mergedRow)
}

/** The stored import, as it is. */
export async function readImport(ctx: QueryContext, id: number): Promise<StoredImport> {
  const { rows } = await sql<StoredImport>`SELECT * FROM imports WHERE id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw notFound('import')
  return rows[0]
}

type NewImport = Pick<
  StoredImport,
  | 'user_id'
  | 'on_behalf_of'
  | 'file_name'
  | 'file_size'
  | 'stored_as'
  | 'kind'
  | 'encoding'
  | 'separator'
  | 'origin'
  | 'holds'
  | 'entry_kind'
  | 'sheet'
  | 'has_header'
  | 'columns'
  | 'mapping'
  | 'row_count'
>

/** Stores an uploaded file's description; it waits. */
export async function insertImport(ctx: QueryContext, one: NewImport): Promise<number> {
  const { id } = await ctx.db
    .insertInto('imports')
    .values({
      user_id: one.user_id,
      on_behalf_of: one.on_behalf_of,
      file_name: one.file_name,
      file_size: one.file_size,
      stored_as: one.stored_as,
      kind: one.kind,
      encoding: one.encoding,
      separator: one.separator,
      origin: one.origin,
      holds: one.holds,
      entry_kind: one.entry_kind,
      sheet: one.sheet,
      has_header: one.has_header,
      columns: JSON.stringify(one.columns),
      mapping: JSON.stringify(one.mapping),
      row_count: one.row_count,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets the plan of an import that waits, and queues it. */
export async function queueImport(
  ctx: QueryContext,
  id: number,
  plan: Pick<StoredImport, 'mapping' | 'options' | 'holds' | 'entry_kind'>,
): Promise<void> {
  await ctx.db
    .updateTable('imports')
    .set({
      status: 'queued',
      holds: plan.holds,
      entry_kind: plan.entry_kind,
      dry_run: null,
      mapping: JSON.stringify(plan.mapping),
      options: JSON.stringify(plan.options),
      started_at: ctx.now,
    })
    .where('id', '=', id)
    .execute()
}

/** Moves an import to another state; an end has its time. */
export async function setStatus(
  ctx: QueryContext,
  id: number,
  status: ImportStatus,
  problem: string | null = null,
): Promise<void> {
  const ended = undoable.includes(status)
  await sql`
    UPDATE imports SET status = ${status}, problem = coalesce(${problem}, problem),
      finished_at = CASE WHEN ${ended} THEN coalesce(finished_at, clock_timestamp()) ELSE finished_at END,
      undone_at = CASE WHEN ${status === 'undone'} THEN clock_timestamp() ELSE undone_at END
    WHERE id = ${id}`.execute(ctx.db)
}

/** What one batch adds to the counts. */
export interface BatchCounts {
  created: number
  merged: number
  skipped: number
  failed: number
  warned: number
}

/** Stores how far an import got, once per batch: nothing happens when another worker was here first or it was stopped. */
export async function advance(ctx: QueryContext, id: number, from: number, to: number): Promise<boolean> {
  const rows = await ctx.db
    .updateTable('imports')
    .set({ rows_done: to })
    .where('id', '=', id)
    .where('rows_done', '=', from)
    .where('status', '=', 'running')
    .returning('id')
    .execute()
  return rows.length === 1
}

export async function addCounts(ctx: QueryContext, id: number, add: BatchCounts): Promise<void> {
  await sql`
    UPDATE imports SET created = created + ${add.created}, merged = merged + ${add.merged}, skipped = skipped + ${add.skipped},
      failed = failed + ${add.failed}, warned = warned + ${add.warned} WHERE id = ${id}`.execute(ctx.db)
}

/** What is kept of a row. */
export interface RowOutcome {
  row: number
  line: number
  outcome: RowOutcomeName
  reason: string | null
  cells: string[] | null
  lead_id: number | null
  before: Record<string, unknown> | null
  external_id: string | null
  /** The task that a row of a history became. */
  task_id: number | null
}

/** Keeps what became of a batch of rows, with the versions of the leads as this import leaves them. */
export async function recordOutcomes(ctx: QueryContext, id: number, outcomes: readonly RowOutcome[]): Promise<void> {
  await sql`
    INSERT INTO import_rows (import_id, row, line, outcome, reason, cells, lead_id, before, external_id, task_id)
    SELECT ${id}, r.row, r.line, r.outcome, r.reason, r.cells, r.lead_id, r.before, r.external_id, r.task_id
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      AS r(row int, line int, outcome text, reason text, cells jsonb, lead_id int, before jsonb, external_id text, task_id int)`.execute(
    ctx.db,
  )
  const leads = [
    ...new Set(outcomes.flatMap(({ lead_id, outcome }) => (lead_id && outcome !== 'skipped' ? lead_id : []))),
  ]
  await sql`
    UPDATE import_rows r SET lead_version = l.version FROM leads l
    WHERE r.import_id = ${id} AND r.lead_id = ANY(${leads}::int[]) AND l.id = r.lead_id`.execute(ctx.db)
}

/** Imports whose files may go: undo is over, or they were never started. Forgets the files and the rows' contents. */
export async function purgeOldFiles(ctx: QueryContext): Promise<string[]> {
  const { rows } = await sql<{ stored_as: NonNullable<Row<'imports'>['stored_as']> }>`
    UPDATE imports i SET stored_as = NULL FROM (
      SELECT id, stored_as FROM imports WHERE stored_as IS NOT NULL AND (
        finished_at < ${ctx.now}::timestamptz - make_interval(days => ${UNDO_DAYS})
        OR undone_at IS NOT NULL
        OR (status = 'waiting' AND created_at < ${ctx.now}::timestamptz - interval '1 day'))
      FOR UPDATE) old
    WHERE old.id = i.id RETURNING old.stored_as`.execute(ctx.db)
  await ctx.db.deleteFrom('imports').where('status', '=', 'waiting').where('stored_as', 'is', null).execute()
  await sql`
    UPDATE import_rows r SET cells = NULL, before = NULL FROM imports i
    WHERE i.id = r.import_id AND i.stored_as IS NULL AND (r.cells IS NOT NULL OR r.before IS NOT NULL)`.execute(ctx.db)
  return rows.map(row => row.stored_as)
}

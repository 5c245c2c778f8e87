import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FileAnswer, Handlers, UploadedFile } from '../../../platform/server/calls/handlers.ts'
import type { QueryContext, WriteContext } from '../../../platform/server/context.ts'
import { conflict, invalid, Refusal } from '../../../platform/server/errors.ts'
import { fullName, leadPath } from '../../leads/rules.ts'
import { isActiveAgent } from '../../people/server/queries/users.ts'
import { type Import, type ImportOptions, type importCalls, type Mapping, UNDO_DAYS } from '../contract.ts'
import { fieldsOfFile, isEnough, sharedFields } from '../rules/fields.ts'
import { enqueueDryRun } from './jobs/dryRun.ts'
import { auditEnd, enqueueRows, importers, importFolder } from './jobs/importRows.ts'
import { inspectFile } from './jobs/inspection.ts'
import { enqueueUndo } from './jobs/undoRows.ts'
import { beginDryRun } from './queries/dryRuns.ts'
import {
  failedRowsAfter,
  insertImport,
  lockImport,
  mergedRowsAfter,
  pageOfImports,
  pageOfMergedRows,
  queueImport,
  readImport,
  requireImport,
  type StoredImport,
  setStatus,
  withPlan,
} from './queries/imports.ts'
import { pageOfKeptLeads } from './queries/undoing.ts'

type Plan = ImportOptions & { mapping?: Mapping }

export const importHandlers: Handlers<typeof importCalls> = {
  async upload(ctx, { start, ...plan }, { files }) {
    const stored_as = randomUUID()
    const [file] = files
    try {
      if (!file || files.length > 1) throw invalid({ file: ['file is required, and only one at a time.'] })
      const { format, origin, holds, entry_kind, sheet, columns, mapping, row_count } = await inspectFile(file.path)
      await mkdir(importFolder(ctx.config), { recursive: true, mode: 0o700 })
      await rename(file.path, join(importFolder(ctx.config), stored_as))
      const { kind, encoding, separator, has_header } = format
      return await ctx.transaction(async tx => {
        const id = await insertImport(tx, {
          ...authorOf(tx),
          ...{
            file_name: nameOf(file),
            file_size: file.size,
            stored_as,
            kind,
            encoding,
            separator,
            origin,
            holds,
            entry_kind,
            sheet,
            has_header,
            columns,
            mapping,
            row_count,
          },
        })
        tx.audit({ subject: 'import', subject_id: id, after: { file_name: nameOf(file), row_count } })
        tx.changed('imports', [id], importers)
        if (start !== false && isEnough(plan.holds ?? holds, plan.mapping ?? mapping))
          await startImport(tx, await lockImport(tx, id), plan)
        return requireImport(tx, id)
      })
    } catch (error) {
      await rm(join(importFolder(ctx.config), stored_as), { force: true })
      throw error
    }
  },

  list: (ctx, input) => pageOfImports(ctx, input),

  get: (ctx, { id, ...input }) => requireImport(ctx, id, input),

  async start(ctx, { id, ...plan }) {
    const stored = await lockImport(ctx, id)
    if (stored.status !== 'waiting') throw conflict('This import has already started.')
    await startImport(ctx, stored, plan)
    return requireImport(ctx, id)
  },

  async preview(ctx, { id, mapping, first, ...options }) {
    const stored = await readImport(ctx, id)
    if (stored.status !== 'waiting' || !stored.stored_as) throw conflict('This import has already started.')
    const { previewRows } = await import('./jobs/preview.ts')
    return previewRows(ctx, withPlan(stored, { mapping, options }), first).catch(error => {
      throw isMissingFile(error) ? conflict('The file of this import was deleted. Upload it again.') : error
    })
  },

  async dryRun(ctx, { id, mapping, ...options }) {
    const stored = await lockImport(ctx, id)
    if (stored.status !== 'waiting') throw conflict('This import has already started.')
    const plan = { mapping: mapping ?? stored.mapping, options }
    await refuseBadPlan(ctx, stored, plan)
    await beginDryRun(ctx, id, plan)
    await enqueueDryRun(ctx, id)
    publishImport(ctx, id)
    return requireImport(ctx, id)
  },

  async cancel(ctx, { id }) {
    const stored = await lockImport(ctx, id)
    if (!['waiting', 'queued', 'running'].includes(stored.status)) throw conflict('This import has already finished.')
    await setStatus(ctx, id, 'cancelled')
    auditEnd(ctx, stored)
    publishImport(ctx, id)
    return requireImport(ctx, id)
  },

  async undo(ctx, { id }) {
    await lockImport(ctx, id)
    const before = await requireImport(ctx, id)
    if (!before.can_undo) throw conflict(whyNoUndo(before))
    await setStatus(ctx, id, 'undoing')
    ctx.audit({ subject: 'import', subject_id: id, after: { status: 'undoing' } })
    await enqueueUndo(ctx, id)
    publishImport(ctx, id)
    return requireImport(ctx, id)
  },

  async kept(ctx, { id, ...input }) {
    return pageOfKeptLeads(ctx, await requireImport(ctx, id), input)
  },

  async merges(ctx, { id, ...input }) {
    return pageOfMergedRows(ctx, await requireImport(ctx, id), input)
  },

  async mergedRows(ctx, { id }, { sendFile }) {
    const found = await requireImport(ctx, id)
    sendFile(csvFile(found, 'merged rows', mergedLines(ctx, found)))
    return {}
  },

  async failedRows(ctx, { id }, { sendFile }) {
    const found = await requireImport(ctx, id)
    const columns = found.columns.map(column => column.name)
    sendFile(csvFile(found, 'failed rows', failedLines(ctx, found, columns)))
    return {}
  },
}

const isMissingFile = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const csvFile = ({ file_name }: Import, what: string, lines: AsyncGenerator<string[]>): FileAnswer => ({
  filename: `${file_name.replace(/\.[^.]*$/, '')} - ${what}.csv`,
  type: 'text/csv; charset=utf-8',
  body: Readable.from(lines).pipe(stringify({ bom: true, escape_formulas: true })),
})

/** Which line went into which lead, read a thousand at a time. */
async function* mergedLines(ctx: QueryContext, { id }: Import): AsyncGenerator<string[]> {
  yield ['Line', 'Lead', 'Name', 'Changed', 'Page']
  for (let after = 0; ; ) {
    const rows = await mergedRowsAfter(ctx, id, after)
    for (const { line, lead, changed } of rows)
      yield [String(line), String(lead.id), fullName(lead), changed.join(', '), leadPath(lead)]
    const last = rows.at(-1)
    if (!last) return
    after = last.row
  }
}

const authorOf = ({ author, viewer }: WriteContext) => ({
  user_id: author?.user_id ?? viewer.user_id,
  on_behalf_of: author?.on_behalf_of ?? null,
})

/** The name as it is shown; only the name, never a path. */
const nameOf = ({ filename }: UploadedFile): string => (filename.split(/[\\/]/).at(-1) || 'contacts.csv').slice(0, 200)

const publishImport = (ctx: WriteContext, id: number): void => ctx.changed('imports', [id], importers)

async function startImport(
  ctx: WriteContext,
  stored: StoredImport,
  { mapping: chosen, ...options }: Plan,
): Promise<void> {
  const mapping = chosen ?? stored.mapping
  await refuseBadPlan(ctx, stored, { mapping, options })
  await queueImport(ctx, stored.id, withPlan(stored, { mapping, options }))
  await enqueueRows(ctx, stored.id)
  ctx.audit({ subject: 'import', subject_id: stored.id, after: { mapping, options } })
  publishImport(ctx, stored.id)
}

const whatIsMissing = {
  people: 'mapping needs a column with a name, an e-mail address or a phone number.',
  history: 'mapping needs a column that says whom an entry is about, and one that says what happened.',
} as const

async function refuseBadPlan(
  ctx: WriteContext,
  stored: StoredImport,
  { mapping, options }: { mapping: Mapping; options: ImportOptions },
): Promise<void> {
  if (!stored.stored_as) throw new Refusal('conflict', 'The file of this import was deleted. Upload it again.')
  if (mapping.length > stored.columns.length)
    throw invalid({ mapping: [`The file has ${stored.columns.length} columns.`] })
  const holds = options.holds ?? stored.holds
  const foreign = mapping.find(field => field !== null && !(field in fieldsOfFile(holds)))
  if (foreign) throw invalid({ mapping: [`${foreign} is no field of this kind of file.`] })
  if (!isEnough(holds, mapping)) throw invalid({ mapping: [whatIsMissing[holds]] })
  const twice = mapping.find(
    (field, at) => field !== null && !sharedFields.includes(field) && mapping.indexOf(field) !== at,
  )
  if (twice) throw invalid({ mapping: [`Only one column can be ${twice}.`] })
  if (options.agent_id && !(await isActiveAgent(ctx, options.agent_id)))
    throw invalid({ agent_id: ['agent_id is not an active agent.'] })
}

function whyNoUndo(before: Import): string {
  if (before.status === 'undoing' || before.status === 'undone') return 'This import was already undone.'
  if (before.finished_at === null) return 'This import is still running. Cancel it first.'
  return before.created + before.merged === 0
    ? 'This import changed nothing.'
    : `An import can be undone for ${UNDO_DAYS} days.`
}

/** Failed rows with line and reason after their own columns, read a thousand at a time. */
async function* failedLines(ctx: QueryContext, { id }: Import, columns: readonly string[]): AsyncGenerator<string[]> {
  yield [...columns, 'Line', 'Reason']
  for (let after = 0; ; ) {
    const rows = await failedRowsAfter(ctx, id, after)
    for (const { cells, line, reason } of rows)
      yield [...columns.map((_, at) => cells?.[at] ?? ''), String(line), reason]
    const last = rows.at(-1)
    if (!last) return
    after = last.row
  }
}

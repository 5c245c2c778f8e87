import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { ZipFile } from 'yazl'
import { fileStore } from '../../../../integrations/files/client.ts'
import type { FileStore } from '../../../../integrations/files/store.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { harmless } from '../../../exports/rules/cells.ts'
import { archivedFiles, archivedTables } from '../../rules/tables.ts'
import { columnsOfTables, keyOfTable, rowsAfter, type TableColumn, type TablePlace } from '../queries/contents.ts'
import { archivedColumns, readmeOf, schemaOf } from './schema.ts'

/** Rows read at once: each piece is a query of its own, so that nobody waits for an archive. */
const PIECE = 1000

/** How far an archive is. */
export interface ArchiveProgress {
  parts: number
  rows: number
  files: number
}

/** Tables and kinds of files. */
export const PARTS = Object.keys(archivedTables).length + Object.keys(archivedFiles).length

/**
 * Writes everything as a ZIP, entry by entry: only what is in hand is in memory. `report` is asked between pieces; it throws
 * when the work is to stop, which ends the file.
 */
export async function writeArchive(
  ctx: JobContext,
  { store, name, report }: { store: FileStore; name: string; report: (done: ArchiveProgress) => Promise<void> },
): Promise<ArchiveProgress> {
  const columns = await columnsOfTables(ctx)
  const purposes = await filesByPurpose(ctx)
  const target = await store.create(name)
  const done: ArchiveProgress = { parts: 0, rows: 0, files: 0 }
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => void output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  zip.addBuffer(Buffer.from(readmeOf(columns, ctx.now)), 'README.md', { mtime: ctx.now })
  zip.addBuffer(Buffer.from(schemaOf(columns, ctx.now)), 'schema.json', { mtime: ctx.now })
  // A ZIP does not watch what it reads from: each of its sources says itself that it failed.
  for (const table of Object.keys(archivedTables))
    zip.addReadStreamLazy(`tables/${table}.csv`, { mtime: ctx.now }, opened => {
      opened(null, Readable.from(csvOf(ctx, { table, columns, done, report })).on('error', fail))
    })
  for (const files of purposes) addFiles(ctx, zip, { files, done, report, fail })
  zip.end()
  await pipeline(output, target)
  return done
}

interface TableWork {
  table: string
  columns: readonly TableColumn[]
  done: ArchiveProgress
  report: (done: ArchiveProgress) => Promise<void>
}

/** The CSV of a table, piece by piece. */
async function* csvOf(ctx: JobContext, { table, columns, done, report }: TableWork): AsyncGenerator<string> {
  const kept = archivedColumns(columns, table)
  const names = await keyOfTable(ctx, table)
  const own = names.flatMap(name => columns.find(one => one.table === table && one.column === name) ?? [])
  // A few tables have no key of their own: they are read by where their rows lie.
  const key = own.length > 0 ? own : [{ column: 'ctid', type: 'tid' }]
  yield stringify([kept.map(({ column }) => column)])
  for (let after: TablePlace | null = null; ; ) {
    const rows: Awaited<ReturnType<typeof rowsAfter>> = await rowsAfter(ctx, {
      table,
      columns: kept,
      key,
      after,
      limit: PIECE,
    })
    if (rows.length > 0)
      yield stringify(rows.map(({ cells }) => cells.map(cell => (cell === null ? '' : harmless(cell)))))
    done.rows += rows.length
    await report(done)
    after = rows.at(-1)?.place ?? null
    if (rows.length < PIECE) break
  }
  done.parts++
}

const extensions: Readonly<Record<string, string>> = { documents: '.pdf' }

/** The files of one purpose: documents, pictures, recordings. */
interface PurposeFiles {
  purpose: string
  names: readonly string[]
}

/** All files that there are now. */
function filesByPurpose(ctx: JobContext): Promise<PurposeFiles[]> {
  const tomorrow = new Date(ctx.now.getTime() + 86_400_000)
  return Promise.all(
    Object.keys(archivedFiles).map(async purpose => ({
      purpose,
      names: await fileStore(ctx.config, purpose).untouchedSince(tomorrow),
    })),
  )
}

interface FileWork {
  files: PurposeFiles
  done: ArchiveProgress
  report: (done: ArchiveProgress) => Promise<void>
  fail: (error: unknown) => void
}

/** Puts the files of one purpose in, each opened when its turn comes; one that is deleted meanwhile is an empty entry. */
function addFiles(ctx: JobContext, zip: ZipFile, { files: { purpose, names }, done, report, fail }: FileWork): void {
  const store = fileStore(ctx.config, purpose)
  const open = async (at: number, name: string): Promise<Readable> => {
    done.files++
    if (at === names.length - 1) done.parts++
    await report(done)
    return ((await store.open(name))?.body ?? Readable.from([])).on('error', fail)
  }
  for (const [at, name] of names.entries())
    zip.addReadStreamLazy(
      `files/${purpose}/${name}${extensions[purpose] ?? ''}`,
      // PDFs, pictures and sound are compressed already.
      { compress: false, mtime: ctx.now },
      opened => void open(at, name).then(body => opened(null, body), fail),
    )
  if (names.length === 0) done.parts++
}

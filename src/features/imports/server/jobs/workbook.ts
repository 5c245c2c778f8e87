import { createReadStream, createWriteStream } from 'node:fs'
import { posix } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../../../../platform/server/errors.ts'
import { type Archive, openArchive, tooMuch } from './archive.ts'
import {
  dateStyles,
  type Relation,
  relations,
  type SheetContext,
  type SheetRow,
  sharedTexts,
  sheetRows,
  workbookItems,
} from './workbookParts.ts'
import { readWhole, readXml } from './xml.ts'

/** Files of a workbook beside its sheets: lists of sheets and styles are small, texts are held in memory. */
const MAX_PART_BYTES = 8 * 1024 * 1024
const MAX_TEXTS_BYTES = 48 * 1024 * 1024

const unreadable = (sentence: string) => new Refusal('unsupported_media_type', sentence)

/** How much is read of a workbook. */
export interface WorkbookLimits {
  maxRows: number
  maxColumns: number
  /** Characters of one row. */
  maxRowLength: number
  /** Bytes to which what is read of the file may unpack. */
  maxUnpackedBytes: number
  /** Bytes of all rows together: a text that a thousand cells share is written a thousand times. */
  maxWrittenBytes: number
}

/**
 * Writes the rows of a workbook to a file, one JSON text a line: `[number in the sheet, cells]`, to be read again and
 * again without unpacking. Reads the first visible sheet that holds something, in memory that does not grow with it, and
 * says which one that was if there are several. Throws a refusal with a sentence for what is no workbook, damaged or too
 * large.
 */
export async function unpackWorkbook(
  path: string,
  to: string,
  limits: WorkbookLimits,
): Promise<{ sheet: string | null }> {
  let archive: Archive | null = null
  try {
    archive = await openArchive(path, limits.maxUnpackedBytes)
    refuseOthers(archive.names)
    return await writeFirstSheet(archive, to, limits)
  } catch (error) {
    throw error instanceof Refusal
      ? error
      : unreadable('The workbook cannot be read: it is damaged or protected. Save the sheet as CSV and upload that.')
  } finally {
    await archive?.close()
  }
}

/** What looks like a workbook of today and is none. */
function refuseOthers(names: readonly string[]): void {
  if (names.some(name => /vbaProject\.bin$/i.test(name)))
    throw unreadable('Workbooks with macros are not accepted. Save it as .xlsx without macros and upload that.')
  if (names.some(name => /workbook\.bin$/i.test(name)))
    throw unreadable('This is a binary workbook (.xlsb). Save it as .xlsx and upload that.')
  if (!names.some(name => /^\[Content_Types\]\.xml$/i.test(name)))
    throw unreadable('This zip has no Excel workbook in it. Upload the .xlsx, CSV or vCard file itself.')
}

async function writeFirstSheet(
  archive: Archive,
  to: string,
  limits: WorkbookLimits,
): Promise<{ sheet: string | null }> {
  const book = await readBook(archive)
  const context = { ...book.context, maxColumns: limits.maxColumns }
  for (const { name, path } of book.sheets) {
    const rows = readXml(archive.textOf(path), sheetRows(context))
    const first = await rows.next()
    if (first.done) continue
    await pipeline(Readable.from(linesOf(first.value, rows, limits)), createWriteStream(to, { mode: 0o600 }))
    return { sheet: book.sheets.length > 1 ? name : null }
  }
  throw unreadable('The workbook has no rows.')
}

async function* linesOf(first: SheetRow, rest: AsyncIterable<SheetRow>, limits: WorkbookLimits) {
  let rows = 0
  let written = 0
  const lineOf = ({ line, cells }: SheetRow): string => {
    rows += 1
    const length = cells.reduce((sum, cell) => sum + cell.length, 0)
    const stored: StoredRow =
      length > limits.maxRowLength ? [line, [cells.join(' ').slice(0, 500)], 'The row is too long.'] : [line, cells]
    // Readers of lines end one at these two as well, and JSON leaves them as they are.
    const text = `${JSON.stringify(stored).replace(/[\u2028\u2029]/g, end => (end === '\u2028' ? '\\u2028' : '\\u2029'))}\n`
    written += Buffer.byteLength(text)
    if (rows > limits.maxRows || written > limits.maxWrittenBytes) throw tooMuch()
    return text
  }
  yield lineOf(first)
  for await (const row of rest) yield lineOf(row)
}

type StoredRow = [line: number, cells: string[], problem?: string]

/** The rows that `unpackWorkbook` wrote. */
export async function* storedRows(path: string): AsyncGenerator<SheetRow & { problem: string | null }> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const text of lines) {
    const [line, cells, problem = null] = JSON.parse(text) as StoredRow
    yield { line, cells, problem }
  }
}

interface Book {
  /** The visible ones, in the order of their tabs. */
  sheets: { name: string; path: string }[]
  context: Omit<SheetContext, 'maxColumns'>
}

async function readBook(archive: Archive): Promise<Book> {
  const small = (path: string) => archive.textOf(path, MAX_PART_BYTES)
  const root = await readWhole(small('_rels/.rels'), relations())
  const main = partOf('', root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml')
  const folder = posix.dirname(main)
  const related = await readWhole(small(`${folder}/_rels/${posix.basename(main)}.rels`), relations())
  const ofType = (wanted: string): string => partOf(folder, related.find(({ type }) => type === wanted)?.target ?? '')
  const items = await readWhole(small(main), workbookItems())
  const styles = await readWhole(small(ofType('styles')), dateStyles())
  const texts = new TextTable()
  for await (const text of readXml(archive.textOf(ofType('sharedStrings'), MAX_TEXTS_BYTES), sharedTexts()))
    texts.add(text)
  const sheets = items.flatMap(item => (item.kind === 'sheet' && !item.isHidden ? sheetOf(item, related, folder) : []))
  return {
    sheets,
    context: {
      sharedText: index => texts.get(index),
      isDate: style => styles[style] ?? false,
      countsFrom1904: items.some(item => item.kind === 'dates' && item.countsFrom1904),
    },
  }
}

function sheetOf({ name, relation }: { name: string; relation: string }, related: readonly Relation[], folder: string) {
  const found = related.find(({ id, type }) => id === relation && type === 'worksheet')
  return found ? [{ name: name.slice(0, 100).toWellFormed(), path: partOf(folder, found.target) }] : []
}

/** The name of a file in the archive: targets are named from the folder of who names them, or from the root. */
const partOf = (folder: string, target: string): string =>
  posix.join('/', target.startsWith('/') ? '' : folder, target).slice(1)

/** Bytes that are set aside at once. */
const BLOCK_BYTES = 1024 * 1024

/** Many texts as bytes: as texts of their own they would take several times the room. */
class TextTable {
  readonly #blocks: Buffer[] = []
  readonly #places: number[] = []
  #used = BLOCK_BYTES

  add(text: string): void {
    const bytes = Buffer.from(text)
    if (this.#used + bytes.length > BLOCK_BYTES) {
      this.#blocks.push(Buffer.alloc(BLOCK_BYTES))
      this.#used = 0
    }
    this.#blocks.at(-1)?.set(bytes, this.#used)
    this.#places.push((this.#blocks.length - 1) * BLOCK_BYTES + this.#used, bytes.length)
    this.#used += bytes.length
  }

  /** The text of an index; empty when there is none. */
  get(index: number): string {
    const place = this.#places[index * 2]
    const length = this.#places[index * 2 + 1]
    if (place === undefined || length === undefined) return ''
    const from = place % BLOCK_BYTES
    return this.#blocks[Math.floor(place / BLOCK_BYTES)]?.toString('utf8', from, from + length) ?? ''
  }
}

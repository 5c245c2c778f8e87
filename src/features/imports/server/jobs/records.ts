import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type CsvError, type Info, parse } from 'csv-parse'
import type { Encoding } from '../../rules/encoding.ts'
import { hasSeparatorLine, type Separator } from '../../rules/separator.ts'
import { cellsOfCard, MAX_LINE_LENGTH } from '../../rules/vcard.ts'

/** How a stored file is read. */
export interface FileFormat {
  path: string
  /** `xlsx`: the rows of a workbook, as `unpackWorkbook` wrote them. */
  kind: 'csv' | 'vcard' | 'xlsx'
  encoding: Encoding
  separator: Separator | null
  has_header: boolean
}

/** One row or card of a file; `problem` when it could not be read at all. */
export interface FileRecord {
  /** Counts from 1, without the header. */
  row: number
  line: number
  cells: string[]
  problem: string | null
}

/** A row longer than this is a file with a quote that is never closed. */
export const MAX_RECORD_BYTES = 512 * 1024
export const MAX_COLUMNS = 500
/** What is read of one card, which has no pictures by then. */
const MAX_CARD_LENGTH = 512 * 1024

/** The text of a file, piece by piece. */
async function* textOf(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of createReadStream(path, { highWaterMark: 64 * 1024 })) {
    const text = decoder.decode(bytes as Buffer, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** The beginning of a file's text, to judge it by. */
export async function beginningOf(path: string, encoding: Encoding): Promise<string> {
  let text = ''
  for await (const piece of textOf(path, encoding)) {
    text += piece
    if (text.length >= 64 * 1024) break
  }
  return text
}

/** Excel's `sep=;` line is no row. */
async function* withoutSeparatorLine(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  let first = true
  for await (const piece of pieces) {
    yield first && hasSeparatorLine(piece) ? piece.slice(piece.indexOf('\n') + 1) : piece
    first = false
  }
}

/** The database keeps no NUL and no half of a character. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

interface Parsed {
  record: string[]
  info: Info
}

async function* rowsOf(format: FileFormat): AsyncGenerator<FileRecord> {
  const unreadable: { line: number; problem: string; text: string }[] = []
  const parser = parse({
    bom: true,
    delimiter: format.separator ?? ',',
    info: true,
    max_record_size: MAX_RECORD_BYTES,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined, raw: string | undefined) => {
      unreadable.push({ line: Number(error?.lines ?? 0), problem: error?.message ?? 'unreadable', text: raw ?? '' })
      return undefined
    },
  })
  const source = Readable.from(withoutSeparatorLine(textOf(format.path, format.encoding)))
  source.on('error', error => parser.destroy(error))
  source.pipe(parser)
  let row = format.has_header ? -1 : 0
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      for (const { line, problem, text } of unreadable.splice(0))
        yield { row: ++row, line, cells: [storable(text.slice(0, 500))], problem }
      row++
      if (row < 1 || record.every(cell => cell.trim() === '')) {
        if (row >= 1) row--
        continue
      }
      const inside = record.reduce((count, cell) => count + cell.split('\n').length - 1, 0)
      yield { row, line: info.lines - inside, cells: record.slice(0, MAX_COLUMNS).map(storable), problem: null }
    }
    for (const { line, problem, text } of unreadable)
      yield { row: ++row, line, cells: [storable(text.slice(0, 500))], problem }
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** Lines of a text that arrives in pieces, cut at `MAX_LINE_LENGTH`. */
async function* linesOf(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  let parts: string[] = []
  let length = 0
  const add = (part: string) => {
    if (length < MAX_LINE_LENGTH) parts.push(part)
    length += part.length
  }
  const end = () => {
    const line = parts.join('')
    parts = []
    length = 0
    return (line.endsWith('\r') ? line.slice(0, -1) : line).slice(0, MAX_LINE_LENGTH)
  }
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n')
    add(first)
    for (const other of others) {
      yield end()
      add(other)
    }
  }
  if (length > 0) yield end()
}

const PICTURE = /^(item\d+\.)?(PHOTO|LOGO|SOUND|KEY)[;:]/i

async function* cardsOf(format: FileFormat): AsyncGenerator<FileRecord> {
  let row = 0
  let at = 0
  let begin = 0
  let card: string[] | null = null
  let length = 0
  let inPicture = false
  for await (const line of linesOf(textOf(format.path, format.encoding))) {
    at++
    if (/^\s*BEGIN:VCARD\s*$/i.test(line)) {
      card = []
      length = 0
      begin = at
    }
    if (!card) continue
    // Pictures are most of the bytes of a card, and no part of a lead.
    inPicture = PICTURE.test(line) || (inPicture && (/^[ \t]/.test(line) || line === ''))
    const isEnd = /^\s*END:VCARD\s*$/i.test(line)
    if (isEnd || (!inPicture && length < MAX_CARD_LENGTH)) card.push(line)
    // An empty line costs something, too.
    length += line.length + 1
    if (!isEnd) continue
    yield cardRecord(card.join('\n'), ++row, begin)
    card = null
  }
  if (card) yield { row: ++row, line: begin, cells: [], problem: 'The card has no end.' }
}

function cardRecord(card: string, row: number, line: number): FileRecord {
  try {
    return { row, line, cells: cellsOfCard(card).map(storable), problem: null }
  } catch {
    return { row, line, cells: [storable(card.slice(0, 500))], problem: 'The card could not be read.' }
  }
}

/** What reads workbooks is loaded by the first one. */
async function* workbookRowsOf({ path, has_header }: FileFormat): AsyncGenerator<FileRecord> {
  const { storedRows } = await import('./workbook.ts')
  let row = has_header ? -1 : 0
  for await (const { line, cells, problem } of storedRows(path)) {
    row++
    if (row >= 1) yield { row, line, cells: cells.map(storable), problem }
  }
}

const readers = { csv: rowsOf, vcard: cardsOf, xlsx: workbookRowsOf } as const

/** The rows or cards of a file one after the other, in memory that does not grow with the file. */
export const recordsOf = (format: FileFormat): AsyncGenerator<FileRecord> => readers[format.kind](format)

/** Rows after the first `done`, `size` at a time. */
export async function* batchesOf(format: FileFormat, done: number, size: number): AsyncGenerator<FileRecord[]> {
  let batch: FileRecord[] = []
  for await (const record of recordsOf(format)) {
    if (record.row <= done) continue
    batch.push(record)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

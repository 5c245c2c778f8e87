import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Refusal } from '../../../../platform/server/errors.ts'
import type { ImportColumn, Mapping } from '../../contract.ts'
import { type Encoding, surveyBytes } from '../../rules/encoding.ts'
import type { EntryKind } from '../../rules/entryColumns.ts'
import { type Holds, hasHeader } from '../../rules/fields.ts'
import { recognizeFile } from '../../rules/origins.ts'
import { detectSeparator } from '../../rules/separator.ts'
import { cardColumns } from '../../rules/vcard.ts'
import { beginningOf, type FileFormat, MAX_COLUMNS, MAX_RECORD_BYTES, recordsOf } from './records.ts'

/** Everything that is known of a file before a row of it is imported. */
export interface Inspection {
  format: FileFormat
  origin: string | null
  holds: Holds
  /** What every row of a history is, where no column says it. */
  entry_kind: EntryKind | null
  /** The sheet that was read, where a workbook has several. */
  sheet: string | null
  columns: ImportColumn[]
  mapping: Mapping
  row_count: number
}

const SAMPLE_ROWS = 20
const SAMPLES_SHOWN = 5
/** What is looked at of a cell, to guess what its column holds. */
const SAMPLE_READ = 1000
/** A cell of the preview is cut here. */
const SAMPLE_LENGTH = 120
const MAX_ROWS = 1_000_000

const cardMapping: Mapping = [
  'full_name',
  'first_name',
  'middle_name',
  'last_name',
  'email',
  'phone',
  'areas',
  'tags',
  'note',
  null,
  null,
]

const unreadable = (sentence: string) => new Refusal('unsupported_media_type', sentence)

/**
 * Reads a file once from end to end: what it is, how it is written, what its columns hold, how many rows there are. In the
 * place of a workbook stand its rows afterwards.
 */
export async function inspectFile(path: string): Promise<Inspection> {
  const magic = await magicOf(path)
  if (magic.startsWith('504b')) return inspectWorkbook(path)
  if (magic === OLD_OFFICE)
    throw unreadable(
      'This workbook is in Excel 97–2003 format (.xls) or has a password. Save it as .xlsx without a password.',
    )
  const encoding = await encodingOf(path)
  const text = (await beginningOf(path, encoding)).replace(/^\ufeff/, '')
  if (text.trim() === '') throw unreadable('The file is empty.')
  if (/^\s*BEGIN:VCARD/i.test(text))
    return inspectCards({ path, kind: 'vcard', encoding, separator: null, has_header: false })
  if (/^\s*(<\?xml|<!doctype|<html|\{\\rtf|%PDF)/i.test(text))
    throw unreadable('This is not a CSV file. Save the list as CSV and upload that.')
  return inspectRows({ path, kind: 'csv', encoding, separator: detectSeparator(text), has_header: false })
}

/** The first bytes of the containers that Office wrote until 2003, and writes to this day for what has a password. */
const OLD_OFFICE = 'd0cf11e0'

async function magicOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead).toString('hex')
  } finally {
    await file.close()
  }
}

const MEGABYTE = 1024 * 1024
/** Of a workbook; the file itself is as large as any upload may be. */
export const workbookLimits = {
  maxRows: MAX_ROWS + 1,
  maxColumns: MAX_COLUMNS,
  maxRowLength: MAX_RECORD_BYTES,
  maxUnpackedBytes: 400 * MEGABYTE,
  maxWrittenBytes: 400 * MEGABYTE,
}

async function inspectWorkbook(path: string): Promise<Inspection> {
  const { unpackWorkbook } = await import('./workbook.ts')
  const unpacked = `${path}.rows`
  try {
    const { sheet } = await unpackWorkbook(path, unpacked, workbookLimits)
    await rename(unpacked, path)
    const format: FileFormat = { path, kind: 'xlsx', encoding: 'utf-8', separator: null, has_header: false }
    return { ...(await inspectRows(format)), sheet }
  } catch (error) {
    await rm(unpacked, { force: true })
    throw error
  }
}

async function encodingOf(path: string): Promise<Encoding> {
  const survey = surveyBytes()
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) survey.add(bytes)
  const encoding = survey.encoding()
  if (!encoding) throw unreadable('This is not a text file. Upload an Excel (.xlsx), CSV or vCard file.')
  return encoding
}

async function sampleOf(format: FileFormat): Promise<{ rows: string[][]; count: number }> {
  const rows: string[][] = []
  let count = 0
  for await (const { row, cells, problem } of recordsOf(format)) {
    count = row
    if (!problem && rows.length < SAMPLE_ROWS) rows.push(cells.map(cell => cell.slice(0, SAMPLE_READ)))
    if (count > MAX_ROWS)
      throw new Refusal('too_large', `The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it.`)
  }
  return { rows, count }
}

const columnsOf = (names: readonly string[], mapping: Mapping, rows: readonly string[][]): ImportColumn[] =>
  names.map((name, at) => ({
    name: name.slice(0, SAMPLE_LENGTH).toWellFormed(),
    suggested: mapping[at] ?? null,
    samples: rows
      .flatMap(row => row[at]?.trim() || [])
      .slice(0, SAMPLES_SHOWN)
      .map(cell => cell.slice(0, SAMPLE_LENGTH).toWellFormed()),
  }))

async function inspectCards(format: FileFormat): Promise<Inspection> {
  const { rows, count } = await sampleOf(format)
  if (count === 0) throw unreadable('The file has no contact cards.')
  const columns = columnsOf(cardColumns, cardMapping, rows)
  return {
    format,
    origin: null,
    holds: 'people',
    entry_kind: null,
    sheet: null,
    columns,
    mapping: cardMapping,
    row_count: count,
  }
}

async function inspectRows(format: FileFormat): Promise<Inspection> {
  const { rows, count } = await sampleOf(format)
  const [first = []] = rows
  const has_header = hasHeader(first)
  const data = has_header ? rows.slice(1) : rows
  if (count - Number(has_header) < 1) throw unreadable('The file has a header but no rows.')
  const width = Math.max(...rows.map(row => row.length))
  const names = Array.from({ length: width }, (_, at) => (has_header ? (first[at]?.trim() ?? '') : ''))
  const { origin, holds, entry_kind, mapping } = recognizeFile(names, data)
  const shown = names.map((name, at) => name || `Column ${at + 1}`)
  return {
    format: { ...format, has_header },
    origin: has_header ? origin : null,
    holds,
    entry_kind,
    sheet: null,
    columns: columnsOf(shown, mapping, data),
    mapping,
    row_count: count - Number(has_header),
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectLinearWork } from '../../../../testing/work.ts'
import { type ImportField, importFields } from '../../rules/fields.ts'
import { readRow } from '../../rules/row.ts'
import { inspectFile } from './inspection.ts'
import { type FileFormat, type FileRecord, recordsOf } from './records.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const fields = Object.keys(importFields) as ImportField[]

describe('a file that somebody sends', { timeout: 60_000 }, () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keyturn-records-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const format = (path: string, kind: FileFormat['kind']): FileFormat => ({
    path,
    kind,
    encoding: 'utf-8',
    separator: kind === 'csv' ? ',' : null,
    has_header: false,
  })
  const saved = async (text: string) => {
    const path = join(folder, crypto.randomUUID())
    await writeFile(path, text)
    return path
  }
  async function read(text: string, kind: FileFormat['kind']): Promise<FileRecord[]> {
    const records: FileRecord[] = []
    for await (const record of recordsOf(format(await saved(text), kind))) records.push(record)
    return records
  }

  /** Everything that becomes of a file: judged, read to its end, each row understood under a mapping to every field. */
  async function understand(text: string, kind: FileFormat['kind']): Promise<void> {
    const path = await saved(text)
    await inspectFile(path).catch(() => {})
    for await (const { cells } of recordsOf(format(path, kind)))
      readRow(cells, fields, { now: NOW, onInvalid: 'leave_out' })
  }

  const repeated = (sign: string, length: number) => sign.repeat(Math.ceil(length / sign.length))

  it.each([
    ['one line without an end', (size: number) => repeated('x', size)],
    ['a quote that is never closed', (size: number) => `"${repeated('x\n', size)}`],
    ['quotes', (size: number) => repeated('"', size)],
    ['quotes with separators', (size: number) => repeated('",', size)],
    ['separators', (size: number) => repeated(',', size)],
    ['blank lines', (size: number) => repeated('\n', size)],
    ['lines of spaces', (size: number) => repeated(' \r\n', size)],
    ['rows', (size: number) => repeated('a,b,c\n', size)],
    ['null characters', (size: number) => repeated('\0a', size)],
  ])('of %s is read in work that grows with its size', async (_, textOf) => {
    await expectLinearWork(20_000, size => {
      const text = textOf(size)
      return () => understand(text, 'csv')
    })
  })

  it.each([
    ['spaces', ' '],
    ['line breaks', '\n'],
    ['line breaks between spaces', ' \n'],
    ['digits', '1'],
    ['dots after a digit', '.'],
    ['commas', ','],
    ['semicolons', ';'],
    ['opened addresses', '<'],
    ['at signs', 'a@'],
    ['words', 'or '],
    ['dashes', '-'],
    ['plus signs', '+1'],
  ])('with cells full of %s is understood in work that grows with their length', async (_, sign) => {
    await expectLinearWork(2000, size => {
      const row = fields.map(() => `"1${repeated(sign, size)}1x"`).join(',')
      const text = `${row}\n`.repeat(3)
      return () => understand(text, 'csv')
    })
  })

  it.each([
    ['parameters', (size: number) => `N${repeated(';', size)}:a`],
    ['parameters with values', (size: number) => `N${repeated(';a=b', size)}:a`],
    ['parameters in a quote', (size: number) => `N;X="${repeated(':;a=', size)}":a`],
    ['parameters after a quote that is never closed', (size: number) => `N;X="${repeated(';a="', size)}:a`],
    ['groups', (size: number) => `${repeated('a.', size)}N:a`],
    ['parts of a name', (size: number) => `N:${repeated(';', size)}`],
    ['escapes', (size: number) => `CATEGORIES:${repeated('\\,', size)}`],
    ['categories', (size: number) => `CATEGORIES:${repeated('a,', size)}`],
    ['one line', (size: number) => `NOTE:${repeated('x', size)}`],
    ['folded lines', (size: number) => `NOTE:a${repeated('\n x', size)}`],
    ['quoted-printable', (size: number) => `NOTE;ENCODING=QUOTED-PRINTABLE:${repeated('=C3=A9', size)}`],
    ['broken quoted-printable', (size: number) => `NOTE;ENCODING=QUOTED-PRINTABLE:${repeated('a=\n', size)}`],
    ['components', (size: number) => repeated('BEGIN:X\n', size)],
    ['numbers', (size: number) => repeated('TEL;TYPE=CELL:416 555 0101\n', size)],
    ['pictures', (size: number) => repeated('PHOTO:AAAA\n \n', size)],
  ])('as a card full of %s is read in work that grows with its size', async (_, lines) => {
    await expectLinearWork(25_000, size => {
      const card = (version: string) => `BEGIN:VCARD\nVERSION:${version}\n${lines(size)}\nEND:VCARD\n`
      const text = ['2.1', '3.0', '4.0'].map(card).join('')
      return () => understand(text, 'vcard')
    })
  })

  it('as a card with a million parameters is one contact, with what follows them', async () => {
    const [record] = await read(`BEGIN:VCARD\nN;${';'.repeat(1_000_000)}:Roe;Jane\nFN:Jane Roe\nEND:VCARD\n`, 'vcard')
    expect(record).toMatchObject({ row: 1, line: 1, problem: null })
    expect(record?.cells[0]).toBe('Jane Roe')
  })

  it('as cards has its lines unfolded wherever the pieces end in which it is read', async () => {
    const note = 'A note of some length. '.repeat(100).trim()
    const folded = (note.match(/.{1,70}/g) ?? []).join('\r\n ')
    const card = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jane Roe\r\nNOTE:${folded}\r\nEND:VCARD\r\n`
    const records = await read(card.repeat(100), 'vcard')
    expect(records).toHaveLength(100)
    expect(new Set(records.map(({ cells }) => cells[8]))).toEqual(new Set([note]))
    expect(records.map(({ line }) => line).slice(0, 2)).toEqual([1, card.split('\r\n').length])
  })

  it('as a card without an end says so', async () => {
    expect(await read('BEGIN:VCARD\nFN:Jane', 'vcard')).toMatchObject([{ problem: 'The card has no end.' }])
  })
})

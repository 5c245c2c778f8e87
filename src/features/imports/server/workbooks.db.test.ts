import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workbookFiles, writeWorkbook, zipOf } from '../../../testing/imports/workbooks.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { workbookLimits } from './jobs/inspection.ts'
import { storedRows, unpackWorkbook } from './jobs/workbook.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyturn-workbooks-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The rows of a workbook, as they are read. */
async function rowsIn(workbook: Buffer, limits = workbookLimits) {
  const path = join(folder, 'book.xlsx')
  await writeFile(path, workbook)
  const { sheet } = await unpackWorkbook(path, `${path}.rows`, limits)
  const rows: [number, ...string[]][] = []
  for await (const { line, cells } of storedRows(`${path}.rows`)) rows.push([line, ...cells])
  return { sheet, rows }
}

const cell = (reference: string, value: string | number, rest = '') => `<c r="${reference}" ${rest}><v>${value}</v></c>`
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`

/** The size that a zip says a file of its unpacks to, changed in its list of files. */
function claiming(workbook: Buffer, name: string, size: number): Buffer {
  const changed = Buffer.from(workbook)
  const at = changed.lastIndexOf(name) - 46
  expect(changed.readUInt32LE(at)).toBe(0x02014b50)
  changed.writeUInt32LE(size, at + 24)
  return changed
}

describe('a workbook', () => {
  it('is read with its gaps, texts, numbers, days and what its formulas last came to', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs>`
    const texts =
      '<si><t>Élodie</t></si><si><r><t>Van </t></r><r><t xml:space="preserve">Dyk &amp; Co</t></r><rPh><t>x</t></rPh></si>'
    const sheet = [
      `<row r="3">${cell('B3', 0, 't="s"')}${cell('D3', 1, 't="s"')}</row>`,
      `<row r="4">${cell('A4', '4.165550101E9')}${cell('B4', 46_023, 's="1"')}${cell('C4', 46_023.5, 's="2"')}
        <c r="D4"><f>A4*2</f><v>12</v></c><c r="E4" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="F4"><f>NOW()</f></c>
        ${cell('G4', '#N/A', 't="e"')}${cell('H4', 1, 't="b"')}${cell('I4', 9, 't="s"')}</row>`,
      '<row r="5"><c r="A5"/><c r="B5" s="1"/></row>',
      row(text('no reference'), text('line one\nline\u2028two')),
    ]
    const book = await zipOf(workbookFiles({ sheets: { People: sheet.join('') }, styles, texts }))
    expect(await rowsIn(book)).toEqual({
      sheet: null,
      rows: [
        [3, '', 'Élodie', '', 'Van Dyk & Co'],
        [4, '4165550101', '2026-01-01', '2026-01-01 12:00:00', '12', 'ab', '', '', 'TRUE', ''],
        [6, 'no reference', 'line one\nline\u2028two'],
      ],
    })
  })

  it('that counts its days from 1904, or names its tags with a prefix, is read alike', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>'
    const of1904 = workbookFiles({
      sheets: { A: row(cell('A1', 44_561, 's="0"')) },
      styles,
      workbook: '<workbookPr date1904="1"/>',
    })
    expect((await rowsIn(await zipOf(of1904))).rows).toEqual([[1, '2026-01-01']])
    const prefixed =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>Ada</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    const files = workbookFiles({ sheets: { A: '' }, more: { 'xl/worksheets/sheet0.xml': prefixed } })
    expect((await rowsIn(await zipOf(files))).rows).toEqual([[1, 'Ada']])
  })

  it('with several sheets is read from the first visible one that holds something, and says which', async () => {
    const sheets = {
      Hidden: row(text('secret')),
      Cover: '<row r="1"><c r="A1"/></row>',
      Leads: row(text('Ada')),
      More: row(text('Bo')),
    }
    const book = await zipOf(workbookFiles({ sheets, states: { Hidden: 'state="veryHidden"' } }))
    expect(await rowsIn(book)).toEqual({ sheet: 'Leads', rows: [[1, 'Ada']] })
    await expect(rowsIn(await zipOf(workbookFiles({ sheets: { A: '' } })))).rejects.toThrow('has no rows')
  })

  it('that is something else is refused with what to do', async () => {
    const macros = workbookFiles({ sheets: { A: row(text('Ada')) }, more: { 'xl/vbaProject.bin': 'x' } })
    await expect(rowsIn(await zipOf(macros))).rejects.toThrow('with macros')
    await expect(rowsIn(await zipOf({ '[Content_Types].xml': 'x', 'xl/workbook.bin': 'x' }))).rejects.toThrow('.xlsb')
    await expect(rowsIn(await zipOf({ 'photos/a.jpg': 'x' }))).rejects.toThrow('has no Excel workbook')
    const whole = await zipOf(workbookFiles({ sheets: { A: row(text('Ada')).repeat(5000) } }))
    const damaged = Buffer.from(whole)
    damaged.fill(0xff, 700, 1400)
    await expect(rowsIn(damaged)).rejects.toThrow('cannot be read')
    await expect(rowsIn(whole.subarray(0, whole.length / 2))).rejects.toThrow('cannot be read')
    const unfinished = workbookFiles({
      sheets: { A: '' },
      more: { 'xl/worksheets/sheet0.xml': '<worksheet><sheetData><row>' },
    })
    await expect(rowsIn(await zipOf(unfinished))).rejects.toThrow('cannot be read')
  })
})

describe('a workbook made to do harm', () => {
  const refused = { code: 'too_large', message: expect.stringContaining('too large') }
  const small = { ...workbookLimits, maxUnpackedBytes: 2_000_000, maxWrittenBytes: 1_000_000 }

  it('is not unpacked beyond what may be read, whatever it says of its size', async () => {
    const bomb = await zipOf(workbookFiles({ sheets: { A: row(text('aaaaaaaaaa')).repeat(200_000) } }))
    expect(bomb.length).toBeLessThan(100_000)
    await expect(rowsIn(bomb, small)).rejects.toMatchObject(refused)
    await expect(rowsIn(claiming(bomb, 'xl/worksheets/sheet0.xml', 100), small)).rejects.toMatchObject(refused)
    await expect(rowsIn(claiming(bomb, 'xl/worksheets/sheet0.xml', 2 ** 31))).rejects.toMatchObject(refused)
  })

  it('does not grow when it is written: not by texts that cells share, nor by empty columns', async () => {
    const shared = workbookFiles({
      sheets: { A: row(cell('A1', 0, 't="s"')).repeat(500) },
      texts: `<si><t>${'x'.repeat(9000)}</t></si>`,
    })
    await expect(rowsIn(await zipOf(shared), small)).rejects.toMatchObject(refused)
    const wide = workbookFiles({ sheets: { A: `<row>${cell('A1', 1)}${cell('XFD1', 2)}</row>` } })
    expect((await rowsIn(await zipOf(wide))).rows).toEqual([[1, '1']])
  })

  it('cannot fill the memory with a text, a tag or a list of files that has no end', async () => {
    const endless = (xml: string) =>
      zipOf(workbookFiles({ sheets: { A: '' }, more: { 'xl/worksheets/sheet0.xml': xml } }))
    const characters = 'a'.repeat(3_000_000)
    for (const xml of [`<a><!--${characters}`, `<${characters}`, `<a b="${characters}`, `<a>${characters}`])
      await expect(rowsIn(await endless(xml))).rejects.toThrow('cannot be read')
    const long = workbookFiles({ sheets: { A: row(text(characters.slice(0, 900_000))) } })
    expect((await rowsIn(await zipOf(long))).rows[0]?.[1]).toHaveLength(32_767)
    const many = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`some/file/of/many/${at}`, 'x']))
    await expect(rowsIn(await zipOf(many))).rejects.toMatchObject(refused)
  })

  it('is refused beyond a number of rows', async () => {
    const rows = await zipOf(workbookFiles({ sheets: { A: row(text('Ada')).repeat(101) } }))
    await expect(rowsIn(rows, { ...workbookLimits, maxRows: 100 })).rejects.toMatchObject(refused)
  })
})

describe('an import of a workbook', { timeout: 120_000 }, () => {
  let server: TestServer
  let admin: TestClient
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.signIn('admin')
  }, 60_000)
  afterAll(() => server.close())

  const upload = (file: Buffer, start: boolean) => {
    const form = new FormData()
    form.set('start', start ? '1' : '0')
    form.set('file', new Blob([new Uint8Array(file)]), 'people.xlsx')
    return admin.upload('imports', form)
  }
  const over = (id: number, status: string) =>
    expect
      .poll(async () => (await admin.get(`imports/${id}`)).data.status, { timeout: 90_000, interval: 100 })
      .toBe(status)
      .then(async () => (await admin.get(`imports/${id}`)).data)

  it('of 20,000 rows is previewed, arrives, and is taken back, like any other', async () => {
    const heading = ['First name', 'Last name', 'E-mail', 'Cell phone', 'Budget', 'Created']
    function* people() {
      yield heading
      yield ['Ada', 'Wrong', 'no address', '', '', '']
      for (let at = 0; at < 20_000; at++)
        yield [
          `Ada ${at}`,
          'Book',
          `ada${at}@book.test`,
          4_165_550_000 + (at % 10_000),
          900_000 + at,
          new Date('2026-01-02T15:00:00Z'),
        ]
    }
    const { data: sent, http } = await upload(await writeWorkbook(join(folder, 'large.xlsx'), people()), false)
    expect([http, sent.kind, sent.status, sent.row_count, sent.sheet]).toEqual([201, 'xlsx', 'waiting', 20_001, null])
    expect(sent.mapping).toEqual(['first_name', 'last_name', 'email', 'phone', 'price', 'created_at'])
    const { data: preview } = await admin.post(`imports/${sent.id}/preview`)
    expect(preview.rows[0]).toMatchObject({ line: 2, outcome: 'failed' })
    expect([preview.rows.length, preview.has_more]).toEqual([20, true])
    const more = (await admin.post(`imports/${sent.id}/preview`, { first: 100 })).data
    expect([more.rows.length, more.has_more]).toEqual([100, true])
    expect(preview.rows[1]).toMatchObject({ name: 'Ada 0 Book', phone: '+14165550000', price: '$900,000 to $900,000' })
    await admin.post(`imports/${sent.id}/start`, {
      mapping: ['first_name', 'last_name', 'email', null, 'price', 'created_at'],
    })
    const done = await over(sent.id, 'done')
    expect(done).toMatchObject({ created: 20_000, failed: 1, rows_done: 20_001 })
    expect(done.errors.data).toMatchObject([
      { line: 2, outcome: 'failed', cells: expect.arrayContaining(['no address']) },
    ])
    const { rows } = await server.database.pool.query(
      `SELECT first_name, stated_price_min, created_at FROM leads WHERE email = 'ada7@book.test'`,
    )
    expect(rows).toEqual([
      { first_name: 'Ada 7', stated_price_min: 90_000_700, created_at: expect.stringContaining('2026-01-02') },
    ])
    await admin.post(`imports/${sent.id}/undo`)
    expect(await over(sent.id, 'undone')).toMatchObject({ deleted: 20_000 })
  })

  it('of an old or protected one, with macros, or of a bomb leaves nothing behind', async () => {
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])
    const answer = await upload(old, true)
    expect([answer.http, answer.message]).toEqual([415, expect.stringContaining('Excel 97–2003')])
    const macros = workbookFiles({ sheets: { A: row(text('Ada')) }, more: { 'xl/vbaProject.bin': 'x' } })
    expect(await upload(await zipOf(macros), true)).toMatchObject({ http: 415 })
    const bomb = await zipOf(workbookFiles({ sheets: { A: row(text('Ada')) } }))
    expect(await upload(claiming(bomb, 'xl/worksheets/sheet0.xml', 2 ** 31), true)).toMatchObject({ http: 413 })
    expect(await readdir(join(server.filesDir, 'incoming'))).toEqual([])
  })
})

import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { ExportFormat } from '../../contract.ts'
import { type Cell, cellText } from '../../rules/cells.ts'
import { type ExportColumn, exportColumns } from '../../rules/columns.ts'

/** A file that grows row by row, no faster than it is written. */
export interface Sheet {
  add(cells: readonly Cell[]): Promise<void>
  end(): Promise<void>
}

/** Begins a file with the headings of its columns. */
export const beginSheet = (format: ExportFormat, columns: readonly ExportColumn[], file: Writable): Promise<Sheet> =>
  format === 'csv' ? beginCsv(columns, file) : beginWorkbook(columns, file)

/** With the mark by which Excel knows UTF-8; texts in quotes, so that no other separator splits them. */
async function beginCsv(columns: readonly ExportColumn[], file: Writable): Promise<Sheet> {
  const rows = stringify({ bom: true, quoted_string: true, record_delimiter: 'windows' })
  const written = pipeline(rows, file)
  // Whoever waits for room hears of it; nobody waits between two rows.
  written.catch(() => {})
  const add = async (cells: readonly (string | number)[]) => {
    if (!rows.write(cells)) await Promise.race([once(rows, 'drain'), written])
  }
  await add(columns.map(name => exportColumns[name].heading))
  return {
    add: cells => add(cells.map(cellText)),
    async end() {
      rows.end()
      await written
    },
  }
}

const formats: Readonly<Record<string, string>> = { money: '#,##0', time: 'yyyy-mm-dd hh:mm' }
const widths: Readonly<Record<string, number>> = { text: 22, phone: 18, time: 17 }

/** Loaded by the first workbook: it takes tens of megabytes. */
async function beginWorkbook(columns: readonly ExportColumn[], file: Writable): Promise<Sheet> {
  const { WorkbookWriter } = await import('@cj-tech-master/excelts')
  const written = finished(file)
  written.catch(() => {})
  const workbook = new WorkbookWriter({ stream: file, useStyles: true, useSharedStrings: false })
  const sheet = workbook.addWorksheet('Leads', { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map(name => {
    const { kind } = exportColumns[name]
    const numFmt = formats[kind]
    return { width: widths[kind] ?? 12, ...(numFmt ? { style: { numFmt } } : {}) }
  })
  const headings = sheet.addRow(columns.map(name => exportColumns[name].heading))
  headings.font = { bold: true }
  headings.commit()
  return {
    async add(cells) {
      sheet.addRow([...cells]).commit()
      if (file.writableNeedDrain) await Promise.race([once(file, 'drain'), written])
    },
    async end() {
      sheet.commit()
      await workbook.commit()
      await written
    },
  }
}

import { cellText, columnOf, isDateFormat, MAX_CELL_LENGTH } from '../../rules/sheets.ts'
import type { XmlTarget } from './xml.ts'

type Attributes = Readonly<Record<string, string>>

/** A file of a workbook that another one names. */
export interface Relation {
  id: string
  /** The last part of its type, such as `worksheet`. */
  type: string
  target: string
}

/** Nothing but the opening tags of a file. */
function tags<Item>(itemOf: (name: string, attributes: Attributes) => Item | null): XmlTarget<Item> {
  let found: Item[] = []
  return {
    open(name, attributes) {
      const item = itemOf(name, attributes)
      if (item !== null) found.push(item)
    },
    text() {},
    close() {},
    take() {
      const taken = found
      found = []
      return taken
    },
  }
}

/** The files that a file of a workbook names. */
export const relations = (): XmlTarget<Relation> =>
  tags((name, { Id = '', Type = '', Target = '' }) =>
    name === 'Relationship' ? { id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: Target } : null,
  )

/** A sheet, as the workbook lists it; or how the workbook counts days. */
export type WorkbookItem =
  | { kind: 'sheet'; name: string; isHidden: boolean; relation: string }
  | { kind: 'dates'; countsFrom1904: boolean }

/** The sheets of a workbook, in their order. */
export const workbookItems = (): XmlTarget<WorkbookItem> =>
  tags((name, attributes) => {
    if (name === 'workbookPr') return { kind: 'dates', countsFrom1904: /^(1|true)$/.test(attributes.date1904 ?? '') }
    if (name !== 'sheet') return null
    const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    const isHidden = attributes.state !== undefined && attributes.state !== 'visible'
    return { kind: 'sheet', name: attributes.name ?? '', isHidden, relation }
  })

/** For each style of cells, in their order, whether its cells are days or times. */
export function dateStyles(): XmlTarget<boolean> {
  const codes = new Map<number, string>()
  let inCells = false
  const found = tags<boolean>((name, { numFmtId = '0', formatCode = '' }) => {
    if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
    if (name === 'cellXfs') inCells = true
    return inCells && name === 'xf' ? isDateFormat(Number(numFmtId), codes.get(Number(numFmtId))) : null
  })
  return {
    ...found,
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  }
}

/** The texts of a cell or of a shared string: those of all its runs, without the hints on how to pronounce them. */
function textCollector() {
  let text = ''
  let isOpen = false
  let isPhonetic = false
  return {
    begin() {
      text = ''
      isOpen = false
    },
    open(name: string) {
      if (name === 'rPh') isPhonetic = true
      if (name === 't' || name === 'v') isOpen = !isPhonetic
    },
    add(more: string) {
      if (isOpen && text.length < MAX_CELL_LENGTH) text += more
    },
    close(name: string) {
      if (name === 'rPh') isPhonetic = false
      if (name === 't' || name === 'v') isOpen = false
    },
    text: () => text.slice(0, MAX_CELL_LENGTH),
  }
}

/** The texts that cells share, in their order. */
export function sharedTexts(): XmlTarget<string> {
  const collector = textCollector()
  let found: string[] = []
  return {
    open(name) {
      if (name === 'si') collector.begin()
      collector.open(name)
    },
    text: collector.add,
    close(name) {
      collector.close(name)
      if (name === 'si') found.push(collector.text())
    },
    take() {
      const taken = found
      found = []
      return taken
    },
  }
}

/** A row of a sheet that holds something. */
export interface SheetRow {
  /** Its number in the sheet. */
  line: number
  cells: string[]
}

/** What the cells of a sheet refer to. */
export interface SheetContext {
  sharedText(index: number): string
  isDate(style: number): boolean
  countsFrom1904: boolean
  maxColumns: number
}

/** Excel's own limit. */
const MAX_LINE = 1_048_576

/** The rows of a sheet that hold something. */
export function sheetRows({ sharedText, isDate, countsFrom1904, maxColumns }: SheetContext): XmlTarget<SheetRow> {
  const collector = textCollector()
  let found: SheetRow[] = []
  let row: SheetRow = { line: 0, cells: [] }
  let cell = { column: -1, type: 'n', style: 0 }
  const endCell = () => {
    if (cell.column >= maxColumns) return
    const text = collector.text()
    const stored = cell.type === 's' && text !== '' ? sharedText(Number(text)) : text
    row.cells[cell.column] = cellText({ type: cell.type, stored, isDate: isDate(cell.style), countsFrom1904 })
  }
  return {
    open(name, { r, t = 'n', s = '0' }) {
      if (name === 'row') {
        const line = Number(r)
        row = { line: line > row.line && line <= MAX_LINE ? line : row.line + 1, cells: [] }
        cell = { column: -1, type: 'n', style: 0 }
      }
      if (name === 'c') {
        cell = { column: columnOf(r) ?? cell.column + 1, type: t, style: Number(s) }
        collector.begin()
      }
      collector.open(name)
    },
    text: collector.add,
    close(name) {
      collector.close(name)
      if (name === 'c') endCell()
      if (name !== 'row') return
      // Columns without a cell are empty.
      const cells = Array.from(row.cells, text => text ?? '')
      if (cells.some(text => text.trim() !== '')) found.push({ line: row.line, cells })
    },
    take() {
      const taken = found
      found = []
      return taken
    },
  }
}

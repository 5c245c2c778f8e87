import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { drawText, type Faces, prepareFaces, widthOf } from './faces.ts'
import type { StatementPage, StatementRow } from './statementPage.ts'

/** The paper of offices in Canada. */
const [WIDTH, HEIGHT] = [612, 792]
const EDGE = 48
const NUMBER_WIDTH = 74
const ROW = 20

const ink = rgb(0.09, 0.1, 0.13)
const quiet = rgb(0.4, 0.42, 0.47)
const hairline = rgb(0.85, 0.86, 0.88)

interface Pen {
  document: PDFDocument
  page: PDFPage
  regular: Faces
  bold: Faces
  y: number
}

/** Draws a statement as a PDF of as many pages as it takes. Loaded when one is asked for: what writes PDFs is a tenth of the server's modules. */
export async function drawStatement(statement: StatementPage): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(`${statement.title}, ${statement.person}`)
  document.setLanguage('en-CA')
  const { regular, bold } = await prepareFaces(document, textsOf(statement))
  const pen: Pen = { document, page: document.addPage([WIDTH, HEIGHT]), regular, bold, y: HEIGHT - EDGE }
  drawHead(pen, statement)
  drawTable(pen, statement)
  drawSums(pen, statement)
  return document.save()
}

/** Everything that a statement says. */
const textsOf = ({ house, title, person, about, facts, columns, rows, sums, note }: StatementPage): string[] => [
  ...[house, title, person, about, note, CUT],
  ...[...facts, ...sums].flat(),
  ...columns,
  ...rows.flatMap(row => [...row.cells, row.note ?? '']),
]

/** Ends a text that is too long for its place. */
const CUT = '…'

interface Words {
  x?: number
  size?: number
  font?: Faces
  color?: typeof ink
  /** The right edge that it ends at. */
  to?: number
  /** How wide it may be before it is cut. */
  within?: number
}

function write(
  pen: Pen,
  text: string,
  { x = EDGE, size = 9, font = pen.regular, color = ink, to, within }: Words,
): void {
  const words = fitted(text, { font, size, within })
  const at = to === undefined ? x : to - widthOf(words, font, size)
  drawText(pen.page, words, { x: at, y: pen.y, size, faces: font, color })
}

function fitted(
  text: string,
  { font, size, within }: { font: Faces; size: number; within: number | undefined },
): string {
  if (within === undefined || widthOf(text, font, size) <= within) return text
  const characters = [...text]
  const cutAt = (length: number) => `${characters.slice(0, length).join('').trimEnd()}${CUT}`
  let [fits, tooLong] = [0, characters.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (widthOf(cutAt(middle), font, size) <= within) fits = middle
    else tooLong = middle
  }
  return cutAt(fits)
}

/** A text in as many lines as it takes. */
function wrapped(text: string, { font, size, within }: { font: Faces; size: number; within: number }): string[] {
  const lines: string[] = []
  let line = ''
  const add = (piece: string) => {
    if (widthOf(line + piece, font, size) > within && line !== '') {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    } else line += piece
  }
  for (const word of text.match(/\S+\s*/g) ?? []) {
    if (widthOf(word, font, size) <= within) add(word)
    else for (const character of word) add(character)
  }
  return [...lines, line.trimEnd()]
}

function drawHead(pen: Pen, { house, title, person, about, facts }: StatementPage): void {
  write(pen, house, { size: 11, font: pen.bold })
  pen.y -= 34
  write(pen, title, { size: 20, font: pen.bold })
  pen.y -= 20
  write(pen, person, { size: 12, font: pen.bold })
  pen.y -= 15
  write(pen, about, { size: 10, color: quiet, within: WIDTH - EDGE * 2 })
  pen.y -= 24
  for (const [label, value] of facts) {
    write(pen, label, { color: quiet })
    const size = 9
    for (const [at, line] of wrapped(value, { font: pen.regular, size, within: WIDTH - EDGE * 2 - 110 }).entries()) {
      if (at > 0) pen.y -= 12
      write(pen, line, { x: EDGE + 110, size })
    }
    pen.y -= 14
  }
  pen.y -= 14
}

/** Where each column begins, or ends for numbers. */
function placesOf({ columns, texts }: StatementPage): { x: number; to: number | undefined; within: number }[] {
  const numbers = columns.length - texts
  const forTexts = WIDTH - EDGE * 2 - numbers * NUMBER_WIDTH
  // The first text is the name of the row, the others explain it.
  const first = texts === 1 ? forTexts : forTexts * 0.68
  return columns.map((_, at) => {
    if (at >= texts) {
      const to = WIDTH - EDGE - (columns.length - 1 - at) * NUMBER_WIDTH
      return { x: 0, to, within: NUMBER_WIDTH - 6 }
    }
    const width = at === 0 ? first : (forTexts - first) / Math.max(1, texts - 1)
    return { x: EDGE + (at === 0 ? 0 : first + (at - 1) * width), to: undefined, within: width - 8 }
  })
}

function drawTable(pen: Pen, statement: StatementPage): void {
  const places = placesOf(statement)
  const drawRow = ({ cells, note }: StatementRow, words: Words) => {
    for (const [at, cell] of cells.entries()) write(pen, cell, { ...words, ...places[at] })
    if (note !== undefined) {
      const size = 7.5
      for (const line of wrapped(note, { font: pen.regular, size, within: WIDTH - EDGE * 2 })) {
        pen.y -= 11
        if (pen.y < EDGE) turn(pen)
        write(pen, line, { size, color: quiet })
      }
    }
    pen.page.drawLine({
      start: { x: EDGE, y: pen.y - 7 },
      end: { x: WIDTH - EDGE, y: pen.y - 7 },
      thickness: 0.5,
      color: hairline,
    })
    pen.y -= ROW
  }
  const drawHeads = () => drawRow({ cells: statement.columns }, { font: pen.bold, size: 8, color: quiet })
  drawHeads()
  for (const row of statement.rows) {
    if (pen.y < EDGE + ROW * 7) {
      turn(pen)
      drawHeads()
    }
    drawRow(row, { size: 8.5 })
  }
}

function turn(pen: Pen): void {
  pen.page = pen.document.addPage([WIDTH, HEIGHT])
  pen.y = HEIGHT - EDGE
}

function drawSums(pen: Pen, { sums, note }: StatementPage): void {
  pen.y -= 8
  for (const [at, [label, value]] of sums.entries()) {
    const isLast = at === sums.length - 1
    const words = isLast ? { font: pen.bold, size: 12 } : { size: 10 }
    write(pen, label, { ...words, x: WIDTH - EDGE - 230 })
    write(pen, value, { ...words, to: WIDTH - EDGE })
    pen.y -= isLast ? 22 : 16
  }
  pen.y -= 8
  const size = 8
  for (const line of wrapped(note, { font: pen.regular, size, within: WIDTH - EDGE * 2 })) {
    write(pen, line, { size, color: quiet })
    pen.y -= 11
  }
}

import * as fontkit from '@cantoo/fontkit'
import type { Color, PDFDocument, PDFFont, PDFPage } from '@cantoo/pdf-lib'
import { runsOf } from './runs.ts'
import { type Slice, sliceOf, typeface, type Weight } from './typefaces.ts'

/** The typefaces of one weight, for all scripts of a document. */
export type Faces = ReadonlyMap<Slice, PDFFont>

/** Digits of one width, so that amounts stand below each other. Marks are off: pdf-lib places glyphs by their width alone. */
const features = { tnum: true, mark: false, mkmk: false, abvm: false, blwm: false, kern: false }

/** Brings into a document the typefaces that its texts need, and no others. */
export async function prepareFaces(
  document: PDFDocument,
  texts: readonly string[],
): Promise<{ regular: Faces; bold: Faces }> {
  document.registerFontkit(fontkit)
  const slices = new Set(texts.flatMap(text => runsOf(text, sliceOf).map(({ slice }) => slice)))
  const inWeight = async (weight: Weight): Promise<Faces> => {
    const faces = new Map<Slice, PDFFont>()
    for (const slice of slices) {
      faces.set(slice, await document.embedFont(await typeface(slice, weight), { subset: true, features }))
    }
    return faces
  }
  return { regular: await inWeight(400), bold: await inWeight(600) }
}

const partsOf = (text: string, faces: Faces): { font: PDFFont; text: string }[] =>
  runsOf(text, sliceOf).flatMap(run => {
    const font = faces.get(run.slice)
    return font ? [{ font, text: run.text }] : []
  })

/** How wide a text becomes, in points. */
export const widthOf = (text: string, faces: Faces, size: number): number =>
  partsOf(text, faces).reduce((sum, part) => sum + part.font.widthOfTextAtSize(part.text, size), 0)

/** Where and how a text is written; `x` is its left edge and `y` its base line, in points from the lower left corner. */
export interface Written {
  x: number
  y: number
  size: number
  faces: Faces
  color: Color
}

/** Writes a text on one line. */
export function drawText(page: PDFPage, text: string, { x, y, size, faces, color }: Written): void {
  let at = x
  for (const { font, text: words } of partsOf(text, faces)) {
    page.drawText(words, { x: at, y, size, font, color })
    at += font.widthOfTextAtSize(words, size)
  }
}

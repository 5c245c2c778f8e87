/** US letter, in points. */
const PAGE: [number, number] = [612, 792]
const LEFT = 72

/** A PDF with a title on each of its pages; the same bytes for the same title and number of pages. */
export async function fakePdf(title: string, pages: number): Promise<Buffer> {
  const { PDFDocument, StandardFonts } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.create({ updateMetadata: false })
  const font = await document.embedFont(StandardFonts.Helvetica)
  // The built-in fonts have Latin letters only.
  const plain = title.normalize('NFKD').replace(/[^\x20-\x7e]/g, '')
  for (let page = 1; page <= pages; page++) {
    const sheet = document.addPage(PAGE)
    sheet.drawText(plain, { x: LEFT, y: 700, size: 18, font })
    sheet.drawText(`Page ${page} of ${pages}`, { x: LEFT, y: 60, size: 10, font })
    for (let line = 0; line < 24; line++)
      sheet.drawLine({
        start: { x: LEFT, y: 650 - line * 22 },
        end: { x: 540 - ((line * 53) % 160), y: 650 - line * 22 },
      })
  }
  return Buffer.from(await document.save())
}

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What somebody who opens a PDF can read and copy, page by page. */
export async function readPdf(data: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(data), useSystemFonts: false })
  const document = await task.promise
  const texts = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent()
      return items.map(item => ('str' in item ? item.str : '')).join('')
    }),
  )
  await task.destroy()
  return texts
}

import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useEffect, useState } from 'react'

/** The usual paper in points, until the page itself is known. */
const US_PAPER = { width: 612, height: 792 }

interface DrawnPage {
  pdf: PDFDocumentProxy
  /** From 1. */
  number: number
  /** Device pixels for each point, or how many of them the page is wide. */
  size: { scale: number } | { width: number }
  /** Draws nothing until then. */
  isNear: boolean
}

/** Draws a page of a document, again in another size; answers its size in points. */
export function useDrawnPage(
  canvas: RefObject<HTMLCanvasElement | null>,
  { pdf, number, size, isNear }: DrawnPage,
): { width: number; height: number } {
  const [paper, setPaper] = useState(US_PAPER)
  const [kind, amount] = 'scale' in size ? (['scale', size.scale] as const) : (['width', size.width] as const)
  useEffect(() => {
    if (!isNear) return undefined
    let drawing: { cancel(): void } | null = null
    let isOver = false
    void pdf.getPage(number).then(page => {
      const element = canvas.current
      if (isOver || !element) return
      const [left = 0, top = 0, right = US_PAPER.width, bottom = US_PAPER.height] = page.view
      const scale = kind === 'scale' ? amount : amount / page.getViewport({ scale: 1 }).width
      const viewport = page.getViewport({ scale: scale * window.devicePixelRatio })
      setPaper({ width: right - left, height: bottom - top })
      element.width = viewport.width
      element.height = viewport.height
      const task = page.render({ canvas: element, viewport })
      drawing = task
      // Cancelled when the page is drawn again in another size.
      task.promise.catch(() => undefined)
    })
    return () => {
      isOver = true
      drawing?.cancel()
    }
  }, [canvas, pdf, number, kind, amount, isNear])
  return paper
}

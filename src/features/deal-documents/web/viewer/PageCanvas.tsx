import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import classes from './PdfViewer.module.css'
import { useDrawnPage } from './useDrawnPage.ts'

const POINTS_TO_PIXELS = 96 / 72

interface PageCanvasProps {
  pdf: PDFDocumentProxy
  number: number
  scale: number
  onSeen(number: number): void
}

/** A page to read; it is drawn when it comes into view. */
export function PageCanvas({ pdf, number, scale, onSeen }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNear, setNear] = useState(number === 1)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        if (entry.intersectionRatio > 0.4) onSeen(number)
      },
      { threshold: [0, 0.5], rootMargin: '300px 0px' },
    )
    near.observe(element)
    return () => near.disconnect()
  }, [number, onSeen])
  const paper = useDrawnPage(canvas, { pdf, number, size: { scale: scale * POINTS_TO_PIXELS }, isNear })
  return (
    <canvas
      ref={canvas}
      className={classes.page}
      role="img"
      aria-label={`Page ${number}`}
      data-page={number}
      style={{
        // A page that is wider than the window begins as wide as that.
        width: `calc(min(100%, ${paper.width * POINTS_TO_PIXELS}px) * ${scale})`,
        aspectRatio: `${paper.width} / ${paper.height}`,
      }}
    />
  )
}

import { ActionIcon } from '@mantine/core'
import { IconDownload, IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import type { DealDocument } from '../../contract.ts'
import { openDocument, tokenQuery } from '../client.ts'
import classes from './PdfViewer.module.css'

GlobalWorkerOptions.workerSrc = workerUrl

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2]

/** A document, opened over the page. Its pages are drawn when they come into view. */
export function PdfViewer({ document, onClose }: { document: DealDocument; onClose(): void }) {
  const { data, error } = useQuery(tokenQuery(document.id))
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [zoom, setZoom] = useState(2)
  const [page, setPage] = useState(1)
  const url = data?.url
  useEffect(() => {
    if (url === undefined) return undefined
    const loading = getDocument({ url })
    loading.promise.then(setPdf, setProblem)
    return () => void loading.destroy()
  }, [url])
  const step = (by: number) => setZoom(Math.min(ZOOMS.length - 1, Math.max(0, zoom + by)))
  const scale = ZOOMS[zoom] ?? 1
  return (
    <Dialog
      opened
      onClose={onClose}
      title={document.name}
      size={1040}
      fullScreen
      classNames={{ body: classes.body ?? '' }}
    >
      <div className={classes.tools}>
        <span>
          Page {page} of {pdf?.numPages ?? document.pages}
        </span>
        <ActionIcon aria-label="Smaller" disabled={zoom === 0} onClick={() => step(-1)}>
          <IconMinus size={16} stroke={1.6} />
        </ActionIcon>
        <span>{Math.round(scale * 100)} %</span>
        <ActionIcon aria-label="Larger" disabled={zoom === ZOOMS.length - 1} onClick={() => step(1)}>
          <IconPlus size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon aria-label="Open in a new window" onClick={() => void openDocument(document.id)}>
          <IconDownload size={16} stroke={1.6} />
        </ActionIcon>
      </div>
      {(error ?? problem) ? (
        <ErrorState error={error ?? problem} />
      ) : (
        <section className={classes.well} aria-label={`Pages of ${document.name}`}>
          {!pdf && <Loading />}
          {pdf &&
            Array.from({ length: pdf.numPages }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
              <PageCanvas key={at} pdf={pdf} number={at + 1} scale={scale} onSeen={setPage} />
            ))}
        </section>
      )}
    </Dialog>
  )
}

interface PageCanvasProps {
  pdf: PDFDocumentProxy
  number: number
  scale: number
  onSeen(number: number): void
}

/** The usual paper in points, until the page itself is known. */
const US_PAPER = { width: 612, height: 792 }
const POINTS_TO_PIXELS = 96 / 72

function PageCanvas({ pdf, number, scale, onSeen }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNear, setNear] = useState(number === 1)
  const [size, setSize] = useState(US_PAPER)
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
  useEffect(() => {
    if (!isNear) return undefined
    let drawing: { cancel(): void } | null = null
    let isOver = false
    void pdf.getPage(number).then(page => {
      const element = canvas.current
      if (isOver || !element) return
      const viewport = page.getViewport({ scale: scale * POINTS_TO_PIXELS * window.devicePixelRatio })
      const [left = 0, top = 0, right = US_PAPER.width, bottom = US_PAPER.height] = page.view
      setSize({ width: right - left, height: bottom - top })
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
  }, [pdf, number, scale, isNear])
  return (
    <canvas
      ref={canvas}
      className={classes.page}
      role="img"
      aria-label={`Page ${number}`}
      style={{
        // A page that is wider than the window begins as wide as that.
        width: `calc(min(100%, ${size.width * POINTS_TO_PIXELS}px) * ${scale})`,
        aspectRatio: `${size.width} / ${size.height}`,
      }}
    />
  )
}

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
import { AssignBar } from './AssignBar.tsx'
import { PageCanvas } from './PageCanvas.tsx'
import classes from './PdfViewer.module.css'
import { Thumbnails } from './Thumbnails.tsx'
import { useChosenPages } from './useChosenPages.ts'

GlobalWorkerOptions.workerSrc = workerUrl

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2]

interface PdfViewerProps {
  dealId: number
  document: DealDocument
  mayChange: boolean
  onClose(): void
}

/** A document, opened over the page: its pages in small, to choose what they are, and to read. */
export function PdfViewer({ dealId, document, mayChange, onClose }: PdfViewerProps) {
  const { pdf, error } = useLoaded(document.id)
  const [zoom, setZoom] = useState(2)
  const [page, setPage] = useState(1)
  const well = useRef<HTMLElement>(null)
  const pages = useChosenPages({ dealId, document, count: pdf?.numPages ?? document.pages })
  const step = (by: number) => setZoom(Math.min(ZOOMS.length - 1, Math.max(0, zoom + by)))
  const scale = ZOOMS[zoom] ?? 1
  const choose = (number: number, isExtended: boolean) => {
    pages.choose(number, isExtended)
    well.current?.querySelector(`[data-page="${number}"]`)?.scrollIntoView({ block: 'start' })
  }
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
      {error ? (
        <ErrorState error={error} />
      ) : (
        <div className={classes.pages}>
          {pdf && <Thumbnails pdf={pdf} groups={pages.groups} current={page} chosen={pages.chosen} onChoose={choose} />}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section ref={well} className={classes.well} aria-label={`Pages of ${document.name}`} tabIndex={0}>
            {!pdf && <Loading />}
            {pdf &&
              Array.from({ length: pdf.numPages }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
                <PageCanvas key={at} pdf={pdf} number={at + 1} scale={scale} onSeen={setPage} />
              ))}
          </section>
          {mayChange && pages.chosen && pages.wanted.length > 0 && (
            <AssignBar
              dealId={dealId}
              document={document}
              chosen={pages.chosen}
              wanted={pages.wanted}
              onDone={pages.clear}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

/** A document by the link that opens it for some minutes. */
function useLoaded(documentId: number): { pdf: PDFDocumentProxy | null; error: unknown } {
  const { data, error } = useQuery(tokenQuery(documentId))
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const url = data?.url
  useEffect(() => {
    if (url === undefined) return undefined
    const loading = getDocument({ url })
    loading.promise.then(setPdf, setProblem)
    return () => void loading.destroy()
  }, [url])
  return { pdf, error: error ?? problem }
}

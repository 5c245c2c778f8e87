import { Button } from '@mantine/core'
import { IconFileTypePdf, IconFileUpload, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, lazy, Suspense, useRef, useState } from 'react'
import { UploadRow } from '../../../platform/ui/forms/UploadRow.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { useFileUploads } from '../../../platform/web/forms/useFileUploads.ts'
import { useShownError } from '../../../platform/web/page/failedParts.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import type { DealDocument } from '../contract.ts'
import { whyNotOpen } from '../rules/documents.ts'
import { documentsQuery, forgetDocument, refusesDocument, uploadDocument } from './client.ts'
import { DocumentRow } from './DocumentRow.tsx'
import classes from './Documents.module.css'

const PdfViewer = lazy(async () => ({ default: (await import('./viewer/PdfViewer.tsx')).PdfViewer }))

/** The documents of a deal: dropped or chosen, many at once, opened in place. */
export function DocumentsPanel({ dealId, mayChange }: { dealId: number; mayChange: boolean }) {
  const { data, error, refetch } = useQuery(documentsQuery(dealId))
  useShownError(data ? null : error)
  const { uploads, send, cancel, retry } = useFileUploads({
    send: (file, options) => uploadDocument(dealId, file, options),
    forget: file => forgetDocument(dealId, file),
    refuses: refusesDocument,
    said: () => 'Files successfully uploaded',
    failed: 'Failed to upload files.',
  })
  const [opened, setOpened] = useState<DealDocument | null>(null)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const choose = () => input.current?.click()
  const open = (document: DealDocument) => {
    const problem = whyNotOpen(document)
    if (problem === null) setOpened(document)
    else notify(problem)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (mayChange) send([...event.dataTransfer.files])
  }
  return (
    <section
      className={classes.panel}
      aria-label="Documents"
      data-over={(isOver && mayChange) || undefined}
      onDragOver={event => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header className={classes.head}>
        <h2>Documents</h2>
        <span>{data && count(data.documents.length)}</span>
        {mayChange && (
          <Button size="xs" variant="default" leftSection={<IconUpload size={14} stroke={1.6} />} onClick={choose}>
            Upload
          </Button>
        )}
      </header>
      {error && !data && (
        <p className={classes.problem} role="alert">
          {serverSentence(error, 'Failed to retrieve documents for deal.')}{' '}
          <button type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {!error && !data && <Loading />}
      <ul className={classes.rows}>
        {data?.documents.map(document => (
          <DocumentRow
            key={document.id}
            dealId={dealId}
            document={document}
            mayChange={mayChange}
            onOpen={() => open(document)}
          />
        ))}
        {uploads.map(uploading => (
          <UploadRow
            key={uploading.key}
            upload={uploading}
            icon={<IconFileTypePdf size={18} stroke={1.5} className={classes.pdf} aria-hidden />}
            onCancel={() => cancel(uploading.key)}
            onRetry={() => retry(uploading.key)}
          />
        ))}
      </ul>
      {mayChange && (
        <button type="button" className={classes.zone} onClick={choose}>
          <IconFileUpload size={16} stroke={1.6} aria-hidden /> Drop PDFs here or choose files
        </button>
      )}
      {data && (
        <p className={classes.scanned}>
          {data.is_scanned
            ? 'Files are checked for malware as they are uploaded.'
            : 'Files are not checked for malware: no scanner is set up.'}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label="PDF files"
        onChange={event => {
          send([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {opened && (
        <Suspense>
          <PdfViewer dealId={dealId} document={opened} mayChange={mayChange} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  )
}

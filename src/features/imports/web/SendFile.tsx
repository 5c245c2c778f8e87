import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { UploadProgress } from '../../../platform/ui/forms/UploadProgress.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useUpload } from '../../../platform/web/forms/useUpload.ts'
import { claimSharedFile } from '../../../platform/web/offline/sharedFiles.ts'
import { uploadFile } from './client.ts'
import classes from './SendFile.module.css'

const MAX_MEGABYTES = 50

/** Where a file is dropped or chosen. */
export function SendFile({ onSent }: { onSent: (id: number) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [name, setName] = useState('')
  const { share, start, cancel } = useUpload({
    send: uploadFile,
    onSent: ({ id }) => onSent(id),
    onFailed: error => setRefusal(sentenceOf(error)),
  })
  const send = (file: File | null | undefined) => {
    if (!file || share !== null) return
    const tooLarge = file.size > MAX_MEGABYTES * 1024 * 1024
    setRefusal(tooLarge ? `${file.name} is larger than ${MAX_MEGABYTES} MB. Split it and upload the parts.` : null)
    setName(file.name)
    if (!tooLarge) start(file)
  }
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => void claimSharedFile().then(file => latest.current(file)), [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    send(event.dataTransfer.files[0])
  }
  return (
    <section
      className={classes.zone}
      data-over={over || undefined}
      aria-label="Upload a file"
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={28} stroke={1.4} aria-hidden="true" className={classes.mark} />
      <h1 className={classes.title}>
        {share === null ? 'Import leads from a file' : share < 1 ? `Sending ${name}` : `Reading ${name}`}
      </h1>
      <p className={classes.text}>
        Excel (.xlsx) or CSV in any column order, or contact cards (.vcf). Exports from Follow Up Boss, BoldTrail,
        Lofty, Sierra, HubSpot, Twenty, Google Contacts, Outlook, Wise Agent and Top Producer are recognized, and so are
        their notes, calls and tasks: send the people first. You confirm the columns before anything is saved.
      </p>
      {refusal && (
        <p className={classes.problem} role="alert">
          {refusal}
        </p>
      )}
      {share === null ? (
        <Button size="md" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      ) : (
        <UploadProgress share={share} label={`Upload of ${name}`} onCancel={cancel} />
      )}
      <span className={classes.hint}>or drop it here · up to {MAX_MEGABYTES} MB</span>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.csv,.tsv,.txt,.vcf,text/csv,text/vcard,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Leads file"
        onChange={event => {
          send(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </section>
  )
}

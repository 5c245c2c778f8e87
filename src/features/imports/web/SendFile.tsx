import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { claimSharedFile } from '../../../platform/web/offline/sharedFiles.ts'
import { uploadFile } from './client.ts'
import classes from './SendFile.module.css'

const MAX_MEGABYTES = 50

/** Where a file is dropped or chosen. */
export function SendFile({ onSent }: { onSent: (id: number) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: uploadFile,
    onSuccess: ({ id }) => onSent(id),
  })
  const send = (file: File | null | undefined) => {
    if (!file || isPending) return
    const tooLarge = file.size > MAX_MEGABYTES * 1024 * 1024
    setRefusal(tooLarge ? `${file.name} is larger than ${MAX_MEGABYTES} MB. Split it and upload the parts.` : null)
    if (!tooLarge) mutate(file)
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
  const problem = refusal ?? (error ? sentenceOf(error) : null)
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
      <h1 className={classes.title}>{isPending ? `Reading ${variables.name}` : 'Import leads from a file'}</h1>
      <p className={classes.text}>
        Excel (.xlsx) or CSV in any column order, or contact cards (.vcf). Exports from Google Contacts, Outlook, Follow
        Up Boss, BoldTrail, Lofty, Sierra, HubSpot, Wise Agent and Top Producer are recognized. You confirm the columns
        before anything is saved.
      </p>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Button size="md" loading={isPending} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
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

import { ActionIcon, Button, Menu, Progress, TextInput } from '@mantine/core'
import {
  IconDots,
  IconDownload,
  IconExternalLink,
  IconFileTypePdf,
  IconPencil,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { calendarDay, isoDay } from '../../../platform/web/time/time.ts'
import type { DealDocument } from '../contract.ts'
import { downloadDocument, openDocument, removeDocument, renameDocument } from './client.ts'
import classes from './Documents.module.css'
import type { Uploading } from './useUploads.ts'

const MEGABYTE = 1024 * 1024

/** "1.8 MB", "214 KB". */
export const fileSize = (bytes: number): string =>
  bytes >= MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`

interface DocumentRowProps {
  dealId: number
  document: DealDocument
  mayChange: boolean
  onOpen(): void
}

/** One document: its name opens it, and its menu has the rest. */
export function DocumentRow({ dealId, document, mayChange, onOpen }: DocumentRowProps) {
  const [isEditing, setEditing] = useState(false)
  const rename = (text: string) => {
    setEditing(false)
    if (text.trim() !== '' && text !== document.name) void renameDocument(dealId, document, text)
  }
  return (
    <li className={classes.row}>
      <IconFileTypePdf size={18} stroke={1.5} className={classes.pdf} aria-hidden />
      {isEditing ? (
        <TextInput
          className={classes.rename ?? ''}
          size="xs"
          autoFocus
          aria-label={`Name of ${document.name}`}
          defaultValue={document.name}
          onBlur={event => rename(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') rename(event.currentTarget.value)
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setEditing(false)
          }}
        />
      ) : (
        <button type="button" className={classes.name} onClick={onOpen} title={document.name}>
          {document.name}
        </button>
      )}
      {document.scan === 'pending' && <Badge hue="amber">Not checked yet</Badge>}
      {document.scan === 'infected' && <Badge hue="red">Malware</Badge>}
      <span className={classes.size}>{fileSize(document.size)}</span>
      <span className={classes.day}>{calendarDay(isoDay(document.lastModified))}</span>
      <span className={classes.author}>{document.author}</span>
      {/* The menu would take the focus back from the field, and the field ends without it. */}
      <Menu position="bottom-end" withinPortal returnFocus={!isEditing}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${document.name}`}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconExternalLink size={15} stroke={1.6} />}
            onClick={() => void openDocument(document.id)}
          >
            Open in a new window
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={15} stroke={1.6} />}
            onClick={() => void downloadDocument(dealId, document.id)}
          >
            Download
          </Menu.Item>
          {mayChange && (
            <>
              <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={() => setEditing(true)}>
                Rename
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={15} stroke={1.6} />}
                onClick={() => void removeDocument(dealId, document)}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

interface UploadRowProps {
  upload: Uploading
  onCancel(): void
  onRetry(): void
}

/** A file on its way, or what is wrong with it. */
export function UploadRow({ upload, onCancel, onRetry }: UploadRowProps) {
  return (
    <li className={classes.row} data-failed={upload.problem !== null || undefined}>
      <IconFileTypePdf size={18} stroke={1.5} className={classes.pdf} aria-hidden />
      <span className={classes.name}>
        {upload.name}
        {upload.problem !== null && (
          <span className={classes.wrong} role="alert">
            {upload.problem}
          </span>
        )}
      </span>
      <span className={classes.size}>{fileSize(upload.size)}</span>
      {upload.problem === null && <UploadShare upload={upload} />}
      {upload.mayRetry && (
        <Button size="compact-sm" variant="default" aria-label={`Try again with ${upload.name}`} onClick={onRetry}>
          Try again
        </Button>
      )}
      <ActionIcon
        aria-label={upload.problem === null ? `Cancel ${upload.name}` : `Dismiss ${upload.name}`}
        onClick={onCancel}
      >
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}

function UploadShare({ upload: { share, name, isWaiting } }: { upload: Uploading }) {
  const percent = Math.round(share * 100)
  return (
    <span className={classes.progress} data-waiting={isWaiting || undefined}>
      <Progress value={percent} size={4} aria-label={`Upload of ${name}`} />
      {isWaiting ? <span role="status">Waiting for the network · {percent} %</span> : <> {percent} %</>}
    </span>
  )
}

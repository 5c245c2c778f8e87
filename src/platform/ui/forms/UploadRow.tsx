import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Uploading } from '../../web/forms/useFileUploads.ts'
import { fileSize } from '../../web/text.ts'
import { FileShare } from './FileShare.tsx'
import classes from './Uploads.module.css'

interface UploadRowProps {
  upload: Uploading
  /** Of its kind of file. */
  icon: ReactNode
  onCancel(): void
  onRetry(): void
}

/** A file on its way, or what is wrong with it. */
export function UploadRow({ upload, icon, onCancel, onRetry }: UploadRowProps) {
  return (
    <li className={classes.row} data-failed={upload.problem !== null || undefined}>
      {icon}
      <span className={classes.name}>
        {upload.name}
        {upload.problem !== null && (
          <span className={classes.wrong} role="alert">
            {upload.problem}
          </span>
        )}
      </span>
      <span className={classes.size}>{fileSize(upload.size)}</span>
      {upload.problem === null && <FileShare share={upload.share} name={upload.name} isWaiting={upload.isWaiting} />}
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

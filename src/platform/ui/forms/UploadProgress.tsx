import { Button, Progress } from '@mantine/core'
import classes from './UploadProgress.module.css'

interface UploadProgressProps {
  /** From 0 to 1. */
  share: number
  /** What is on its way, such as "Upload of photos". */
  label: string
  onCancel(): void
}

/** How far files are on their way, and the button that stops them. */
export function UploadProgress({ share, label, onCancel }: UploadProgressProps) {
  const percent = Math.round(share * 100)
  return (
    <span className={classes.upload}>
      <Progress className={classes.bar} value={percent} size={4} aria-label={label} />
      <span className={classes.figure}>{percent} %</span>
      <Button size="xs" variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    </span>
  )
}

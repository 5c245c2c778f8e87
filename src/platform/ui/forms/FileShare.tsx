import { Progress } from '@mantine/core'
import classes from './Uploads.module.css'

interface FileShareProps {
  /** From 0 to 1. */
  share: number
  name: string
  /** It goes on by itself when the network is back. */
  isWaiting: boolean
}

/** How much of a file has arrived, and whether it waits for the network. */
export function FileShare({ share, name, isWaiting }: FileShareProps) {
  const percent = Math.round(share * 100)
  return (
    <span className={classes.progress} data-waiting={isWaiting || undefined}>
      <Progress value={percent} size={4} aria-label={`Upload of ${name}`} />
      {isWaiting ? <span role="status">Waiting for the network · {percent} %</span> : <> {percent} %</>}
    </span>
  )
}

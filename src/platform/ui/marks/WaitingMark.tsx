import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import { useRecordState } from '../../web/offline/offlinePatches.ts'
import classes from './WaitingMark.module.css'

/** Says that a record, named such as `task:12`, holds something that waits for the network, or was not taken. */
export function WaitingMark({ record }: { record: string }) {
  const state = useRecordState(record)
  if (state === 'sent') return null
  const isRefused = state === 'refused'
  const text = isRefused ? 'Could not be saved: see above' : 'Waiting for the network'
  const Icon = isRefused ? IconAlertTriangle : IconCloudUp
  return (
    <span className={classes.mark} data-refused={isRefused || undefined} role="img" aria-label={text} title={text}>
      <Icon size={14} stroke={1.6} aria-hidden />
    </span>
  )
}

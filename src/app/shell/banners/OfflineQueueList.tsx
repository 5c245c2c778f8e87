import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { EmptyState } from '../../../platform/ui/states.tsx'
import { type QueuedWrite, useOfflineQueue } from '../../../platform/web/offline/offlineQueue.ts'
import { discardQueued, restoreQueued, retryQueued } from '../../../platform/web/offline/offlineQueueSend.ts'
import { copyText, notify } from '../../../platform/web/page/notices.ts'
import { fullTime } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import classes from './OfflineQueueList.module.css'

interface OfflineQueueListProps {
  zone: string
  onClose(): void
}

/** Everything that waits on this device, oldest first, and what can be done with what was not taken. */
export function OfflineQueueList({ zone, onClose }: OfflineQueueListProps) {
  const wide = useIsWide()
  const offlineQueue = useOfflineQueue()
  return (
    <Dialog opened onClose={onClose} title="Not sent yet" size={560} fullScreen={!wide}>
      {offlineQueue.length === 0 ? (
        <EmptyState title="All sent">Nothing is waiting on this device.</EmptyState>
      ) : (
        <ul className={classes.list}>
          {offlineQueue.map(entry => (
            <Entry key={entry.key} entry={entry} zone={zone} isHeld={isHeld(entry, offlineQueue)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** Whether something about the same record was refused before: nothing overtakes it. */
const isHeld = (entry: QueuedWrite, all: readonly QueuedWrite[]): boolean =>
  entry.refused === null && all.some(each => each.record === entry.record && each.refused !== null)

function Entry({ entry, zone, isHeld }: { entry: QueuedWrite; zone: string; isHeld: boolean }) {
  const { refused } = entry
  const Icon = refused ? IconAlertTriangle : IconCloudUp
  return (
    <li className={classes.entry} data-refused={refused ? '' : undefined}>
      <Icon size={16} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <p className={classes.summary} dir="auto">
          <b>{entry.label}</b> {entry.summary}
        </p>
        <p className={classes.why} role={refused ? 'alert' : undefined}>
          {refused ? reasonOf(refused) : isHeld ? 'Waiting for the entry above.' : 'Waiting for the network.'}
          <time dateTime={new Date(entry.at).toISOString()}>{fullTime(new Date(entry.at).toISOString(), zone)}</time>
        </p>
        <div className={classes.actions}>
          {refused && (
            <Button size="compact-xs" onClick={() => void retryQueued(entry.key)}>
              {refused.version === null ? 'Try again' : 'Replace theirs'}
            </Button>
          )}
          {entry.text && (
            <Button size="compact-xs" variant="default" onClick={() => void copyText(entry.text)}>
              Copy
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => discard(entry)}>
            Discard
          </Button>
        </div>
      </div>
    </li>
  )
}

function reasonOf({ code, sentence }: NonNullable<QueuedWrite['refused']>): string {
  if (code === 'stale') return 'Someone else changed it. Your version is still here.'
  if (code === 'not_found') return 'It was deleted, or you no longer have access to it.'
  return sentence
}

function discard(entry: QueuedWrite): void {
  const gone = discardQueued(entry.key)
  notify(gone.length === 1 ? 'Discarded.' : `Discarded, with ${gone.length - 1} that followed it.`, {
    destructive: true,
    action: { label: 'Undo', run: () => restoreQueued(gone) },
  })
}

import { IconAlertTriangle, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useState } from 'react'
import { Banner } from '../../../platform/ui/Banner.tsx'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { type QueuedWrite, useOfflineQueue } from '../../../platform/web/offline/offlineQueue.ts'
import { isoDay, shortDay, timeOfDay } from '../../../platform/web/time/time.ts'
import { region } from '../../../product/region/region.ts'
import { useSession } from '../session.ts'
import { type Away, useNetwork } from './useNetwork.ts'
import { useOfflineQueueWork } from './useOfflineQueueWork.ts'
import { usePrefetchedData } from './usePrefetchedData.ts'

const OfflineQueueList = onDemand(async () => (await import('./OfflineQueueList.tsx')).OfflineQueueList)

/** Says that the network is away, how old what is shown is, what waits on this device, and what was not taken. */
export function OfflineBanner() {
  const away = useNetwork(useOfflineQueueWork())
  usePrefetchedData()
  const offlineQueue = useOfflineQueue()
  const [isOpen, setIsOpen] = useState(false)
  const zone = useSession().user?.zone ?? region.zone
  const refused = offlineQueue.filter(entry => entry.refused !== null)
  const waiting = offlineQueue.filter(entry => entry.refused === null)
  const Icon = refused.length > 0 ? IconAlertTriangle : away ? IconCloudOff : IconCloudUp
  const text = [away && awayText(away, zone), refusedText(refused), waitingText(waiting)].filter(Boolean).join(' ')
  const pressed = offlineQueue.length > 0 && (
    <button type="button" onClick={() => setIsOpen(true)}>
      Show
    </button>
  )
  return (
    <>
      {text && (
        <Banner tone="amber" icon={<Icon size={16} stroke={1.6} aria-hidden="true" />} action={pressed}>
          {text}
        </Banner>
      )}
      {isOpen && <OfflineQueueList zone={zone} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** "You are offline. Showing data from 10:42 AM." */
function awayText({ since }: Away, zone: string): string {
  const [at, now] = [new Date(since).toISOString(), new Date()]
  const day = isoDay(at, zone) === isoDay(now, zone) ? '' : ` on ${shortDay(at, now, zone)}`
  const what = navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'
  return `${what} Showing data from ${timeOfDay(at, zone)}${day}.`
}

function waitingText(waiting: readonly QueuedWrite[]): string {
  const [first] = waiting
  if (!first) return ''
  if (waiting.length === 1)
    return `1 ${first.label.toLowerCase()} is saved on this device and will be sent when you’re back online.`
  return `${waiting.length} entries are saved on this device and will be sent when you’re back online.`
}

function refusedText(refused: readonly QueuedWrite[]): string {
  const [first] = refused
  if (!first) return ''
  if (refused.length > 1) return `${refused.length} entries could not be saved.`
  return `${first.label} “${first.text}” could not be saved.`
}

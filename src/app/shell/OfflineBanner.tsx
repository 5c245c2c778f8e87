import { IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { Banner } from '../../platform/ui/Banner.tsx'
import { liveState } from '../../platform/web/live.ts'
import { notify } from '../../platform/web/notices.ts'
import {
  discardOutgoing,
  type Outgoing,
  retryOutgoing,
  sendOutgoing,
  setOutgoingOwner,
  useOutgoing,
} from '../../platform/web/outgoing.ts'
import { useSession } from './session.ts'

/** Says that the network is away and what waits for it, and sends that once it is back. */
export function OfflineBanner() {
  const isOnline = useIsOnline()
  const outgoing = useOutgoing()
  useSending()
  const refused = outgoing.find(entry => entry.refused !== null)
  const waiting = outgoing.filter(entry => entry.refused === null)
  if (refused) return <RefusedBanner entry={refused} />
  if (isOnline && waiting.length === 0) return null
  return (
    <Banner tone="amber" icon={<IconCloudOff size={16} stroke={1.6} aria-hidden="true" />}>
      {isOnline ? '' : 'You are offline: this is what was last known. '}
      {waiting.length > 0 && `${waitingText(waiting)} on this device for the network.`}
    </Banner>
  )
}

function waitingText(waiting: readonly Outgoing[]): string {
  const [first] = waiting
  if (waiting.length === 1 && first) return `1 ${first.label.toLowerCase()} waits`
  return `${waiting.length} entries wait`
}

function RefusedBanner({ entry }: { entry: Outgoing }) {
  const act = (
    <>
      <button type="button" onClick={() => void retryOutgoing(entry.key)}>
        Send again
      </button>
      <button type="button" onClick={() => discardOutgoing(entry.key)}>
        Throw away
      </button>
    </>
  )
  return (
    <Banner tone="amber" icon={<IconCloudOff size={16} stroke={1.6} aria-hidden="true" />} action={act}>
      {entry.label} “{entry.words}” was not taken: {entry.refused}
    </Banner>
  )
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    useCallback(changed => {
      addEventListener('online', changed)
      addEventListener('offline', changed)
      return () => {
        removeEventListener('online', changed)
        removeEventListener('offline', changed)
      }
    }, []),
    () => navigator.onLine,
  )
}

/** Sends what waits at the start, when the network comes back, and when the stream of changes opens again. */
function useSending(): void {
  const { user } = useSession()
  const queries = useQueryClient()
  const id = user?.id ?? null
  useEffect(() => {
    setOutgoingOwner(id)
    if (id === null) return
    const send = async () => {
      const sent = await sendOutgoing()
      if (sent === 0) return
      notify(sent === 1 ? 'Sent what waited for the network.' : `Sent ${sent} entries that waited for the network.`)
      await queries.invalidateQueries()
    }
    void send()
    const onOnline = () => void send()
    addEventListener('online', onOnline)
    const left = liveState.listen(state => state === 'open' && onOnline())
    return () => {
      removeEventListener('online', onOnline)
      left()
    }
  }, [id, queries])
}

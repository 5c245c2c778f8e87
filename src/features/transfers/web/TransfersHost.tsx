import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../platform/web/page/notices.ts'
import { fullName } from '../../leads/rules.ts'
import type { Transfer } from '../contract.ts'
import { receivedText } from '../rules.ts'
import { closeTransfers, openTransfers, useTransfersOpen } from './client/overlay.ts'
import { pendingTransfersQuery } from './client/transfers.ts'
import { HandOverModal } from './hand-over/HandOverModal.tsx'
import { TransfersPopover } from './TransfersPopover.tsx'

/** What transfers show above every screen: the popover, the dialog that asks to whom, and both kept up to date. */
export function TransfersHost() {
  const opened = useTransfersOpen()
  const { data } = useQuery(pendingTransfersQuery)
  useArrivals(data?.lead_transfers, opened ? null : openTransfers)
  // Opened before this was fetched: the focus is taken, and given back, once it stands.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <>
      <TransfersPopover opened={opened && isReady} onClose={closeTransfers} />
      <HandOverModal />
    </>
  )
}

/** Says what arrives while the person works, with the way to answer. */
function useArrivals(received: readonly Transfer[] | undefined, onOpen: (() => void) | null): void {
  const newest = useRef<number | null>(null)
  useEffect(() => {
    if (!received) return
    const before = newest.current
    newest.current = Math.max(before ?? 0, ...received.map(({ id }) => id))
    if (before === null || !onOpen) return
    // An offer has a card of its own.
    const arrived = received.filter(({ id, kind }) => id > before && kind !== 'offer')
    const [first] = arrived
    if (!first) return
    const more = arrived.length > 1 ? ` and ${arrived.length - 1} more` : ''
    const message = `${receivedText(first)} ${fullName(first.lead) || 'No name'}${more}`
    notify(message, { tone: 'info', action: { label: 'Show', run: onOpen } })
  }, [received, onOpen])
}

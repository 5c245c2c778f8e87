import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { useSettled } from '../../../platform/web/page/useSettled.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { LeadRow } from '../../leads/contract/record.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { openTransfers } from './client/overlay.ts'

const Incoming = onDemand(
  async () => (await import('./IncomingLeads.tsx')).IncomingLeads,
  ({ room, isExpected }) => isExpected && room,
)
const Mark = onDemand(async () => (await import('./TransferMark.tsx')).TransferMark)

/** Leads that wait for the person's answer, above the list; those that arrive later, too. */
export function IncomingTransfers() {
  const { user } = useSession()
  const isSettled = useSettled()
  const wide = useIsWide()
  const isExpected = user?.lead_transfers.some(transfer => transfer.kind !== 'assignment') ?? false
  // The rows below never move while it is fetched.
  const room = <div style={{ minHeight: wide ? 41 : 45, flex: 'none', background: 'var(--kt-accent-2)' }} />
  if (isSettled) return <Incoming room={room} isExpected={isExpected} onAll={openTransfers} />
  return isExpected ? room : null
}

/** Beside the name of a lead: on its way to somebody, or newly assigned. */
export function TransferMark({ lead }: { lead: LeadRow }) {
  return useSettled() ? <Mark lead={lead} /> : null
}

import { type DialRow, startDialing } from '../../features/calling/web/client/dialer.ts'
import { useCallState } from '../../features/calling/web/client/store.ts'
import type { LeadRow } from '../../features/leads/contract/record.ts'
import { contactOf, leadName } from '../../features/leads/web/pieces/wording.ts'
import { useSession } from '../../features/people/web/client/viewer.ts'
import { showDialerList } from './dialerPanel.ts'

/** People that one list may hold. */
export const MAX_DIALED = 200

const POWER_DIALER = 'power_dialer'

/** Whether the person may call down lists: calls go out from the browser here, and the feature is on for them. */
export function useMayDial(): boolean {
  const isOn = useSession().user?.features.includes(POWER_DIALER) ?? false
  return useCallState().ready && isOn
}

/** A lead as a row of the list that is called down. */
export const dialRowOf = (
  lead: LeadRow,
  { taskId = null, why = '' }: { taskId?: number | null; why?: string } = {},
): DialRow => ({
  leadId: lead.id,
  name: leadName(lead),
  number: contactOf(lead).phone ?? '',
  taskId,
  why,
})

/** Calls down a list, everybody once, and shows it. Those without a number are skipped when their turn comes, with the reason. */
export async function dialDown(rows: readonly DialRow[], title: string): Promise<void> {
  const once = new Map(rows.toReversed().map(row => [row.leadId, row]))
  const listed = [...once.values()].toReversed().slice(0, MAX_DIALED)
  const canReach = listed.some(({ number }) => number !== '')
  if (canReach) showDialerList(true)
  await startDialing(canReach ? listed : [], title)
}

import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import type { LeadRow } from '../../leads/contract/record.ts'
import { nameOf } from '../rules.ts'
import { pinsQuery, refetchPins, savePin, showPin } from './client.ts'

/** Whether a lead is pinned. `toggle` shows the change at once and offers to undo it. */
export function usePin(lead: LeadRow): { isPinned: boolean; toggle(): void } {
  const { data } = useQuery(pinsQuery)
  const isPinned = data?.some(({ id }) => id === lead.id) ?? false
  return { isPinned, toggle: () => void togglePin(lead) }
}

/** A press may come before the pins have: what it means is known once they are there. */
async function togglePin(lead: LeadRow): Promise<void> {
  const pins = await queryClient.ensureQueryData(pinsQuery).catch(() => [])
  await setPinned(lead, !pins.some(({ id }) => id === lead.id))
}

function setPinned(lead: LeadRow, isPinned: boolean) {
  const { id, first_name, last_name, status_value } = lead
  const pin = { id, first_name, last_name, status_value }
  return undoable({
    show: () => showPin(pin, isPinned),
    run: () => savePin(id, isPinned),
    said: `${nameOf(lead)} ${isPinned ? 'pinned' : 'unpinned'}.`,
    async undo() {
      await showPin(pin, !isPinned)
      await savePin(id, !isPinned)
    },
    settle: refetchPins,
  })
}

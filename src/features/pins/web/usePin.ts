import { useQuery } from '@tanstack/react-query'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import type { LeadRow } from '../../leads/contract/record.ts'
import { nameOf } from '../rules.ts'
import { pinsQuery, refetchPins, savePin, showPin } from './client.ts'

/** Whether a lead is pinned. `toggle` shows the change at once and offers to undo it. */
export function usePin(lead: LeadRow): { isPinned: boolean; toggle(): void } {
  const { data } = useQuery(pinsQuery)
  const isPinned = data?.some(({ id }) => id === lead.id) ?? false
  return { isPinned, toggle: () => void setPinned(lead, !isPinned) }
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

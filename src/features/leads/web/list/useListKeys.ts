import { useLineShortcuts } from '../../../../platform/web/page/keys.ts'
import { pressFocused } from '../../../../platform/web/page/pressFocused.ts'
import type { LeadRow } from '../../contract/record.ts'
import { reachLead } from '../client/reachLead.ts'
import type { Selection } from '../rules/selection.ts'
import type { LoadedList } from './useLeadList.ts'

interface ListKeys {
  list: LoadedList
  cursor: number | null
  setCursor(index: number | null): void
  selection: Selection
  open: ((lead: LeadRow) => void) | null
}

/** The keys of a list: j k move, x selects, Enter opens, c m e reach the lead, s sets the status, Esc lets go of the selection. */
export function useListKeys({ list, cursor, setCursor, selection, open }: ListKeys): void {
  const lead = cursor === null ? undefined : list.rows[cursor]
  const last = list.rows.length - 1
  const move = (step: number) => {
    if (last >= 0) setCursor(cursor === null ? 0 : Math.min(Math.max(cursor + step, 0), last))
  }
  const press = (what: string) => lead && document.querySelector<HTMLElement>(`#lead-row-${lead.id} ${what}`)?.click()
  const group = 'Leads'
  useLineShortcuts([
    { keys: 'j', label: 'Next lead', group, run: () => move(1) },
    { keys: 'k', label: 'Previous lead', group, run: () => move(-1) },
    { keys: 'x', label: 'Select the lead', group, run: () => lead && selection.toggle(lead.id) },
    {
      keys: 'Enter',
      label: 'Open the lead',
      group,
      run: () => void (pressFocused() || (lead && open?.(lead))),
    },
    {
      keys: 's',
      label: 'Set the status',
      group,
      run: () => {
        if (selection.size() > 0) document.querySelector<HTMLElement>('[data-status-of-chosen]')?.click()
        else press('[data-status-of-row]')
      },
    },
    { keys: 'c', label: 'Call', group, run: () => lead && reachLead(lead, 'call') },
    { keys: 'm', label: 'Text', group, run: () => lead && reachLead(lead, 'text') },
    { keys: 'e', label: 'E-mail', group, run: () => lead && reachLead(lead, 'email') },
    {
      keys: 'Escape',
      label: 'Clear the selection',
      group,
      run: () => {
        // Whoever closes a dialog or a menu means just that.
        if (!document.activeElement?.closest('[role="dialog"], [role="menu"], [role="listbox"]')) selection.clear()
      },
    },
  ])
}

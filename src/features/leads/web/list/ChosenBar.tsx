import { useSyncExternalStore } from 'react'
import type { LeadRow } from '../../contract/record.ts'
import type { LeadListQuery } from '../client/leads.ts'
import { refetchLists } from '../client/leads.ts'
import { chosenLeads } from '../rules/chosen.ts'
import { BulkBar } from './BulkBar.tsx'
import type { LeadsScreen } from './useLeadsScreen.ts'

interface ChosenBarProps {
  screen: LeadsScreen
  query: LeadListQuery
  rows: readonly LeadRow[]
  total: { total: number; text: string }
  isChoosingAll: boolean
  onChooseAll(): void
  onHide(hidden: { by: string; has: (id: number) => boolean }): void
  onShow(by: string): void
}

/** The bulk bar, drawn anew with every change of the selection, while the list is not. */
export function ChosenBar({ screen, query, rows, total, onHide, onShow, ...props }: ChosenBarProps) {
  const { selection } = screen
  useSyncExternalStore(selection.subscribe, selection.version)
  const chosen = chosenLeads(selection, rows, query)
  const hideRows = (by: string) => {
    const entire = selection.entire()
    const named = new Set(entire?.except ?? selection.ids())
    onHide({ by, has: id => (entire !== null) !== named.has(id) })
    return () => onShow(by)
  }
  const onDone = (by: string) => {
    selection.clear()
    void refetchLists().finally(() => onShow(by))
  }
  return (
    <BulkBar {...props} chosen={chosen} total={total} onClear={selection.clear} onHide={hideRows} onDone={onDone} />
  )
}

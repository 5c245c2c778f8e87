import type { LeadFilters, LeadList } from '../../contract/filters.ts'
import type { LeadRow } from '../../contract/record.ts'
import type { ChosenLeads } from '../extensions.ts'
import type { Selection } from './selection.ts'

interface Asked {
  list: LeadList
  filters: LeadFilters
}

/** What is chosen right now, as whatever acts on it needs it: an entire list is sent as its filter, never as ids. */
export function chosenLeads(selection: Selection, known: readonly LeadRow[], { list, filters }: Asked): ChosenLeads {
  const entire = selection.entire()
  const rows = known.filter(row => selection.has(row.id))
  const except = entire?.except ?? []
  return {
    size: selection.size(),
    isEntire: entire !== null,
    selection: entire
      ? {
          ...filters,
          all: true,
          tab: list,
          expected: selection.size(),
          ...(except.length > 0 ? { except: [...except] } : {}),
        }
      : { selected: selection.ids() },
    ids: entire ? rows.map(row => row.id) : selection.ids(),
    rows,
    list,
  }
}

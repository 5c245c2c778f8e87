import { Button } from '@mantine/core'
import { EmptyState } from '../../../../platform/ui/states.tsx'
import type { LeadsScreen } from './useLeadsScreen.ts'

/** Shorter than this, only the beginnings of last names are searched. */
const SHORT_SEARCH = 3

interface NoLeadsProps {
  screen: LeadsScreen
  isFiltered: boolean
  onAdd(): void
}

/** An empty list: why it is, and what can be done about it. */
export function NoLeads({ screen, isFiltered, onAdd }: NoLeadsProps) {
  const add = (
    <Button size="md" onClick={onAdd}>
      Add lead
    </Button>
  )
  if (screen.state.search) {
    return (
      <EmptyState
        title={`No leads match “${screen.state.search}”`}
        actions={
          <Button size="md" onClick={() => screen.closeSearch(screen.tab)}>
            Back to the list
          </Button>
        }
      >
        {screen.state.search.length < SHORT_SEARCH
          ? `No last name begins with “${screen.state.search}”. Type three characters or more to search whole names, e-mail addresses and phone numbers.`
          : 'We searched names, e-mail addresses and phone numbers.'}
      </EmptyState>
    )
  }
  if (isFiltered) {
    return (
      <EmptyState
        title="No leads match these filters"
        actions={
          <Button size="md" onClick={() => screen.change({ filters: {} })}>
            Clear the filters
          </Button>
        }
      >
        Remove a filter to see more. New leads that match appear automatically.
      </EmptyState>
    )
  }
  if (screen.tab === 'clients') {
    return (
      <EmptyState title="No clients yet">A lead becomes a client when its status reaches Under contract.</EmptyState>
    )
  }
  return (
    <EmptyState title="No leads yet" actions={add}>
      Leads from your sites appear here automatically.
    </EmptyState>
  )
}

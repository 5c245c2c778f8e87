import { Button } from '@mantine/core'
import { EmptyState } from '../../../platform/ui/states.tsx'
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
        title="Nobody of that name"
        actions={
          <Button size="md" onClick={() => screen.closeSearch(screen.tab)}>
            Back to the list
          </Button>
        }
      >
        {screen.state.search.length < SHORT_SEARCH
          ? `No last name begins with “${screen.state.search}”. From three letters on, all of a name, e-mail addresses and phone numbers are searched.`
          : `Names, e-mail addresses and phone numbers were searched for “${screen.state.search}”.`}
      </EmptyState>
    )
  }
  if (isFiltered) {
    return (
      <EmptyState
        title="No lead passes these filters"
        actions={
          <Button size="md" onClick={() => screen.change({ filters: {} })}>
            Clear the filters
          </Button>
        }
      >
        Take one away to see more. New leads that pass them appear here by themselves.
      </EmptyState>
    )
  }
  if (screen.tab === 'clients') {
    return (
      <EmptyState title="No clients yet">A lead becomes a client when its status turns to Under contract.</EmptyState>
    )
  }
  return (
    <EmptyState title="No leads yet" actions={add}>
      Leads from your sites appear here by themselves.
    </EmptyState>
  )
}

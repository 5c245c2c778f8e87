import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { leadQuery } from '../../../features/leads/web/client/leads.ts'
import { searchCalls } from '../../../features/search/contract.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import type { LeadOfModal } from './noteTask.ts'

/** Asks for the lead by name, e-mail or phone. */
export function LeadPicker({ onPick }: { onPick(lead: LeadOfModal): void }) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const { data, isFetching } = useQuery({
    ...queryOf(searchCalls.search, { q: search }, { topics: [], staleTime: 30_000 }),
    enabled: search.trim() !== '',
  })
  const found = data?.leads ?? []
  return (
    <Select
      label="Lead"
      placeholder="Name, e-mail or phone"
      searchable
      data-autofocus
      data={found.map(lead => ({ value: String(lead.id), label: lead.title }))}
      // The server searched: what it found is shown, whatever letters it has.
      filter={({ options }) => options}
      nothingFoundMessage={
        search.trim() === '' ? 'Type to find a lead' : isFetching ? 'Searching' : 'No matching leads'
      }
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={id => {
        if (id) void queryClient.fetchQuery(leadQuery(Number(id))).then(onPick, () => undefined)
      }}
    />
  )
}

import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { found } from '../../../search/web/client.ts'

/** Asks for a lead by name, e-mail or phone. */
export function LeadSearch({
  label = 'Lead of the preview',
  autoFocus = true,
  onPick,
}: {
  label?: string
  /** Whether one may type at once; where somebody opened it to search. */
  autoFocus?: boolean
  onPick(lead: { id: number; name: string }): void
}) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const { data, isFetching } = useQuery(found(search))
  const leads = data?.leads ?? []
  return (
    <Select
      aria-label={label}
      placeholder="Name, e-mail or phone"
      searchable
      autoFocus={autoFocus}
      data={leads.map(lead => ({ value: String(lead.id), label: lead.title }))}
      // The server searched: what it found is shown, whatever letters it has.
      filter={({ options }) => options}
      nothingFoundMessage={
        search.trim() === '' ? 'Type to find a lead' : isFetching ? 'Searching' : 'No matching leads'
      }
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={id => {
        const lead = leads.find(each => String(each.id) === id)
        if (lead) onPick({ id: Number(lead.id), name: lead.title })
      }}
    />
  )
}

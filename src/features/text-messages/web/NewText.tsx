import { Popover, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { AddButton } from '../../../platform/ui/AddButton.tsx'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { found } from '../../search/web/client.ts'

/** Asks whom to text, by name, e-mail or phone. */
export function NewText({ onPick }: { onPick(leadId: number): void }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const { data, isFetching } = useQuery(found(search))
  const leads = data?.leads ?? []
  useShortcuts([{ keys: 'm', label: 'New text', group: 'Inbox', run: open }])
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <AddButton label="New text" keys="m" onClick={open} />
      </Popover.Target>
      <Popover.Dropdown>
        <Select
          aria-label="Lead to text"
          placeholder="Name, e-mail or phone"
          searchable
          data-autofocus
          comboboxProps={{ withinPortal: false }}
          data={leads.map(lead => ({ value: String(lead.id), label: lead.title }))}
          // The server searched: what it found is shown, whatever letters it has.
          filter={({ options }) => options}
          nothingFoundMessage={
            search.trim() === '' ? 'Type to find a lead' : isFetching ? 'Searching' : 'No matching leads'
          }
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={id => {
            if (id === null) return
            setOpen(false)
            setTyped('')
            onPick(Number(id))
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

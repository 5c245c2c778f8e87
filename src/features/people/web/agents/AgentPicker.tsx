import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agent } from '../../contract/people.ts'
import { agents } from '../client/people.ts'

interface AgentPickerProps {
  label: string
  value: number | null
  onChange(agent: Agent | null): void
  /** Agents who are not offered. */
  without: readonly number[]
  error?: string | null
}

const OFFERED = 30

/** An agent by a part of the name; the server searches. */
export function AgentPicker({ label, value, onChange, without, error }: AgentPickerProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 150)
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const isChosenShown = typed === chosen?.label
  const asked = isChosenShown ? '' : search
  const { data, isFetching } = useQuery(agents({ perPage: OFFERED, active: true, search: asked || undefined }))
  const found = (data?.data ?? [])
    .filter(agent => !without.includes(agent.id))
    .map(agent => ({ value: String(agent.id), label: agent.name }))
  const options = chosen && !found.some(option => option.value === chosen.value) ? [...found, chosen] : found
  return (
    <Select
      label={label}
      placeholder="Name of the agent"
      searchable
      data-autofocus
      data={options}
      // The server has searched already.
      filter={({ options: all }) => all}
      // Before the first answer there is no list to open.
      nothingFoundMessage={!isFetching ? 'No matches' : typed === '' ? undefined : 'Searching'}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value === null ? null : String(value)}
      onChange={id => {
        setChosen(options.find(option => option.value === id) ?? null)
        onChange(data?.data.find(agent => String(agent.id) === id) ?? null)
      }}
      error={error}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

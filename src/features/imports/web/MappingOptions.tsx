import { Checkbox, Radio, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agents } from '../../people/web/client/people.ts'
import { tagsQuery } from '../../tags/web/client.ts'
import { type ImportOptions, OnExisting } from '../contract.ts'
import { KeepRest } from './HistoryOptions.tsx'
import classes from './MappingForm.module.css'

interface MappingOptionsProps {
  options: ImportOptions
  origin: string | null
  onChange: (options: ImportOptions) => void
}

/** How rows are saved: what happens to people who are there already, and what every lead of the file gets. */
export function MappingOptions({ options, origin, onChange }: MappingOptionsProps) {
  const tags = useQuery(tagsQuery).data
  return (
    <>
      <Radio.Group
        label="People who are already leads"
        value={options.existing ?? 'fill'}
        onChange={value => onChange({ ...options, existing: OnExisting.parse(value) })}
      >
        <Stack gap={8} mt={8}>
          <Radio size="xs" value="fill" label="Only fill empty fields" />
          <Radio size="xs" value="replace" label="Overwrite with the file" />
          <Radio size="xs" value="skip" label="Skip them" />
        </Stack>
      </Radio.Group>
      <p className={classes.hint}>
        Rows with a known e-mail address or phone number belong to that lead. Its sign-up date and agent never change.
      </p>
      <Checkbox
        label="Import rows with an invalid e-mail or phone, leaving it out"
        checked={options.invalid === 'leave_out'}
        onChange={event => onChange({ ...options, invalid: event.currentTarget.checked ? 'leave_out' : 'fail' })}
      />
      <KeepRest options={options} onChange={onChange} />
      <h2 className={classes.subtitle}>Apply to all leads in this file</h2>
      <AgentSelect value={options.agent_id ?? null} onChange={agent_id => onChange({ ...options, agent_id })} />
      <TagsInput
        label="Tags"
        data={[...new Set(tags?.default.map(tag => tag.name))]}
        value={options.tags ?? []}
        maxTags={20}
        onChange={next => onChange({ ...options, tags: next.map(tag => tag.trim().slice(0, 40)).filter(Boolean) })}
      />
      <TextInput
        label="Default source"
        placeholder={origin ?? 'Import'}
        maxLength={60}
        value={options.source ?? ''}
        onChange={event => onChange({ ...options, source: event.currentTarget.value || null })}
      />
    </>
  )
}

function AgentSelect({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const { data } = useQuery(agents({ search: search || undefined, active: true, perPage: 50 }))
  return (
    <Select
      label="Default agent"
      placeholder="None"
      searchable
      clearable
      data={data?.data.map(agent => ({ value: String(agent.id), label: agent.name })) ?? []}
      // The server has searched already.
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      onSearchChange={setTyped}
      onChange={next => onChange(next === null ? null : Number(next))}
    />
  )
}

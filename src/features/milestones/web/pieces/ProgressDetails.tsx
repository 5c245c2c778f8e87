import { Select, TextInput } from '@mantine/core'
import { localNow } from '../../../../platform/web/time/time.ts'
import { milestoneTypes } from '../../rules.ts'
import type { ProgressDraft } from '../rules/progress.ts'

interface ProgressDetailsProps {
  value: ProgressDraft
  types: readonly number[]
  onChange(patch: Partial<ProgressDraft>): void
}

/** How it went and when, where that can be said. */
export function ProgressDetails({ value, types, onChange }: ProgressDetailsProps) {
  const options = milestoneTypes.find(type => type.id === value.type)?.options ?? []
  const names = milestoneTypes
    .filter(type => types.includes(type.id))
    .map(({ id, name }) => ({ value: `${id}`, label: name }))
  return (
    <>
      {names.length > 1 && (
        <Select
          size="xs"
          w={150}
          aria-label="Activity"
          data={names}
          value={`${value.type}`}
          allowDeselect={false}
          onChange={id => id && onChange({ type: Number(id), option: null })}
        />
      )}
      {options.length > 0 && (
        <Select
          size="xs"
          w={140}
          aria-label="Outcome"
          placeholder="Outcome"
          data={options.map(({ id, name }) => ({ value: `${id}`, label: name }))}
          value={value.option === null ? null : `${value.option}`}
          onChange={id => onChange({ option: id === null ? null : Number(id) })}
        />
      )}
      <TextInput
        size="xs"
        type="datetime-local"
        aria-label="When"
        value={value.date || localNow()}
        max={localNow()}
        onChange={event => onChange({ date: event.currentTarget.value })}
      />
    </>
  )
}

import { Select } from '@mantine/core'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { localNow } from '../../../../platform/web/time/time.ts'
import { milestoneTypes } from '../../rules.ts'
import type { ProgressDraft } from '../rules/progress.ts'

interface ProgressDetailsProps {
  value: ProgressDraft
  types: readonly number[]
  /** Whether "now" is said as a word, not as today's date. */
  saysNow?: boolean
  onChange(patch: Partial<ProgressDraft>): void
}

/** How it went and when, where that can be said. */
export function ProgressDetails({ value, types, saysNow = false, onChange }: ProgressDetailsProps) {
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
      <DateTimeField
        kind="datetime"
        quiet={saysNow}
        prefers="past"
        placeholder="Now"
        size="xs"
        aria-label="When"
        value={value.date || (saysNow ? '' : localNow())}
        max={localNow()}
        onChange={next => onChange({ date: next })}
      />
    </>
  )
}

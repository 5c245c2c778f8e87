import { Checkbox, Radio, Select, Stack } from '@mantine/core'
import type { ImportOptions } from '../contract.ts'
import { entryKindLabels, entryKinds } from '../rules/entryColumns.ts'
import { type Holds, holdings } from '../rules/fields.ts'
import classes from './MappingForm.module.css'

const labels: Readonly<Record<Holds, string>> = {
  people: 'People',
  history: 'History: notes, calls, texts, e-mails or tasks',
}

/** What the rows of the file are; what was recognized is chosen. */
export function HoldsChoice({ value, onChange }: { value: Holds; onChange: (holds: Holds) => void }) {
  return (
    <Radio.Group
      label="What the file holds"
      value={value}
      onChange={next => onChange(holdings.find(one => one === next) ?? 'people')}
    >
      <Stack gap={8} mt={8}>
        {holdings.map(one => (
          <Radio key={one} size="xs" value={one} label={labels[one]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface KeepRestProps {
  options: ImportOptions
  onChange: (options: ImportOptions) => void
}

/** Columns that become nothing are not lost where this is chosen. */
export function KeepRest({ options, onChange }: KeepRestProps) {
  return (
    <Checkbox
      label="Keep columns that are left out as a note"
      checked={options.keep_rest === true}
      onChange={event => onChange({ ...options, keep_rest: event.currentTarget.checked })}
    />
  )
}

interface HistoryOptionsProps extends KeepRestProps {
  suggested: (typeof entryKinds)[number]
  /** A column says what each entry is. */
  hasKinds: boolean
}

/** How the rows of a history are saved. */
export function HistoryOptions({ options, suggested, hasKinds, onChange }: HistoryOptionsProps) {
  return (
    <>
      <p className={classes.hint}>
        Import the people first. An entry belongs to the lead whose id in the other product, e-mail or phone it has, or
        whose name nobody else has. Notes, calls, texts, e-mails and meetings go on the timeline with their own dates,
        tasks become tasks.
      </p>
      <Select
        label={hasKinds ? 'Entries whose kind is not understood are' : 'Every entry is'}
        data={entryKinds.map(value => ({ value, label: entryKindLabels[value] }))}
        allowDeselect={false}
        value={options.entry_kind ?? suggested}
        onChange={value => {
          const kind = entryKinds.find(one => one === value)
          if (kind) onChange({ ...options, entry_kind: kind })
        }}
      />
      <KeepRest options={options} onChange={onChange} />
    </>
  )
}

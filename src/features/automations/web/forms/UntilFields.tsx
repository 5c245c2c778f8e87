import type { Until } from '../../contract/definition.ts'
import type { Choices } from '../names.ts'
import { newUntil, untilProblems } from '../rules/steps.ts'
import { untilKinds, untilLabels } from '../rules/words.ts'
import { Conditions } from './Conditions.tsx'
import { OneOf } from './Fields.tsx'
import { HappeningFields } from './HappeningFields.tsx'

interface UntilFieldsProps {
  label: string
  value: Until
  choices: Choices
  onChange(value: Until): void
}

/** What is waited for, or what ends an automation. */
export function UntilFields({ label, value, choices, onChange }: UntilFieldsProps) {
  const problems = untilProblems(value)
  return (
    <>
      <OneOf
        label={label}
        values={untilKinds}
        labels={untilLabels}
        value={value.kind}
        onChange={kind => onChange(newUntil(kind))}
      />
      <HappeningFields value={value} choices={choices} problems={problems} onChange={onChange} />
      {value.kind === 'filters' && (
        <Conditions
          label="All of this holds"
          note="Looked at whenever the lead changes."
          value={value.filters}
          error={problems.filters}
          onChange={filters => onChange({ ...value, filters })}
        />
      )}
    </>
  )
}

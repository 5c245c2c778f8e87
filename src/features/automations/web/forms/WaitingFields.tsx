import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import type { Step } from '../../contract/definition.ts'
import type { Choices } from '../names.ts'
import type { Problems } from '../rules/steps.ts'
import { Conditions } from './Conditions.tsx'
import { PeriodFields } from './Fields.tsx'
import { UntilFields } from './UntilFields.tsx'

export interface StepFieldsProps {
  step: Step
  choices: Choices
  problems: Problems
  onChange(step: Step): void
}

/** The fields of steps that decide what comes next; nothing of others. */
export function WaitingFields({ step, choices, problems, onChange }: StepFieldsProps) {
  switch (step.kind) {
    case 'wait':
      return (
        <>
          <PeriodFields
            label="Wait"
            value={step.value}
            period={step.period}
            error={problems.value}
            onChange={wait => onChange({ ...step, ...wait, ...(isExact(wait.period) && { at: null }) })}
          />
          {!isExact(step.period) && (
            <DateTimeField
              kind="time"
              label="Then at"
              description="Where the lead lives. Empty keeps the time of day."
              placeholder="The same time of day"
              value={step.at ?? ''}
              onChange={at => onChange({ ...step, at: at === '' ? null : at })}
            />
          )}
        </>
      )
    case 'wait_until':
      return (
        <>
          <UntilFields
            label="Wait until"
            value={step.until}
            choices={choices}
            onChange={until => onChange({ ...step, until })}
          />
          <PeriodFields
            label="But no longer than"
            value={step.value}
            period={step.period}
            error={problems.value}
            onChange={wait => onChange({ ...step, ...wait })}
          />
        </>
      )
    case 'branch':
      return (
        <Conditions
          label="All of these hold?"
          note="Whoever passes them all goes on at “Yes”, all others at “No”."
          value={step.filters}
          error={problems.filters}
          onChange={filters => onChange({ ...step, filters })}
        />
      )
    default:
      return null
  }
}

/** Minutes and hours are counted exactly; a time of day belongs to days and weeks. */
const isExact = (period: string): boolean => period === 'minute' || period === 'hour'

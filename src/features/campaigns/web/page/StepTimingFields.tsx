import { NumberInput, Select, TextInput } from '@mantine/core'
import type { CallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { delayPeriods, isExact, recurringPeriods } from '../../rules/schedule.ts'
import { MAX_DELAY } from '../../rules/steps.ts'
import type { StepDraft } from '../rules/stepDraft.ts'
import classes from './StepEditor.module.css'

const delays = delayPeriods.map(value => ({ value, label: `${value}s` }))
const executions = [
  { value: 'immediately', label: 'Immediately' },
  { value: 'at', label: 'At a time' },
  { value: 'time_of_day', label: 'Time of the start' },
]
const repetitions = [
  { value: 'never', label: 'Never' },
  ...recurringPeriods.map(value => ({ value, label: `Every … ${value}s` })),
]

interface StepTimingFieldsProps {
  form: CallForm<StepDraft>['form']
  isFirst: boolean
}

/** When a step comes. The first one has no delay; with minutes or hours there is neither a time nor a repetition. */
export function StepTimingFields({ form, isFirst }: StepTimingFieldsProps) {
  const { values } = form
  const isTimed = !isExact(values.delay_period)
  return (
    <>
      {isFirst ? (
        <p className={classes.note}>The first step has no delay: it counts from the start.</p>
      ) : (
        <div className={classes.pair}>
          <NumberInput
            label="Delay"
            min={0}
            max={MAX_DELAY}
            allowDecimal={false}
            {...form.getInputProps('delay_value')}
          />
          <Select label="Unit" data={delays} allowDeselect={false} {...form.getInputProps('delay_period')} />
        </div>
      )}
      {isTimed && (
        <div className={classes.pair}>
          <Select label="Execute at" data={executions} allowDeselect={false} {...form.getInputProps('execution')} />
          {values.execution === 'at' && (
            <TextInput
              label="Time, in the lead’s zone"
              placeholder="09:00"
              maxLength={5}
              {...form.getInputProps('time')}
              error={form.errors.time ?? form.errors.execute_at}
            />
          )}
        </div>
      )}
      {isTimed && (
        <div className={classes.pair}>
          <Select label="Recurring" data={repetitions} allowDeselect={false} {...form.getInputProps('repeating')} />
          {values.repeating !== 'never' && (
            <NumberInput
              label={`Every so many ${values.repeating}s`}
              min={1}
              max={MAX_DELAY}
              allowDecimal={false}
              {...form.getInputProps('recurring_value')}
            />
          )}
        </div>
      )}
      <NumberInput
        label="Leave out when later than (hours, 0 for never)"
        min={0}
        max={8760}
        allowDecimal={false}
        {...form.getInputProps('expires_after_hours')}
      />
    </>
  )
}

import { NumberInput } from '@mantine/core'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import type { Trigger } from '../../contract/definition.ts'
import { dateFieldLabels, dateFields, triggerKinds, triggerLabels } from '../../rules/definition.ts'
import type { FlowModel } from '../editor/model.ts'
import { newTrigger, type Problems, triggerProblems } from '../rules/steps.ts'
import { Conditions } from './Conditions.tsx'
import { OneOf } from './Fields.tsx'
import classes from './Forms.module.css'
import { HappeningFields } from './HappeningFields.tsx'

const againLabels = { never: 'Once', after_end: 'Again, when their last run is over' } as const
const wayLabels = { before: 'before it', after: 'after it' } as const

/** What starts an automation, on which leads, and whether on one of them again. */
export function TriggerForm({ definition, choices, change }: FlowModel) {
  const { trigger, filters, again } = definition
  const problems = triggerProblems(trigger)
  const set = (next: Trigger) => change({ ...definition, trigger: next })
  return (
    <div className={classes.fields}>
      <OneOf
        label="Starts when"
        values={triggerKinds}
        labels={triggerLabels}
        value={trigger.kind}
        onChange={kind => set(newTrigger(kind))}
      />
      {trigger.kind === 'no_contact' && (
        <NumberInput
          label="Days without contact"
          min={1}
          allowDecimal={false}
          value={trigger.days}
          error={problems.days}
          onChange={days => set({ ...trigger, days: Number(days) })}
        />
      )}
      {trigger.kind === 'date_reached' && <DateFields trigger={trigger} problems={problems} onChange={set} />}
      <HappeningFields value={trigger} choices={choices} problems={problems} onChange={set} />
      <Conditions
        label="Only leads of whom all of this holds"
        note="Asked when it starts. Without conditions it is for every lead."
        value={filters}
        onChange={next => change({ ...definition, filters: next })}
      />
      <OneOf
        label="A lead goes through it"
        values={['never', 'after_end']}
        labels={againLabels}
        value={again}
        onChange={next => change({ ...definition, again: next })}
      />
    </div>
  )
}

interface DateFieldsProps {
  trigger: Extract<Trigger, { kind: 'date_reached' }>
  problems: Problems
  onChange(trigger: Trigger): void
}

function DateFields({ trigger, problems, onChange }: DateFieldsProps) {
  const isBefore = trigger.offset_days <= 0
  const days = Math.abs(trigger.offset_days)
  const move = (amount: number, before: boolean) => onChange({ ...trigger, offset_days: before ? -amount : amount })
  return (
    <>
      <OneOf
        label="Date"
        values={dateFields}
        labels={dateFieldLabels}
        value={trigger.field}
        onChange={field => onChange({ ...trigger, field })}
      />
      <div className={classes.pair}>
        <NumberInput
          label="Days"
          min={0}
          max={3650}
          allowDecimal={false}
          value={days}
          onChange={next => move(Number(next), isBefore)}
        />
        <OneOf
          label="Which way"
          values={['before', 'after']}
          labels={wayLabels}
          value={isBefore ? 'before' : 'after'}
          onChange={way => move(days, way === 'before')}
        />
      </div>
      <DateTimeField
        kind="time"
        label="At"
        description="Where the lead lives"
        value={trigger.time}
        error={problems.time}
        onChange={time => onChange({ ...trigger, time })}
      />
    </>
  )
}

import { Switch } from '@mantine/core'
import type { FlowModel } from '../editor/model.ts'
import { newUntil } from '../rules/steps.ts'
import classes from './Forms.module.css'
import { UntilFields } from './UntilFields.tsx'

/** What ends a run wherever it stands, because nothing more is needed. */
export function GoalForm({ definition, choices, change }: FlowModel) {
  const { goal } = definition
  return (
    <div className={classes.fields}>
      <Switch
        label="Ends early"
        description="Whoever reaches the goal leaves at once, wherever they are."
        checked={goal !== null}
        onChange={event => change({ ...definition, goal: event.currentTarget.checked ? newUntil('contacted') : null })}
      />
      {goal && (
        <UntilFields
          label="When"
          value={goal}
          choices={choices}
          onChange={next => change({ ...definition, goal: next })}
        />
      )}
    </div>
  )
}

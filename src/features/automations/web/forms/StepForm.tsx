import type { Step } from '../../contract/definition.ts'
import { type FlowModel, reachedOf } from '../editor/model.ts'
import { replaced } from '../rules/edit.ts'
import { stepProblems } from '../rules/steps.ts'
import { ActionFields } from './ActionFields.tsx'
import classes from './Forms.module.css'
import { WaitingFields } from './WaitingFields.tsx'

/** What the open step does; the flow follows each press. */
export function StepForm({ model, step }: { model: FlowModel; step: Step }) {
  const { definition, choices, change } = model
  const problems = stepProblems(step)
  const set = (next: Step) => change(replaced(definition, next))
  const figures = reachedOf(model, step.id)
  return (
    <div className={classes.fields}>
      <WaitingFields step={step} choices={choices} problems={problems} onChange={set} />
      <ActionFields step={step} choices={choices} problems={problems} onChange={set} />
      {figures && (
        <p className={classes.note}>
          Dry run: {figures.reached} came here, {figures.done} done, {figures.skipped} skipped.
        </p>
      )}
    </div>
  )
}

import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash, IconX } from '@tabler/icons-react'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import type { Step } from '../../contract/definition.ts'
import { StepMark } from '../flow/StepMark.tsx'
import { GoalForm } from '../forms/GoalForm.tsx'
import { StepForm } from '../forms/StepForm.tsx'
import { TriggerForm } from '../forms/TriggerForm.tsx'
import { movedDown, movedUp } from '../rules/edit.ts'
import { kindLabel } from '../rules/words.ts'
import type { FlowModel } from './model.ts'
import classes from './PartPanel.module.css'
import { removeAsked } from './removeAsked.ts'

const openStep = ({ chosen, definition }: FlowModel): Step | null =>
  chosen?.part === 'step' ? (definition.steps.find(({ id }) => id === chosen.id) ?? null) : null

function titleOf(model: FlowModel): { kind: string; title: string } {
  const step = openStep(model)
  if (step) return { kind: step.kind, title: kindLabel(step.kind) }
  if (model.chosen?.part === 'goal') return { kind: 'goal', title: 'Goal' }
  return { kind: model.definition.trigger.kind, title: 'Trigger' }
}

/** What is open of the flow, beside it. */
export function PartPanel({ model }: { model: FlowModel }) {
  const { kind, title } = titleOf(model)
  const step = openStep(model)
  return (
    <section aria-label={title}>
      <header className={classes.head}>
        <StepMark kind={kind} size={24} />
        <h2>{title}</h2>
        {step && model.mayChange && <StepButtons model={model} step={step} />}
        <ActionIcon aria-label="Close" onClick={() => model.choose(null)}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      <PartForm model={model} />
    </section>
  )
}

/** The same over the list, on narrow windows. */
export function PartDialog({ model }: { model: FlowModel }) {
  const { title } = titleOf(model)
  const step = openStep(model)
  const close = () => model.choose(null)
  return (
    <Dialog opened={model.chosen !== null} onClose={close} title={title} fullScreen>
      <PartForm model={model} />
      <div className={classes.foot}>
        {step && model.mayChange && <StepButtons model={model} step={step} />}
        <Button size="lg" onClick={close}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}

/** The form of what is open; to be read only by those who may not change it. */
function PartForm({ model }: { model: FlowModel }) {
  const { chosen } = model
  const step = openStep(model)
  return (
    <fieldset className={classes.form} disabled={!model.mayChange}>
      <legend className="visually-hidden">{titleOf(model).title}</legend>
      {chosen?.part === 'trigger' && <TriggerForm {...model} />}
      {chosen?.part === 'goal' && <GoalForm {...model} />}
      {step && <StepForm key={step.id} model={model} step={step} />}
      {chosen?.part === 'step' && !step && <p className={classes.gone}>This step is no longer there.</p>}
    </fieldset>
  )
}

function StepButtons({ model, step }: { model: FlowModel; step: Step }) {
  const { definition, change } = model
  const up = movedUp(definition, step.id)
  const down = movedDown(definition, step.id)
  return (
    <span className={classes.buttons}>
      <ActionIcon aria-label="Move up" disabled={up === definition} onClick={() => change(up)}>
        <IconArrowUp size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon aria-label="Move down" disabled={down === definition} onClick={() => change(down)}>
        <IconArrowDown size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon aria-label="Remove step" onClick={() => void removeAsked(model, step)}>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </span>
  )
}

import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { KeyHint } from '../../../../platform/ui/pieces.tsx'
import { undoable } from '../../../../platform/web/calls/undoable.ts'
import { type CallForm, useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { useReplaceTheirs } from '../../../../platform/web/forms/useReplaceTheirs.ts'
import { confirm } from '../../../../platform/web/page/confirm.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { printedKeys } from '../../../../platform/web/page/printedKeys.ts'
import { count } from '../../../../platform/web/text.ts'
import { taskTypeLabels } from '../../../tasks/rules/tasks.ts'
import { useExample } from '../../../templates/web/pieces.tsx'
import { campaignCalls } from '../../contract/calls.ts'
import type { Campaign, CampaignStep } from '../../contract/records.ts'
import { NAME_LENGTH } from '../../rules/steps.ts'
import { orderSteps, removeStep, updateStep } from '../client.ts'
import { activeOf } from '../rules/list.ts'
import { draftOf, inputOf, type StepDraft } from '../rules/stepDraft.ts'
import classes from './StepEditor.module.css'
import { StepPreview } from './StepPreview.tsx'
import { StepTexts } from './StepTexts.tsx'
import { StepTimingFields } from './StepTimingFields.tsx'

const SAVE = 'mod+s'
const types = Object.entries(taskTypeLabels).map(([value, label]) => ({ value, label }))

interface StepEditorProps {
  campaign: Campaign
  step: CampaignStep
  onRemoved(): void
}

/** The step that is open: what it does and when, what it says, and how a lead reads it. */
export function StepEditor({ campaign, step, onRemoved }: StepEditorProps) {
  const example = useExample()
  const isFirst = step.position === 1
  const entry: CallForm<StepDraft, CampaignStep> = useCallForm(campaignCalls.updateStep, {
    initial: draftOf(step),
    inputOf: values => ({ id: campaign.id, stepId: step.id, ...inputOf(values, isFirst) }),
    send: (input, _options, { version }) => updateStep(input, version),
    staysOpen: true,
    onSaved: saved => show(saved),
  })
  const { form, isSending, submit } = entry
  const failure = useReplaceTheirs(entry, 'step')
  const isDirty = form.isDirty()
  const show = (saved: CampaignStep) => {
    form.setValues(draftOf(saved))
    form.resetDirty(draftOf(saved))
  }
  const showUnlessChanged = useEffectEvent((theirs: CampaignStep) => {
    if (!isDirty) show(theirs)
  })
  useEffect(() => showUnlessChanged(step), [step])
  useShortcuts(
    [{ keys: SAVE, label: 'Save the step', group: 'Campaign', run: () => void submit(), whileTyping: true }],
    campaign.may_change && isDirty,
  )
  return (
    <section className={classes.editor} aria-label={`Step ${step.position}`}>
      <Head campaign={campaign} step={step} onRemoved={onRemoved} />
      <form className={classes.form} onSubmit={event => void submit(event)}>
        <fieldset className={classes.fields} disabled={!campaign.may_change}>
          <legend className={classes.hidden}>What this step is</legend>
          <div className={classes.pair}>
            <TextInput label="Name" maxLength={NAME_LENGTH} {...form.getInputProps('name')} />
            <Select label="Type" data={types} allowDeselect={false} {...form.getInputProps('step_type')} />
          </div>
          <StepTimingFields form={form} isFirst={isFirst} />
          <StepTexts form={form} example={example} campaign={campaign} />
        </fieldset>
        {campaign.may_change && (
          <Foot
            inside={activeOf(campaign)}
            form={form}
            failure={failure}
            isSending={isSending}
            isDirty={isDirty}
            onDiscard={form.reset}
          />
        )}
      </form>
      <StepPreview stepId={step.id} draft={form.values} example={example} />
    </section>
  )
}

type StepForm = CallForm<StepDraft>['form']

function Head({ campaign, step, onRemoved }: StepEditorProps) {
  const ids = campaign.steps.map(({ id }) => id)
  const at = ids.indexOf(step.id)
  const move = (by: number) => {
    const next = ids.toSpliced(at, 1).toSpliced(at + by, 0, step.id)
    void orderSteps(campaign.id, next)
  }
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete “${step.name}”?`,
      message: step.waiting > 0 ? `${count(step.waiting)} leads who wait for it keep it.` : 'What was sent stays sent.',
      destructive: true,
    })
    if (!isSure) return
    await undoable({ run: () => removeStep(campaign.id, step.id), said: `“${step.name}” deleted.` })
    onRemoved()
  }
  return (
    <header className={classes.head}>
      <h2>Step {step.position}</h2>
      <span className={classes.note}>
        {step.reached > 0 ? `${count(step.reached)} leads reached, edits never re-send` : 'Nobody reached yet'}
      </span>
      {campaign.may_change && (
        <span className={classes.buttons}>
          <ActionIcon aria-label="Move up" disabled={at <= 0} onClick={() => move(-1)}>
            <IconChevronUp size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon aria-label="Move down" disabled={at >= ids.length - 1} onClick={() => move(1)}>
            <IconChevronDown size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon aria-label="Delete the step" onClick={() => void remove()}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </span>
      )}
    </header>
  )
}

interface FootProps {
  inside: number
  form: StepForm
  failure: string | null
  isSending: boolean
  isDirty: boolean
  onDiscard(): void
}

/** Saves what was changed; where leads are inside, asks whether they go on with it. */
function Foot({ inside, form, failure, isSending, isDirty, onDiscard }: FootProps) {
  return (
    <footer className={classes.foot}>
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      {inside > 0 && (
        <Checkbox
          label={`Apply to the ${count(inside)} running`}
          description="Their waiting step gets the new time and words. What was sent is never sent again."
          {...form.getInputProps('apply_to_running', { type: 'checkbox' })}
        />
      )}
      <span className={classes.buttons}>
        <Button type="button" variant="subtle" color="gray" disabled={!isDirty || isSending} onClick={onDiscard}>
          Discard
        </Button>
        <Button
          type="submit"
          loading={isSending}
          disabled={!isDirty}
          rightSection={<KeyHint keys={printedKeys(SAVE)} />}
        >
          Save
        </Button>
      </span>
    </footer>
  )
}

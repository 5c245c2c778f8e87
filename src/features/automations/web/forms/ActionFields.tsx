import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { creatableTypes, taskTypeLabels } from '../../../tasks/rules/tasks.ts'
import type { Step } from '../../contract/definition.ts'
import {
  MAX_NOTICE_LENGTH,
  MAX_TASK_CONTENT,
  MAX_URL_LENGTH,
  notifyTargets,
  offerTargets,
} from '../../rules/definition.ts'
import { notifyLabels } from '../rules/words.ts'
import { Choice, OneOf, periodLabels, statusOptions } from './Fields.tsx'
import classes from './Forms.module.css'
import type { StepFieldsProps } from './WaitingFields.tsx'

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

/** The fields of steps that do something; nothing of others. */
export function ActionFields({ step, choices, problems, onChange }: StepFieldsProps) {
  switch (step.kind) {
    case 'start_campaign':
    case 'stop_campaign':
      return (
        <Choice
          label="Campaign"
          options={choices.campaigns}
          value={step.campaign_id}
          error={problems.campaign_id}
          {...(step.kind === 'stop_campaign' && { none: 'All that run' })}
          onChange={campaign_id => onChange({ ...step, campaign_id })}
        />
      )
    case 'add_tag':
    case 'remove_tag':
      return (
        <Choice
          label="Tag"
          options={choices.tags}
          value={step.tag_id}
          error={problems.tag_id}
          onChange={tag_id => onChange({ ...step, tag_id })}
        />
      )
    case 'set_status':
      return (
        <Choice
          label="Status"
          options={statusOptions.map(({ value, label }) => ({ value: String(value), label }))}
          value={step.status}
          onChange={status => status !== null && onChange({ ...step, status })}
        />
      )
    case 'send_email':
    case 'send_text':
      return (
        <Choice
          label="Template"
          description="Sent in the agent’s name, if the lead may be written to at that time."
          options={step.kind === 'send_email' ? choices.emailTemplates : choices.textTemplates}
          value={step.template_id}
          error={problems.template_id}
          onChange={template_id => onChange({ ...step, template_id })}
        />
      )
    case 'webhook':
      return (
        <TextInput
          label="Address"
          description="Called with the lead and what started this, signed."
          placeholder="https://"
          maxLength={MAX_URL_LENGTH}
          value={step.url}
          error={problems.url}
          onChange={event => onChange({ ...step, url: event.currentTarget.value })}
        />
      )
    case 'create_task':
      return <TaskFields step={step} problems={problems} onChange={onChange} />
    case 'offer':
      return <OfferFields step={step} choices={choices} problems={problems} onChange={onChange} />
    case 'notify':
      return <NotifyFields step={step} choices={choices} problems={problems} onChange={onChange} />
    default:
      return null
  }
}

const units = ['minute', 'hour', 'day'] as const
type DueUnit = (typeof units)[number]
const minutesOf: Readonly<Record<DueUnit, number>> = { minute: 1, hour: 60, day: 1440 }
/** The largest unit in which a number of minutes is whole. */
const unitOf = (minutes: number): DueUnit =>
  units.findLast(unit => minutes > 0 && minutes % minutesOf[unit] === 0) ?? 'minute'

type TaskFieldsProps = Omit<StepFieldsProps, 'step' | 'choices'> & { step: Of<'create_task'> }

function TaskFields({ step, problems, onChange }: TaskFieldsProps) {
  const unit = unitOf(step.due_minutes)
  const amount = step.due_minutes / minutesOf[unit]
  const due = (next: number, by: DueUnit) =>
    onChange({ ...step, due_minutes: Math.max(0, Math.round(next * minutesOf[by])) })
  return (
    <>
      <OneOf
        label="Kind"
        values={creatableTypes}
        labels={taskTypeLabels}
        value={step.task_type}
        onChange={task_type => onChange({ ...step, task_type })}
      />
      <TextInput
        label="Subject"
        maxLength={MAX_NOTICE_LENGTH}
        value={step.subject}
        error={problems.subject}
        onChange={event => onChange({ ...step, subject: event.currentTarget.value })}
      />
      <Textarea
        label="Details"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_TASK_CONTENT}
        value={step.content}
        error={problems.content}
        onChange={event => onChange({ ...step, content: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NumberInput
          label="Due in"
          description="0 is at once"
          min={0}
          allowDecimal={false}
          value={amount}
          onChange={next => due(Number(next), unit)}
        />
        <OneOf
          label="Unit"
          description="Counted exactly"
          values={units}
          labels={periodLabels}
          value={unit}
          onChange={next => due(amount, next)}
        />
      </div>
    </>
  )
}

const offerLabels = { next: 'The next agent', agent: 'A chosen agent', team: 'A team' } as const

function OfferFields({ step, choices, problems, onChange }: StepFieldsProps & { step: Of<'offer'> }) {
  return (
    <>
      <OneOf
        label="To"
        values={offerTargets}
        labels={offerLabels}
        value={step.to}
        onChange={to => onChange({ ...step, to, agent_id: null, team_id: null })}
      />
      {step.to === 'agent' && (
        <Choice
          label="Agent"
          options={choices.agents}
          value={step.agent_id}
          error={problems.agent_id}
          onChange={agent_id => onChange({ ...step, agent_id })}
        />
      )}
      {step.to === 'team' && (
        <Choice
          label="Team"
          options={choices.teams}
          value={step.team_id}
          error={problems.team_id}
          onChange={team_id => onChange({ ...step, team_id })}
        />
      )}
    </>
  )
}

function NotifyFields({ step, choices, problems, onChange }: StepFieldsProps & { step: Of<'notify'> }) {
  return (
    <>
      <OneOf
        label="Who"
        values={notifyTargets}
        labels={notifyLabels}
        value={step.who}
        onChange={who => onChange({ ...step, who, agent_id: null })}
      />
      {step.who === 'chosen' && (
        <Choice
          label="Agent"
          options={choices.agents}
          value={step.agent_id}
          error={problems.agent_id}
          onChange={agent_id => onChange({ ...step, agent_id })}
        />
      )}
      <Textarea
        label="What it says"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={MAX_NOTICE_LENGTH}
        value={step.text}
        error={problems.text}
        onChange={event => onChange({ ...step, text: event.currentTarget.value.replace(/\n/g, ' ') })}
      />
    </>
  )
}

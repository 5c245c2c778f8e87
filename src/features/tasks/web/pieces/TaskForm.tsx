import { Input, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { ToggleChip } from '../../../../platform/ui/pieces.tsx'
import segments from '../../../../platform/ui/Segments.module.css'
import { formatDuration } from '../../../../platform/web/time/time.ts'
import { isProposed, quickChoices, type TaskDraft, withType } from '../../rules/draft.ts'
import { creatableTypes, repeatLabels, repeats, taskTypeLabels } from '../../rules/tasks.ts'
import { AllowNotifications } from './AllowNotifications.tsx'
import classes from './TaskForm.module.css'
import { TaskIcon } from './TaskMarks.tsx'

interface TaskFormProps {
  value: TaskDraft
  now: Date
  zone: string
  /** Of what goes out by itself, only the words are a person's. */
  textOnly?: boolean
  /** Whether typing begins here. */
  isFirst?: boolean
  /** Whom the task is about, in a proposed subject; empty where none is proposed. */
  name: string
  onChange(value: TaskDraft): void
}

/** What is to be done, when, and whether to be reminded of it. */
export function TaskForm({ value, now, zone, textOnly = false, isFirst = false, name, onChange }: TaskFormProps) {
  const set = (change: Partial<TaskDraft>) => onChange({ ...value, ...change })
  return (
    <div className={classes.form}>
      {!textOnly && <TypeOfTask value={value.task_type} onChange={type => onChange(withType(value, type, name))} />}
      <TextInput
        label="Subject"
        value={value.subject}
        maxLength={200}
        data-autofocus={isFirst || undefined}
        // Typing replaces what was proposed.
        onFocus={event => isProposed(value, name) && event.currentTarget.select()}
        onChange={event => set({ subject: event.currentTarget.value })}
      />
      {!textOnly && <When value={value} now={now} zone={zone} onChange={set} />}
      <Textarea
        label={textOnly ? 'Content' : 'Details'}
        value={value.content}
        maxLength={5000}
        minRows={textOnly ? 8 : 2}
        maxRows={12}
        onChange={event => set({ content: event.currentTarget.value })}
      />
    </div>
  )
}

function TypeOfTask({
  value,
  onChange,
}: {
  value: TaskDraft['task_type']
  onChange(type: TaskDraft['task_type']): void
}) {
  return (
    <Input.Wrapper label="Task" labelElement="div">
      <SegmentedControl
        fullWidth
        size="sm"
        className={segments.control}
        aria-label="Task"
        value={value}
        onChange={type => onChange(creatableTypes.find(known => known === type) ?? value)}
        data={creatableTypes.map(type => ({
          value: type,
          label: (
            <span className={classes.type}>
              <TaskIcon type={type} size={14} isDone={type !== value} isNamedBeside />
              {taskTypeLabels[type]}
            </span>
          ),
        }))}
      />
    </Input.Wrapper>
  )
}

interface WhenProps {
  value: TaskDraft
  now: Date
  zone: string
  onChange(change: Partial<TaskDraft>): void
}

function When({ value, now, zone, onChange }: WhenProps) {
  const { date, time } = value
  return (
    <>
      <Input.Wrapper label="When" labelElement="div">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser */}
        <div className={classes.quick} role="group" aria-label="When">
          {quickChoices(now, zone).map(({ id, label, parts }) => (
            <ToggleChip key={id} on={parts.date === date && parts.time === time} onChange={() => onChange(parts)}>
              {label}
            </ToggleChip>
          ))}
        </div>
      </Input.Wrapper>
      <DateTimeField
        kind="datetime"
        aria-label="Date and time"
        hasQuickPicks={false}
        placeholder="No date"
        zone={zone}
        value={date === '' ? '' : `${date}T${time || USUAL_TIME}`}
        usualTime={time || USUAL_TIME}
        onChange={next => onChange({ date: next.slice(0, 10), time: next.slice(11) })}
      />
      <div className={classes.moment}>
        <Reminder value={value} onChange={onChange} />
        <Select
          label="Repeat"
          data={[
            { value: '', label: 'Does not repeat' },
            ...repeats.map(name => ({ value: name, label: repeatLabels[name] })),
          ]}
          value={value.repeat ?? ''}
          disabled={date === ''}
          allowDeselect={false}
          onChange={next => onChange({ repeat: repeats.find(name => name === next) ?? null })}
        />
      </div>
      {value.reminder_minutes !== null && <AllowNotifications />}
      <div className={classes.moment}>
        <Select
          label="Duration"
          data={durationsWith(value.duration)}
          value={String(value.duration)}
          allowDeselect={false}
          onChange={next => onChange({ duration: Number(next) })}
        />
        <TextInput
          label="Location"
          value={value.location}
          maxLength={200}
          onChange={event => onChange({ location: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

const USUAL_TIME = '09:00'

const durations = [15, 30, 45, 60, 90, 120]

const durationsWith = (minutes: number) =>
  [...new Set([...durations, minutes])]
    .sort((a, b) => a - b)
    .map(each => ({ value: String(each), label: formatDuration(each) }))

const reminders = [
  { value: '', label: 'No reminder' },
  { value: '0', label: 'At the time' },
  { value: '5', label: '5 min before' },
  { value: '15', label: '15 min before' },
  { value: '30', label: '30 min before' },
  { value: '60', label: '1 h before' },
  { value: '1440', label: '1 day before' },
]

function Reminder({ value, onChange }: Pick<WhenProps, 'value' | 'onChange'>) {
  const minutes = value.reminder_minutes
  const known = minutes === null ? '' : String(minutes)
  const data = reminders.some(option => option.value === known)
    ? reminders
    : [...reminders, { value: known, label: `${known} min before` }]
  return (
    <Select
      label="Remind"
      data={data}
      value={known}
      disabled={value.date === ''}
      allowDeselect={false}
      onChange={next => onChange({ reminder_minutes: next ? Number(next) : null })}
    />
  )
}

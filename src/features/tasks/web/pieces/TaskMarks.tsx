import {
  type Icon,
  IconBell,
  IconCheck,
  IconMail,
  IconMailFast,
  IconMessage2,
  IconMessage2Bolt,
  IconPhone,
} from '@tabler/icons-react'
import type { Hue } from '../../../../platform/ui/theme/tokens.ts'
import { unfilledText } from '../../../templates/rules/placeholders.ts'
import type { TaskOfLead } from '../../contract.ts'
import { type TaskType, taskTypeLabels } from '../../rules/tasks.ts'
import { completeTask, reopenTask } from '../client/actions.ts'
import classes from './TaskMarks.module.css'

const looks: Record<TaskType, { Icon: Icon; hue: Hue }> = {
  phone_call: { Icon: IconPhone, hue: 'cyan' },
  manual_text: { Icon: IconMessage2, hue: 'violet' },
  manual_email: { Icon: IconMail, hue: 'blue' },
  reminder: { Icon: IconBell, hue: 'amber' },
  auto_email: { Icon: IconMailFast, hue: 'blue' },
  auto_text: { Icon: IconMessage2Bolt, hue: 'violet' },
}

/** The colour of a type of task. */
export const hueOf = (type: TaskType): Hue => looks[type].hue

interface TaskIconProps {
  type: TaskType
  isDone?: boolean
  size?: number
  /** Whether the name of the type stands beside it, which is read once then. */
  isNamedBeside?: boolean
}

/** The type of a task as its icon; what is done loses the colour. */
export function TaskIcon({ type, isDone = false, size = 15, isNamedBeside = false }: TaskIconProps) {
  const { Icon, hue } = looks[type]
  const color = isDone ? 'var(--kt-ink-3)' : `var(--kt-${hue}-dot)`
  const name = isNamedBeside ? { 'aria-hidden': true } : { role: 'img', 'aria-label': taskTypeLabels[type] }
  return <Icon size={size} stroke={1.6} color={color} className={classes.icon} {...name} />
}

/** What a task is called: its subject, or its type when it has none. That of a step that waits is filled when it is sent. */
export const taskTitle = (task: Pick<TaskOfLead, 'subject' | 'task_type'>): string =>
  unfilledText(task.subject) || taskTypeLabels[task.task_type]

/** The round box that says whether a task is done, and changes it. */
export function TaskCheck({ task, of }: { task: TaskOfLead; of?: string }) {
  const title = of ? `${taskTitle(task)}, ${of}` : taskTitle(task)
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input cannot be drawn as this circle with a check in every browser
    <button
      type="button"
      role="checkbox"
      className={classes.check}
      aria-checked={task.completed}
      aria-label={`Done: ${title}`}
      onClick={event => {
        event.stopPropagation()
        void (task.completed ? reopenTask(task) : completeTask(task))
      }}
    >
      <span>{task.completed && <IconCheck size={11} stroke={3} aria-hidden />}</span>
    </button>
  )
}

interface ChoiceBoxProps {
  task: TaskOfLead
  of: string
  isChosen: boolean
}

/** The square box that says whether a task is chosen; it stands where the round one stood, and its row takes the press. */
export function ChoiceBox({ task, of, isChosen }: ChoiceBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: drawn like the round one beside which it stands
    <button
      type="button"
      role="checkbox"
      className={classes.check}
      data-square
      aria-checked={isChosen}
      aria-label={`Select ${taskTitle(task)}, ${of}`}
    >
      <span>{isChosen && <IconCheck size={11} stroke={3} aria-hidden />}</span>
    </button>
  )
}

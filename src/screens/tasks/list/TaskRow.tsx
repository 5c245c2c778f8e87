import { IconRepeat } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType, MouseEvent } from 'react'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { fullName, leadSlug } from '../../../features/leads/rules.ts'
import type { Task } from '../../../features/tasks/contract.ts'
import type { PutOff } from '../../../features/tasks/rules/putOff.ts'
import { isRequest, requestedTimeText } from '../../../features/tasks/rules/taskables.ts'
import { isAutomatic, repeatLabels } from '../../../features/tasks/rules/tasks.ts'
import { ChoiceBox, TaskCheck, TaskIcon, taskTitle } from '../../../features/tasks/web/pieces/TaskMarks.tsx'
import { WaitingMark } from '../../../platform/ui/marks/WaitingMark.tsx'
import { priceInShort } from '../../../platform/web/money.ts'
import { fullTime, timeOfDay } from '../../../platform/web/time/time.ts'
import { TaskMenu } from './TaskMenu.tsx'
import classes from './TasksList.module.css'

/** The best next step with a task's lead: calls, texts, writes. The application knows how. */
export type TaskAction = ComponentType<{ task: Task; isRound: boolean }>

/** How far the task's lead is, with the list to change that. */
export type TaskStatusChoice = ComponentType<{ task: Task }>

export interface TaskRowProps {
  task: Task
  zone: string
  isFocused: boolean
  /** Whether it is chosen; `null` while nobody chooses. */
  isChosen: boolean | null
  Action: TaskAction
  Status: TaskStatusChoice
  onFocus(): void
  onEdit(): void
  /** Chooses it, or not any more; everything from the last one on when `isRange`. */
  onChoose(isRange: boolean): void
  onPutOff(to: PutOff): void
  onLogCall(): void
  onPeek(): void
}

/** "9:00 AM"; nothing without a time. */
export const clock = (task: Task, zone: string): string =>
  task.scheduled_at === null ? '' : timeOfDay(task.scheduled_at, zone)

/** A lead by name, or by what is known. */
export const leadLabel = (lead: LeadRow): string => fullName(lead) || (lead.email ?? lead.phone ?? `Lead ${lead.id}`)

/** Leads to the page of the lead. */
export function LeadLink({ lead }: { lead: LeadRow }) {
  const slug = leadSlug(lead)
  return slug === null ? (
    <span className={classes.name}>{leadLabel(lead)}</span>
  ) : (
    <Link to="/leads/$slug" params={{ slug }} className={classes.name} onClick={event => event.stopPropagation()}>
      {leadLabel(lead)}
    </Link>
  )
}

/** What the lead looks for and where; of a request, what was asked for; of a campaign, which step this is. */
function contextOf(task: Task, zone: string): string {
  const { taskable, lead } = task
  if (taskable && isRequest(task.taskable_type)) return requestedTimeText(taskable) || (taskable.message ?? '')
  if (taskable?.step_name && isAutomatic(task.task_type)) {
    const verb = task.completed ? 'sent' : 'sends'
    return [taskable.step_name, task.scheduled_at && `${verb} ${clock(task, zone)}`].filter(Boolean).join(' · ')
  }
  const price = lead.stated_price_max || lead.searches_price_max || lead.stated_price_min || lead.searches_price_min
  const places = lead.primary_areas.join(', ') || lead.primary_area
  const more = lead.all_areas.length > 0 ? ` +${lead.all_areas.length}` : ''
  return [price ? priceInShort(price) : '', `${places}${more}`].filter(Boolean).join(' · ')
}

/** While tasks are chosen, a press anywhere on one chooses it. */
export const chooseInstead =
  (onChoose: TaskRowProps['onChoose']) =>
  (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    onChoose(event.shiftKey)
  }

/** One task: when, how, who, what for, and how far the lead is. */
export function TaskRow({
  task,
  zone,
  isFocused,
  isChosen,
  Action,
  Status,
  onFocus,
  onChoose,
  ...actions
}: TaskRowProps) {
  const { lead, completed } = task
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: j, k and the keys of the screen do the same
    <li
      id={`task-${task.id}`}
      className={classes.row}
      data-cursor={isFocused || undefined}
      data-done={completed || undefined}
      data-chosen={isChosen || undefined}
      aria-current={isFocused || undefined}
      onClick={onFocus}
      onClickCapture={isChosen === null ? undefined : chooseInstead(onChoose)}
    >
      {isChosen === null ? (
        <TaskCheck task={task} of={leadLabel(lead)} />
      ) : (
        <ChoiceBox task={task} of={leadLabel(lead)} isChosen={isChosen} />
      )}
      <time className={classes.time} dateTime={task.scheduled_at ?? undefined} title={dueTitle(task, zone)}>
        {clock(task, zone)}
      </time>
      <TaskIcon type={task.task_type} isDone={completed} />
      <span className={classes.cell}>
        <LeadLink lead={lead} />
      </span>
      <span className={classes.subject}>
        <span className={classes.cut}>{taskTitle(task)}</span>
        {task.repeat && (
          <IconRepeat
            size={13}
            stroke={1.6}
            role="img"
            aria-label={repeatLabels[task.repeat]}
            className={classes.mark}
          />
        )}
        <WaitingMark record={`task:${task.id}`} />
      </span>
      <span className={classes.context}>{contextOf(task, zone)}</span>
      <span className={classes.status}>
        <Status task={task} />
      </span>
      <span className={classes.actions}>
        {isChosen === null && !completed && <Action task={task} isRound={false} />}
        {isChosen === null && <TaskMenu task={task} {...actions} />}
      </span>
    </li>
  )
}

const dueTitle = (task: Task, zone: string) => (task.scheduled_at ? fullTime(task.scheduled_at, zone) : undefined)

import { ActionIcon, Menu } from '@mantine/core'
import { IconCalendarShare, IconDots, IconPencil, IconPhoneCheck, IconRepeat, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType, MouseEvent } from 'react'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { fullName, leadSlug } from '../../../features/leads/rules.ts'
import type { Task } from '../../../features/tasks/contract.ts'
import { mayPutOff, type PutOff, putOffs } from '../../../features/tasks/rules/putOff.ts'
import { isRequest, requestedTimeText } from '../../../features/tasks/rules/taskables.ts'
import { isAutomatic, repeatLabels } from '../../../features/tasks/rules/tasks.ts'
import { removeTask } from '../../../features/tasks/web/client/actions.ts'
import { ChoiceBox, TaskCheck, TaskIcon, taskTitle } from '../../../features/tasks/web/pieces/TaskMarks.tsx'
import { WaitingMark } from '../../../platform/ui/marks/WaitingMark.tsx'
import { shortMoney } from '../../../platform/web/money.ts'
import { fullTime, timeOfDay } from '../../../platform/web/time/time.ts'
import classes from './TasksList.module.css'

/** The best next step with a task's lead: calls, texts, writes. The application knows how. */
export type TaskAction = ComponentType<{ task: Task; isRound: boolean }>

/** How far the task's lead is, with the list to change that. */
export type TaskStatusChoice = ComponentType<{ task: Task }>

export interface TaskRowProps {
  task: Task
  zone: string
  isFocused: boolean
  /** Shows AM and PM where a heading does not tell them. */
  hasHalfDay: boolean
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
}

/** "9:00", or "9:00 AM"; nothing without a time. */
export function clock(task: Task, zone: string, hasHalfDay: boolean): string {
  if (task.scheduled_at === null) return ''
  const text = timeOfDay(task.scheduled_at, zone)
  return hasHalfDay ? text : text.replace(/ [AP]M$/, '')
}

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
    return [taskable.step_name, task.scheduled_at && `${verb} ${clock(task, zone, false)}`].filter(Boolean).join(' · ')
  }
  const price = lead.stated_price_max || lead.searches_price_max || lead.stated_price_min || lead.searches_price_min
  const places = lead.primary_areas.join(', ') || lead.primary_area
  const more = lead.all_areas.length > 0 ? ` +${lead.all_areas.length}` : ''
  return [price ? shortMoney(price) : '', `${places}${more}`].filter(Boolean).join(' · ')
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
  hasHalfDay,
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
        {clock(task, zone, hasHalfDay)}
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

type TaskMenuProps = Pick<TaskRowProps, 'task' | 'onEdit' | 'onPutOff' | 'onLogCall'>

function TaskMenu({ task, onEdit, onPutOff, onLogCall }: TaskMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="xs" aria-label={`Change ${taskTitle(task)}`} onClick={event => event.stopPropagation()}>
          <IconDots size={15} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={event => event.stopPropagation()}>
        <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        {task.task_type === 'phone_call' && !task.completed && (
          <Menu.Item leftSection={<IconPhoneCheck size={15} stroke={1.6} />} onClick={onLogCall}>
            Log call
          </Menu.Item>
        )}
        {mayPutOff(task) &&
          putOffs.map(({ id, label }) => (
            <Menu.Item key={id} leftSection={<IconCalendarShare size={15} stroke={1.6} />} onClick={() => onPutOff(id)}>
              {label}
            </Menu.Item>
          ))}
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => void removeTask(task)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconRepeat, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { LeadDial } from '../../../platform/ui/Dial.tsx'
import { shortMoney } from '../../../platform/web/money.ts'
import { fullTime, timeOfDay } from '../../../platform/web/time.ts'
import type { LeadRow } from '../../leads/contract/record.ts'
import { fullName, leadSlug, statusLabel } from '../../leads/rules.ts'
import type { Task } from '../contract.ts'
import { isAutomatic, repeatLabels } from '../rules.ts'
import { removeTask } from './client/acts.ts'
import { TaskCheck, TaskIcon, taskTitle } from './pieces.tsx'
import classes from './TasksList.module.css'

/** The best next step with a task's lead: calls, texts, writes. The application knows how. */
export type TaskAct = ComponentType<{ task: Task; isRound: boolean }>

export interface TaskRowProps {
  task: Task
  zone: string
  isFocused: boolean
  isWide: boolean
  /** Shows AM and PM where a heading does not tell them. */
  hasHalfDay: boolean
  Act: TaskAct
  onFocus(): void
  onEdit(): void
}

/** One task: when, how, who, what for, and how far the lead is. */
export function TaskRow(props: TaskRowProps) {
  return props.isWide ? <WideRow {...props} /> : <Card {...props} />
}

/** "9:00", or "9:00 AM". */
function clock(task: Task, zone: string, hasHalfDay: boolean): string {
  if (task.scheduled_at === null) return ''
  const text = timeOfDay(task.scheduled_at, zone)
  return hasHalfDay ? text : text.replace(/ [AP]M$/, '')
}

const leadLabel = (lead: LeadRow): string => fullName(lead) || (lead.email ?? lead.phone ?? `Lead ${lead.id}`)

function LeadLink({ lead }: { lead: LeadRow }) {
  const slug = leadSlug(lead)
  return slug === null ? (
    <span className={classes.name}>{leadLabel(lead)}</span>
  ) : (
    <Link to="/leads/$slug" params={{ slug }} className={classes.name} onClick={event => event.stopPropagation()}>
      {leadLabel(lead)}
    </Link>
  )
}

/** What the lead looks for and where; of a campaign, which step this is. */
function contextOf(task: Task, zone: string): string {
  const { taskable, lead } = task
  if (taskable?.step_name && isAutomatic(task.task_type)) {
    const verb = task.completed ? 'sent' : 'sends'
    return [taskable.step_name, task.scheduled_at && `${verb} ${clock(task, zone, false)}`].filter(Boolean).join(' · ')
  }
  const price = lead.stated_price_max || lead.searches_price_max || lead.stated_price_min || lead.searches_price_min
  const places = lead.primary_areas.join(', ') || lead.primary_area
  const more = lead.all_areas.length > 0 ? ` +${lead.all_areas.length}` : ''
  return [price ? shortMoney(price) : '', `${places}${more}`].filter(Boolean).join(' · ')
}

function WideRow({ task, zone, isFocused, hasHalfDay, Act, onFocus, onEdit }: TaskRowProps) {
  const { lead, completed } = task
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: j, k and the keys of the screen do the same
    <li
      id={`task-${task.id}`}
      className={classes.row}
      data-cursor={isFocused || undefined}
      data-done={completed || undefined}
      aria-current={isFocused || undefined}
      onClick={onFocus}
    >
      <TaskCheck task={task} of={leadLabel(lead)} />
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
      </span>
      <span className={classes.context}>{contextOf(task, zone)}</span>
      <span className={classes.status}>
        <LeadDial status={lead.status_value} />
        <span className={classes.cut}>{statusLabel(lead.status_value)}</span>
      </span>
      <span className={classes.acts}>
        {!completed && <Act task={task} isRound={false} />}
        <TaskMenu task={task} onEdit={onEdit} />
      </span>
    </li>
  )
}

const dueTitle = (task: Task, zone: string) => (task.scheduled_at ? fullTime(task.scheduled_at, zone) : undefined)

function Card({ task, zone, isFocused, hasHalfDay, Act, onFocus, onEdit }: TaskRowProps) {
  const { lead, completed } = task
  return (
    <li
      id={`task-${task.id}`}
      className={classes.card}
      data-done={completed || undefined}
      aria-current={isFocused || undefined}
    >
      <TaskCheck task={task} of={leadLabel(lead)} />
      <span className={classes.cardText}>
        <LeadLink lead={lead} />
        <button
          type="button"
          className={classes.cardSubject}
          onClick={() => {
            onFocus()
            onEdit()
          }}
        >
          {taskTitle(task)}
        </button>
      </span>
      <time className={classes.time} dateTime={task.scheduled_at ?? undefined}>
        {clock(task, zone, hasHalfDay)}
      </time>
      <Act task={task} isRound />
    </li>
  )
}

function TaskMenu({ task, onEdit }: { task: Task; onEdit(): void }) {
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
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => void removeTask(task)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

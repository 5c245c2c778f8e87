import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChecks, IconDots, IconPencil, IconPlus, IconRepeat, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { WaitingMark } from '../../../../platform/ui/marks/WaitingMark.tsx'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { daysSince, fullTime, isoDay, shortDay, timeOfDay } from '../../../../platform/web/time/time.ts'
import type { TaskOfLead } from '../../contract.ts'
import { isRequest, requestedTimeText } from '../../rules/taskables.ts'
import { bucketOf, isAutomatic, openFirst, repeatLabels } from '../../rules/tasks.ts'
import { completeCallsOf, removeTask } from '../client/actions.ts'
import classes from './LeadTasks.module.css'
import { TaskCheck, TaskIcon, taskTitle } from './TaskMarks.tsx'

interface LeadTasksProps {
  leadId: number
  /** Newest first; `null` while they are on their way. */
  tasks: readonly TaskOfLead[] | null
  now: Date
  zone: string
  onAdd(): void
  onEdit(task: TaskOfLead): void
}

/** The tasks of a lead: what is open by its time, what is done folded away. */
export function LeadTasks({ leadId, tasks, now, zone, onAdd, onEdit }: LeadTasksProps) {
  const [isWhole, setIsWhole] = useState(false)
  const { open, done } = openFirst(tasks ?? [])
  const overdueCalls = open.filter(
    task => task.task_type === 'phone_call' && bucketOf(task.scheduled_at, now, zone) === 'overdue',
  ).length
  const line = (task: TaskOfLead) => (
    <TaskLine key={task.id} task={task} now={now} zone={zone} onEdit={() => onEdit(task)} />
  )
  return (
    <PanelSection
      title="Tasks"
      count={open.length}
      action={
        <>
          {overdueCalls > 1 && <OverdueCalls leadId={leadId} count={overdueCalls} zone={zone} />}
          <ActionIcon aria-label="Add a task" onClick={onAdd}>
            <IconPlus size={16} stroke={1.6} />
          </ActionIcon>
        </>
      }
    >
      {tasks && open.length === 0 && <p className={classes.none}>No open tasks. Press T to add one.</p>}
      <ul className={classes.lines}>{open.map(line)}</ul>
      {done.length > 0 && (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-expanded={isWhole}
            ml={-8}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? 'Hide completed' : `${done.length} done`}
          </Button>
          {isWhole && <ul className={classes.lines}>{done.map(line)}</ul>}
        </>
      )}
    </PanelSection>
  )
}

function OverdueCalls({ leadId, count, zone }: { leadId: number; count: number; zone: string }) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      leftSection={<IconChecks size={14} stroke={1.6} aria-hidden />}
      onClick={() => void completeCallsOf(leadId, zone)}
    >
      {count} overdue calls done
    </Button>
  )
}

interface LineProps {
  task: TaskOfLead
  now: Date
  zone: string
  onEdit(): void
}

/** One task of a lead: done by its box, changed by its title or its menu. */
export function TaskLine({ task, now, zone, onEdit }: LineProps) {
  const isLate = !task.completed && bucketOf(task.scheduled_at, now, zone) === 'overdue'
  const about = isRequest(task.taskable_type) && task.taskable ? requestedTimeText(task.taskable) : ''
  return (
    <li className={classes.line} data-done={task.completed || undefined}>
      <TaskCheck task={task} />
      <TaskIcon type={task.task_type} isDone={task.completed} size={14} />
      <button type="button" className={classes.title} onClick={onEdit}>
        {taskTitle(task)}
      </button>
      {task.repeat && (
        <IconRepeat size={13} stroke={1.6} role="img" aria-label={repeatLabels[task.repeat]} className={classes.mark} />
      )}
      <WaitingMark record={`task:${task.id}`} />
      <LineMenu task={task} onEdit={onEdit} />
      {task.scheduled_at && (
        <time
          className={classes.when}
          data-late={isLate || undefined}
          dateTime={task.scheduled_at}
          title={fullTime(task.scheduled_at, zone)}
        >
          {whenText(task.scheduled_at, now, zone)}
        </time>
      )}
      {about && <span className={classes.about}>{about}</span>}
    </li>
  )
}

/** "Today 3:00 PM", "Tomorrow 9:00 AM", "Dec 4". */
function whenText(at: string, now: Date, zone: string): string {
  const clock = timeOfDay(at, zone)
  if (isoDay(at, zone) === isoDay(now, zone)) return `Today ${clock}`
  if (daysSince(at, now, zone) === -1) return `Tomorrow ${clock}`
  return shortDay(at, now, zone)
}

function LineMenu({ task, onEdit }: { task: TaskOfLead; onEdit(): void }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon className={classes.menu} size="xs" aria-label={`Change ${taskTitle(task)}`}>
          <IconDots size={15} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!(task.completed && isAutomatic(task.task_type)) && (
          <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={onEdit}>
            Edit
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => void removeTask(task)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

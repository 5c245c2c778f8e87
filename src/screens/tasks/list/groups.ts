import type { Task } from '../../../features/tasks/contract.ts'
import { dayPartOf, type TaskList } from '../../../features/tasks/rules/tasks.ts'
import { dayLabel, daysSince, isoDay } from '../../../platform/web/time/time.ts'

/** Tasks under one heading. */
export interface TaskGroup {
  key: string
  label: string
  tasks: readonly Task[]
}

/** Today by the part of the day, the other lists by the day; in the order in which the tasks come. */
export function groupTasks(tasks: readonly Task[], list: TaskList, now: Date, zone: string): TaskGroup[] {
  const headingOf = list === 'today' ? partHeading(zone) : dayHeading(now, zone)
  const groups = new Map<string, { label: string; tasks: Task[] }>()
  for (const task of tasks) {
    const { key, label } = headingOf(task)
    const group = groups.get(key) ?? { label, tasks: [] }
    group.tasks.push(task)
    groups.set(key, group)
  }
  return [...groups].map(([key, group]) => ({ key, ...group }))
}

type Heading = (task: Task) => { key: string; label: string }

const partHeading =
  (zone: string): Heading =>
  ({ scheduled_at }) => {
    const part = dayPartOf(scheduled_at, zone)
    return { key: part, label: part }
  }

const dayHeading =
  (now: Date, zone: string): Heading =>
  ({ scheduled_at }) => {
    if (scheduled_at === null) return { key: 'none', label: 'No time' }
    const label = daysSince(scheduled_at, now, zone) === -1 ? 'Tomorrow' : dayLabel(scheduled_at, now, zone)
    return { key: isoDay(scheduled_at, zone), label }
  }

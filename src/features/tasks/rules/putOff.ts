import { TZDate } from '@date-fns/tz'
import { addDays, lightFormat, nextMonday } from 'date-fns'
import type { TaskOfLead } from '../contract.ts'
import { isAutomatic, onDay } from './tasks.ts'

/** The days to which tasks are put off most. */
export const putOffs = [
  { id: 'today', label: 'Today' },
  { id: 'tomorrow', label: 'Tomorrow' },
  { id: 'week', label: 'Next week' },
] as const
export type PutOff = (typeof putOffs)[number]['id']

const days: Record<PutOff, (now: TZDate) => Date> = {
  today: now => now,
  tomorrow: now => addDays(now, 1),
  // The Monday after.
  week: nextMonday,
}

/** The calendar day (yyyy-MM-dd) that is meant, where the agent is. */
export const dayOfPutOff = (to: PutOff, now: Date, zone: string): string =>
  lightFormat(days[to](new TZDate(now, zone)), 'yyyy-MM-dd')

/** When a task is due after it was put off: on that day, at its own hour. */
export const putOff = (task: Pick<TaskOfLead, 'scheduled_at'>, to: PutOff, now: Date, zone: string): string =>
  onDay(task.scheduled_at, dayOfPutOff(to, now, zone), zone)

/** What is done, or goes out by itself, is not put off. */
export const mayPutOff = (task: Pick<TaskOfLead, 'completed' | 'task_type'>): boolean =>
  !task.completed && !isAutomatic(task.task_type)

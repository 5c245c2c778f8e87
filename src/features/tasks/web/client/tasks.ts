import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../platform/web/calls/call.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { callOrQueue, provisionalId } from '../../../../platform/web/offline/offlineQueue.ts'
import { type Task, type TaskFields, type TaskFilters, type TaskOfLead, taskCalls } from '../../contract.ts'
import { type creatableTypes, type TaskList, taskTypeLabels } from '../../rules/tasks.ts'
import { leadOfTasks, taskInCache } from './cache.ts'
import { taskKeys } from './keys.ts'
import { provisionalTask, type ShownTask } from './optimistic.ts'

/** Everything that decides which rows a list holds. */
export interface TaskListQuery {
  list: TaskList
  filters: TaskFilters
}

const PER_PAGE = 50

/** A list of tasks, page after page by the link that each page gives to the next. */
export const taskListQuery = (query: TaskListQuery) =>
  infiniteQueryOptions({
    queryKey: [...taskKeys.lists, query],
    queryFn: ({ pageParam, signal }) => fetchPage(query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next_page_url,
    staleTime: 15_000,
  })

/** The address of the next page says how it goes on. */
function fetchPage({ list, filters }: TaskListQuery, next: string | null, signal?: AbortSignal) {
  const asked = next === null ? null : new URL(next, location.origin).searchParams
  const where = asked ? { cursor: asked.get('cursor') ?? '', page: Number(asked.get('page')) } : {}
  return call(taskCalls.list, { ...filters, list, perPage: PER_PAGE, ...where }, { signal })
}

/** How many open tasks each list holds. */
export const taskCountsQuery = queryOptions({
  queryKey: taskKeys.counts,
  queryFn: ({ signal }) => call(taskCalls.counts, {}, { signal }),
  staleTime: 15_000,
})

/** A month holds no more than this; beyond it a calendar shows nothing but "+N". */
const CALENDAR_PAGES = 6

/** Every task of a range of days, for the calendar. */
export const taskCalendarQuery = (filters: TaskFilters) =>
  queryOptions({
    queryKey: [...taskKeys.lists, 'calendar', filters],
    queryFn: async ({ signal }) => {
      const tasks: Task[] = []
      let cursor: string | null | undefined
      for (let page = 0; page < CALENDAR_PAGES && cursor !== null; page++) {
        const where = cursor ? { cursor } : {}
        const answer = await call(taskCalls.list, { ...filters, list: 'calendar', perPage: 200, ...where }, { signal })
        tasks.push(...answer.data)
        cursor = answer.next_cursor
      }
      return tasks
    },
    staleTime: 15_000,
  })

/** Tasks that the reader was just reminded of. */
export const readReminders = () => call(taskCalls.reminders)

type NewTask = TaskFields & { task_type: (typeof creatableTypes)[number] }
const LINE = 60

/** Adds a task on a lead; without a network it waits on the device, and `null` comes back. */
export const addTask = (leadId: number, fields: NewTask, key: string) => {
  const id = provisionalId()
  const row = leadOfTasks(leadId)
  const shows: ShownTask = { before: null, after: provisionalTask(id, { id: leadId, row }, fields) }
  return callOrQueue(
    taskCalls.create,
    { id: leadId, ...fields },
    { ...queuedLabelOf({ id, ...fields }), key, adds: ['id'], shows, text: textOf(fields) },
  )
}

const textOf = ({ subject, content }: TaskFields): string => [subject, content].filter(Boolean).join('\n')

/** A task as a line about it says, for the time that a change of it waits. */
export const queuedLabelOf = ({ id, subject, task_type }: TaskFields & { id: number }) => ({
  label: 'Task',
  summary: (subject || (task_type ? taskTypeLabels[task_type] : '')).slice(0, LINE),
  record: `task:${id}`,
})

/**
 * Changes a task; says when it moved to another list. Without a network the change waits on the device, and `null`
 * comes back. `task` is what the reader saw.
 */
export const changeTask = (task: TaskOfLead, fields: TaskFields, version?: number) => {
  const before = { ...taskInCache(task.id, task.lead_id), ...task }
  const shows: ShownTask = { before, after: { ...before, ...withoutGaps(fields) } }
  return callOrQueue(
    taskCalls.update,
    { id: task.id, ...fields, originalScheduledAt: task.scheduled_at },
    {
      ...queuedLabelOf({ ...before, ...fields, id: task.id } as TaskFields & { id: number }),
      text: textOf({ ...before, ...fields } as TaskFields),
      shows,
      ...(version === undefined ? {} : { ifMatch: `"${version}"` }),
    },
  )
}

const withoutGaps = (fields: TaskFields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<TaskOfLead>

/** Changes what an automatic e-mail or text will say. */
export const changeAutomated = (id: number, fields: { subject: string; content: string }) =>
  call(taskCalls.updateAutomated, { id, ...fields })

/** Marks every overdue phone call of a lead as done. */
export async function completeOverdueCalls(leadId: number | null) {
  if (leadId === null) throw new Error('No lead id provided')
  return call(taskCalls.completeOverdueCalls, { id: String(leadId) })
}

/** Marks every overdue task of an agent as done. */
export const completeOverdue = (agentId: number, expected?: number) =>
  call(taskCalls.completeOverdue, { agentId, expected })

/** Fetches again whatever shows tasks. */
export const refetchTasks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: taskKeys.all })

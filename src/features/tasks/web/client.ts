import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/call.ts'
import { callOrKeep } from '../../../platform/web/outgoing.ts'
import { queryClient } from '../../../platform/web/queryClient.ts'
import { type Task, type TaskFields, type TaskFilters, taskCalls } from '../contract.ts'
import { type creatableTypes, type TaskList, taskTypeLabels } from '../rules.ts'

/** Everything that decides which rows a list holds. */
export interface TaskListQuery {
  list: TaskList
  filters: TaskFilters
}

export const taskKeys = {
  all: ['tasks'] as const,
  lists: ['tasks', 'list'] as const,
  counts: ['tasks', 'counts'] as const,
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
export const addTask = (leadId: number, fields: NewTask, key: string) =>
  callOrKeep(
    taskCalls.create,
    { id: leadId, ...fields },
    {
      key,
      label: 'Task',
      words: (fields.subject || taskTypeLabels[fields.task_type]).slice(0, LINE),
      about: `lead:${leadId}`,
    },
  )

/** Changes a task; says when it moved to another list. */
export const changeTask = (task: Pick<Task, 'id' | 'scheduled_at'>, fields: TaskFields, version?: number) =>
  call(
    taskCalls.update,
    { id: task.id, ...fields, originalScheduledAt: task.scheduled_at },
    version === undefined ? {} : { ifMatch: `"${version}"` },
  )

/** Changes what an automatic e-mail or text will say. */
export const changeAutomated = (id: number, fields: { subject: string; content: string }) =>
  call(taskCalls.updateAutomated, { id, ...fields })

/** Marks every overdue phone call of a lead as done. */
export async function completeOverdueCalls(leadId: number | null) {
  if (leadId === null) throw new Error('No lead id provided')
  return call(taskCalls.completeOverdueCalls, { id: String(leadId) })
}

/** Marks every overdue task of an agent as done. */
export const completeOverdue = (agentId: number) => call(taskCalls.completeOverdue, { agentId })

/** Fetches again whatever shows tasks. */
export const refetchTasks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: taskKeys.all })

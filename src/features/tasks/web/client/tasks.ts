import { call } from '../../../../platform/web/calls/call.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { pagedQueryOf, queryOf, refetchCall } from '../../../../platform/web/calls/queryOf.ts'
import { callOrQueue, provisionalId } from '../../../../platform/web/offline/offlineQueue.ts'
import { type TaskFields, type TaskFilters, type TaskOfLead, taskCalls } from '../../contract.ts'
import { type creatableTypes, type TaskList, taskTypeLabels } from '../../rules/tasks.ts'
import { leadOfTasks, taskInCache } from './cache.ts'
import { inCalendar, inCounts, inPages, provisionalTask, queuedTasks, type ShownTask } from './offline.ts'

/** Everything that decides which rows a list holds. */
export interface TaskListQuery {
  list: TaskList
  filters: TaskFilters
}

const PER_PAGE = 50

const fresh = { topics: ['tasks'], staleTime: 15_000 } as const

/** A list of tasks, page after page by the link that each page gives to the next. */
export const taskListQuery = (query: TaskListQuery) =>
  pagedQueryOf(taskCalls.list, query, {
    ...fresh,
    first: null as string | null,
    next: page => page.next_page_url,
    fetch: (next, { signal }) => fetchPage(query, next, signal),
    patches: [inPages(query)],
  })

/** The address of the next page says how it goes on. */
function fetchPage({ list, filters }: TaskListQuery, next: string | null, signal: AbortSignal) {
  const asked = next === null ? null : new URL(next, location.origin).searchParams
  const where = asked ? { cursor: asked.get('cursor') ?? '', page: Number(asked.get('page')) } : {}
  return call(taskCalls.list, { ...filters, list, perPage: PER_PAGE, ...where }, { signal })
}

/** How many open tasks each list holds. */
export const taskCountsQuery = queryOf(taskCalls.counts, {}, { ...fresh, patches: [inCounts] })

/** A month holds no more than this; beyond it a calendar shows nothing but "+N". */
const CALENDAR_PAGES = 6

/** Every task of a range of days, for the calendar, as one page. */
export const taskCalendarQuery = (filters: TaskFilters) => {
  const asked = { ...filters, list: 'calendar', perPage: 200 } as const
  return queryOf(taskCalls.list, asked, {
    ...fresh,
    patches: [inCalendar(filters)],
    async fetch({ signal }) {
      let whole = await call(taskCalls.list, asked, { signal })
      for (let page = 1; page < CALENDAR_PAGES && whole.next_cursor !== null; page++) {
        const more = await call(taskCalls.list, { ...asked, cursor: whole.next_cursor }, { signal })
        whole = { ...more, data: [...whole.data, ...more.data] }
      }
      return whole
    },
  })
}

/** Tasks that the reader was just reminded of. */
export const remindersQuery = queryOf(taskCalls.reminders, {}, { topics: ['task-reminders'] })

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
  record: queuedTasks.record(id),
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
export async function refetchTasks(): Promise<void> {
  await Promise.all([refetchCall(queryClient, taskCalls.list), refetchCall(queryClient, taskCalls.counts)])
}

import type { InfiniteData, QueryKey } from '@tanstack/react-query'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import type { Lead, LeadRow } from '../../../leads/contract/record.ts'
import { knownRow } from '../../../leads/web/client/leadCache.ts'
import { leadKeys } from '../../../leads/web/client/leads.ts'
import type { Task, TaskOfLead } from '../../contract.ts'
import { taskKeys } from './keys.ts'

type Page = { data: Task[]; total: number }
/** A list of tasks as the cache holds it. */
export type Cached = InfiniteData<Page> | Task[]
/** What a task becomes; `null` takes it away. */
type TaskChange = <T extends TaskOfLead>(task: T) => T | null

function changed<T extends TaskOfLead>(tasks: readonly T[], id: number, change: TaskChange): T[] {
  return tasks.flatMap(task => (task.id === id ? (change(task) ?? []) : [task]))
}

/** A list after one of its tasks changed. */
export function inCache(cached: Cached, id: number, change: TaskChange): Cached {
  if (Array.isArray(cached)) return changed(cached, id, change)
  return {
    ...cached,
    pages: cached.pages.map(page => {
      const data = changed(page.data, id, change)
      return { ...page, data, total: page.total + data.length - page.data.length }
    }),
  }
}

/**
 * Shows at once what becomes of a task, in every list and on its lead. The function that comes back shows everything as
 * it was before.
 */
export async function showAtOnce(
  { id, lead_id }: Pick<TaskOfLead, 'id' | 'lead_id'>,
  change: TaskChange,
): Promise<() => void> {
  await queryClient.cancelQueries({ queryKey: taskKeys.lists })
  const before: [QueryKey, unknown][] = [
    ...queryClient.getQueriesData({ queryKey: taskKeys.lists }),
    [leadKeys.one(lead_id), queryClient.getQueryData(leadKeys.one(lead_id))],
  ]
  queryClient.setQueriesData<Cached>({ queryKey: taskKeys.lists }, cached => cached && inCache(cached, id, change))
  queryClient.setQueryData<Lead>(
    leadKeys.one(lead_id),
    lead => lead && { ...lead, tasks: changed(lead.tasks as TaskOfLead[], id, change) },
  )
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/** A lead as this window knows it, as tasks name it. */
export const leadOfTasks = (id: number): LeadRow | undefined =>
  queryClient.getQueryData<Lead>(leadKeys.one(id)) ??
  knownRow(queryClient, id) ??
  tasksInLists().find(task => task.lead_id === id)?.lead

const tasksInLists = (): Task[] =>
  queryClient
    .getQueriesData<Cached>({ queryKey: taskKeys.lists })
    .flatMap(([, cached]) => (Array.isArray(cached) ? cached : (cached?.pages.flatMap(page => page.data) ?? [])))

/** A task as this window knows it, with its lead where that is known, too. */
export function taskInCache(id: number, leadId: number): (TaskOfLead & { lead?: LeadRow }) | null {
  const listed = tasksInLists().find(task => task.id === id)
  if (listed) return listed
  const own = (queryClient.getQueryData<Lead>(leadKeys.one(leadId))?.tasks as TaskOfLead[] | undefined) ?? []
  const task = own.find(each => each.id === id)
  const lead = leadOfTasks(leadId)
  return task ? { ...task, ...(lead ? { lead } : {}) } : null
}

/** What is overdue of an agent's or a lead's tasks, as far as this window knows. */
export const knownTasks = (isMeant: (task: Task) => boolean): Task[] => [
  ...new Map(
    tasksInLists()
      .filter(isMeant)
      .map(task => [task.id, task]),
  ).values(),
]

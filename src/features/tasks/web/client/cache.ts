import { cachedAnswers, cachedChange, showAtOnce } from '../../../../platform/web/calls/cached.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { leadCalls } from '../../../leads/contract/leads.ts'
import type { LeadRow } from '../../../leads/contract/record.ts'
import { knownRow } from '../../../leads/web/client/leadCache.ts'
import { leadQuery } from '../../../leads/web/client/leads.ts'
import { type Task, type TaskOfLead, taskCalls } from '../../contract.ts'

/** What a task becomes; `null` takes it away. */
type TaskChange = <T extends TaskOfLead>(task: T) => T | null

/**
 * Shows at once what becomes of a task, in every list and on its lead. The function that comes back shows everything as
 * it was before.
 */
export function showTask({ id, lead_id }: Pick<TaskOfLead, 'id' | 'lead_id'>, change: TaskChange): Promise<() => void> {
  const changed = <T extends TaskOfLead>(tasks: readonly T[]): T[] =>
    tasks.flatMap(task => (task.id === id ? (change(task) ?? []) : [task]))
  return showAtOnce(queryClient, [
    cachedChange(taskCalls.list, page => {
      const data = changed(page.data)
      return { ...page, data, total: page.total + data.length - page.data.length }
    }),
    cachedChange(leadCalls.get, lead => ({ ...lead, tasks: changed(lead.tasks) }), { id: lead_id }),
  ])
}

const leadInCache = (id: number) => queryClient.getQueryData(leadQuery(id).queryKey)

/** A lead as this window knows it, as tasks name it. */
export const leadOfTasks = (id: number): LeadRow | undefined =>
  leadInCache(id) ?? knownRow(queryClient, id) ?? tasksInLists().find(task => task.lead_id === id)?.lead

const tasksInLists = (): Task[] => cachedAnswers(queryClient, taskCalls.list).flatMap(page => page.data)

/** A task as this window knows it, with its lead where that is known, too. */
export function taskInCache(id: number, leadId: number): (TaskOfLead & { lead?: LeadRow }) | null {
  const listed = tasksInLists().find(task => task.id === id)
  if (listed) return listed
  const known = leadInCache(leadId)
  const task = known?.tasks.find(each => each.id === id)
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

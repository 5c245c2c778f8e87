import type { QueryKey } from '@tanstack/react-query'
import { z } from 'zod'
import { idOf, type OptimisticPatch } from '../../../../platform/web/offline/optimisticPatches.ts'
import { isoDay } from '../../../../platform/web/time/time.ts'
import type { Lead, LeadRow } from '../../../leads/contract/record.ts'
import { leadKeys } from '../../../leads/web/client/leads.ts'
import type { Task, TaskCounts, TaskFields, TaskFilters, TaskOfLead } from '../../contract.ts'
import { bucketOf, type TaskList } from '../../rules/tasks.ts'
import { type Cached, inCache } from './cache.ts'

type Known = TaskOfLead & { lead?: LeadRow }

const Shown = z.object({ before: z.looseObject({}).nullable(), after: z.looseObject({}).nullable() })

/** What a task was and what becomes of it; `null` where there is none. */
export interface ShownTask {
  before: Known | null
  after: Known | null
}

/** A task that the server does not know yet. */
export const provisionalTask = (
  id: number,
  lead: { id: number; row: LeadRow | undefined },
  fields: TaskFields & Pick<TaskOfLead, 'task_type'>,
): Known => {
  const now = new Date().toISOString()
  const { row } = lead
  return {
    subject: '',
    content: '',
    duration: 0,
    location: '',
    reminder_minutes: null,
    repeat: null,
    scheduled_at: null,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    task_type: fields.task_type,
    id,
    lead_id: lead.id,
    agent_id: null,
    taskable: null,
    taskable_type: null,
    automated: false,
    event_id: null,
    completed: false,
    completed_at: null,
    created_at: now,
    updated_at: now,
    version: 1,
    site_name: null,
    ...(row ? { lead: row } : {}),
  }
}

/** Shows tasks that wait for the network wherever tasks are listed, counted, and on their lead. */
export const taskPatch =
  (zone: string): OptimisticPatch =>
  (key, data, write) => {
    const shown = write.record.startsWith('task:') ? Shown.safeParse(write.shows).data : undefined
    if (!shown) return data
    const id = idOf(write)
    const change = shown as unknown as ShownTask
    const [area, kind] = key
    if (area === 'tasks' && kind === 'counts') return counted(data as TaskCounts, change, zone)
    if (area === 'tasks' && kind === 'list') return listed(key, data as Cached, { id, change, zone })
    const leadId = (change.after ?? change.before)?.lead_id
    if (leadId !== undefined && String(key) === String(leadKeys.one(leadId))) return onLead(data as Lead, id, change)
    return data
  }

function counted(counts: TaskCounts, { before, after }: ShownTask, zone: string): TaskCounts {
  const now = new Date()
  const next = { ...counts }
  const count = (task: Known | null, step: 1 | -1) => {
    if (!task) return
    const bucket = bucketOf(task.scheduled_at, now, zone)
    const name = !task.completed ? bucket : bucket === 'today' ? 'done_today' : null
    if (name) next[name] = Math.max(0, next[name] + step)
  }
  count(before, -1)
  count(after, 1)
  return next
}

interface Listing {
  id: number
  change: ShownTask
  zone: string
}

function listed(key: QueryKey, cached: Cached, { id, change: { after }, zone }: Listing): Cached {
  const stays = after !== null && belongs(key, after, zone)
  const tasks = Array.isArray(cached) ? cached : cached.pages.flatMap(page => page.data)
  const isListed = tasks.some(task => task.id === id)
  if (isListed) return inCache(cached, id, task => (stays ? { ...task, ...after, id } : null))
  const { lead } = after ?? {}
  return stays && lead ? inserted(cached, { ...after, id, lead }) : cached
}

const timeOf = ({ scheduled_at }: Task) => (scheduled_at === null ? Number.POSITIVE_INFINITY : Date.parse(scheduled_at))

function sortedIn(tasks: readonly Task[], task: Task): Task[] {
  const place = tasks.findIndex(each => timeOf(each) > timeOf(task))
  return place < 0 ? [...tasks, task] : tasks.toSpliced(place, 0, task)
}

function inserted(cached: Cached, task: Task): Cached {
  if (Array.isArray(cached)) return sortedIn(cached, task)
  const isLast = (place: number) => place === cached.pages.length - 1
  const at = cached.pages.findIndex(
    (page, place) => isLast(place) || page.data.some(each => timeOf(each) > timeOf(task)),
  )
  const pages = cached.pages.map((page, place) => ({
    ...page,
    data: place === at ? sortedIn(page.data, task) : page.data,
    total: page.total + 1,
  }))
  return { ...cached, pages }
}

/** Whether a list would hold a task, as far as this device can tell. */
function belongs(key: QueryKey, task: Known, zone: string): boolean {
  const isCalendar = key[2] === 'calendar'
  const asked = isCalendar ? { list: 'calendar', filters: key[3] } : key[2]
  const { list, filters } = asked as { list: TaskList; filters: TaskFilters }
  if (filters.type && !filters.type.includes(task.task_type)) return false
  if (!filters.with_completed && task.completed !== (filters.completed ?? false)) return false
  if (list !== 'calendar') return bucketOf(task.scheduled_at, new Date(), zone) === list
  if (task.scheduled_at === null) return false
  const day = isoDay(task.scheduled_at, zone)
  return day >= (filters.dateStart ?? day).slice(0, 10) && day <= (filters.dateEnd ?? day).slice(0, 10)
}

function onLead(lead: Lead, id: number, { before, after }: ShownTask): Lead {
  const tasks = lead.tasks as TaskOfLead[]
  const others = tasks.filter(task => task.id !== id)
  const { lead: _row, ...own } = after ?? { lead: undefined }
  const known = tasks.find(task => task.id === id)
  if (!known && (before || !after)) return lead
  const changed = after && { ...known, ...own, id }
  if (!changed) return { ...lead, tasks: others }
  return { ...lead, tasks: known ? tasks.map(task => (task.id === id ? changed : task)) : [changed, ...others] }
}

import type { InfiniteData } from '@tanstack/react-query'
import { patchOf, queuedKind, type ShownChange } from '../../../../platform/web/offline/offlinePatches.ts'
import type { OfflinePatch } from '../../../../platform/web/offline/offlineQueue.ts'
import { ownZone } from '../../../../platform/web/time/ownZone.ts'
import { isoDay } from '../../../../platform/web/time/time.ts'
import type { OutputOf } from '../../../../platform/wire/call.ts'
import { leadCalls } from '../../../leads/contract/leads.ts'
import type { Lead, LeadRow } from '../../../leads/contract/record.ts'
import type { Task, TaskCounts, TaskFields, TaskFilters, TaskOfLead, taskCalls } from '../../contract.ts'
import { bucketOf, type TaskList } from '../../rules/tasks.ts'

type Known = TaskOfLead & { lead?: LeadRow }
type Page = OutputOf<typeof taskCalls.list>
/** What a task was and what becomes of it; `null` where there is none. */
export type ShownTask = ShownChange<Known>

/** Tasks whose changes wait for the network. */
export const queuedTasks = queuedKind<Known>(
  'task',
  (value): value is Known => 'lead_id' in value && 'task_type' in value && 'scheduled_at' in value,
)

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

type Change = ShownTask & { id: number }

/** What a task that waits makes of an answer. */
const patched =
  <Data>(change: (data: Data, task: Change) => Data): OfflinePatch<Data> =>
  (data, write) => {
    const task = queuedTasks.changeOf(write)
    return task ? change(data, task) : data
  }

/** Shows tasks that wait in the list of their day. */
export const inPages = (question: Question): OfflinePatch<InfiniteData<Page, string | null>> =>
  patched((cached, change) => {
    const tasks = cached.pages.flatMap(page => page.data)
    const become = shownIn(question, tasks, change)
    if (!become) return cached
    if (!('added' in become)) {
      const pages = cached.pages.map(page => {
        const data = become.changed(page.data)
        return { ...page, data, total: page.total + data.length - page.data.length }
      })
      return { ...cached, pages }
    }
    const { added } = become
    const isLast = (place: number) => place === cached.pages.length - 1
    const at = cached.pages.findIndex(
      (page, place) => isLast(place) || page.data.some(each => timeOf(each) > timeOf(added)),
    )
    const pages = cached.pages.map((page, place) => ({
      ...page,
      data: place === at ? sortedIn(page.data, added) : page.data,
      total: page.total + 1,
    }))
    return { ...cached, pages }
  })

/** Shows tasks that wait on the days of a calendar. */
export const inCalendar = (filters: TaskFilters): OfflinePatch<Page> =>
  patched((page, change) => {
    const become = shownIn({ list: 'calendar', filters }, page.data, change)
    if (!become) return page
    return { ...page, data: 'added' in become ? sortedIn(page.data, become.added) : become.changed(page.data) }
  })

interface Question {
  list: TaskList
  filters: TaskFilters
}

/** What becomes of the tasks that a list shows; `null` when the task is none of them. */
function shownIn(
  question: Question,
  tasks: readonly Task[],
  { id, after }: Change,
): { added: Task } | { changed(tasks: readonly Task[]): Task[] } | null {
  const stays = after !== null && belongs(question, after)
  if (tasks.some(task => task.id === id)) {
    return {
      changed: all => all.flatMap(task => (task.id !== id ? task : stays ? { ...task, ...after, id } : [])),
    }
  }
  return stays && after.lead ? { added: { ...after, id, lead: after.lead } } : null
}

const timeOf = ({ scheduled_at }: Task) => (scheduled_at === null ? Number.POSITIVE_INFINITY : Date.parse(scheduled_at))

function sortedIn(tasks: readonly Task[], task: Task): Task[] {
  const place = tasks.findIndex(each => timeOf(each) > timeOf(task))
  return place < 0 ? [...tasks, task] : tasks.toSpliced(place, 0, task)
}

/** Whether a list would hold a task, as far as this device can tell. */
function belongs({ list, filters }: Question, task: Known): boolean {
  const zone = ownZone()
  if (filters.type && !filters.type.includes(task.task_type)) return false
  if (!filters.with_completed && task.completed !== (filters.completed ?? false)) return false
  if (list !== 'calendar') return bucketOf(task.scheduled_at, new Date(), zone) === list
  if (task.scheduled_at === null) return false
  const day = isoDay(task.scheduled_at, zone)
  return day >= (filters.dateStart ?? day).slice(0, 10) && day <= (filters.dateEnd ?? day).slice(0, 10)
}

/** Counts tasks that wait where they stand now. */
export const inCounts: OfflinePatch<TaskCounts> = patched((counts, { before, after }) => {
  const now = new Date()
  const next = { ...counts }
  const count = (task: Known | null, step: 1 | -1) => {
    if (!task) return
    const bucket = bucketOf(task.scheduled_at, now, ownZone())
    const name = !task.completed ? bucket : bucket === 'today' ? 'done_today' : null
    if (name) next[name] = Math.max(0, next[name] + step)
  }
  count(before, -1)
  count(after, 1)
  return next
})

const withoutLead = ({ lead: _lead, ...own }: Known) => own

const onLead = patched<Lead>((lead, { id, before, after }) => {
  if ((after ?? before)?.lead_id !== lead.id) return lead
  const { tasks } = lead
  const others = tasks.filter(task => task.id !== id)
  const known = tasks.find(task => task.id === id)
  if (!known && (before || !after)) return lead
  const changed = after && { ...withoutLead(after), id }
  if (!changed) return { ...lead, tasks: others }
  return { ...lead, tasks: known ? tasks.map(task => (task.id === id ? changed : task)) : [changed, ...others] }
})

/** Tasks that wait, on the page of their lead. */
export const offlinePatches = [patchOf(leadCalls.get, onLead)]

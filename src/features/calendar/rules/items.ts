import { isOff, type ShowingStatus } from '../../showings/rules.ts'
import { isAutomatic, type TaskType, taskTypeLabels } from '../../tasks/rules/tasks.ts'

/** What becomes an event. */
export type CalendarKind = 'task' | 'showing'

interface Item {
  id: number
  lead_id: number
  lead_name: string
  /** IANA zone in which it is meant. */
  zone: string
  /** When the record was changed last, ISO 8601. */
  updated_at: string
  /** It was deleted, or its lead was. */
  is_gone: boolean
}

/** A task as far as a calendar shows it. */
export interface TaskItem extends Item {
  kind: 'task'
  task_type: TaskType
  subject: string
  content: string
  location: string
  /** ISO 8601; `null` for a task without a time, which no calendar shows. */
  scheduled_at: string | null
  /** Minutes. */
  duration: number
  completed: boolean
}

/** A showing as far as a calendar shows it. */
export interface ShowingItem extends Item {
  kind: 'showing'
  address: string
  starts_at: string
  ends_at: string
  status: ShowingStatus
}

export type CalendarItem = TaskItem | ShowingItem

/** What Keyturn wants an event to be; times are instants, ISO 8601 in UTC. */
export interface WantedEvent {
  title: string
  description: string
  location: string
  start: string
  end: string
  zone: string
  /** What is done no longer takes up time. */
  is_busy: boolean
}

/** An event that takes no time is hard to see, and some calendars refuse it. */
const MIN_MINUTES = 15
const MINUTE_MS = 60_000

/** The end of a title that Keyturn writes: who it is about. */
export const titleSuffix = ({ lead_name }: Pick<Item, 'lead_name'>): string => (lead_name ? ` · ${lead_name}` : '')

/** "Call about financing · Amara Okafor"; what is done begins with a check mark. */
function titleOf(item: CalendarItem): string {
  if (item.kind === 'showing') return `${isOver(item) ? '✓ ' : ''}Showing${titleSuffix(item)}`
  const text = item.subject || taskTypeLabels[item.task_type]
  return `${item.completed ? '✓ ' : ''}${text}${titleSuffix(item)}`
}

const isOver = (item: CalendarItem): boolean => (item.kind === 'task' ? item.completed : item.status === 'completed')

const instant = (text: string): string => new Date(text).toISOString()

/** From when to when an item takes; `null` without a time. */
export function spanOf(item: CalendarItem): { start: string; end: string } | null {
  if (item.kind === 'showing') return { start: instant(item.starts_at), end: instant(item.ends_at) }
  if (item.scheduled_at === null) return null
  const end = Date.parse(item.scheduled_at) + Math.max(item.duration, MIN_MINUTES) * MINUTE_MS
  return { start: instant(item.scheduled_at), end: new Date(end).toISOString() }
}

/** The event of an item. `url` is the page of the lead. */
export function eventOf(item: CalendarItem, url: string | null): WantedEvent | null {
  const span = spanOf(item)
  if (!span) return null
  const text = item.kind === 'task' ? item.content : ''
  return {
    ...span,
    zone: item.zone,
    title: titleOf(item),
    description: [text, url].filter(Boolean).join('\n\n'),
    location: item.kind === 'task' ? item.location : item.address,
    is_busy: !isOver(item),
  }
}

/** Tasks that were due longer ago are not put into a calendar any more; they stay in the list of what is overdue. */
const MAX_AGE_MS = 7 * 24 * 60 * MINUTE_MS

/** Whether an item belongs into the calendar of whoever has it. What is there stays there when it is done or over. */
export function belongsInCalendar(item: CalendarItem, { hasEvent, now }: { hasEvent: boolean; now: Date }): boolean {
  const span = spanOf(item)
  if (item.is_gone || !span) return false
  if (item.kind === 'showing') return !isOff(item.status) && (hasEvent || Date.parse(span.end) > now.getTime())
  if (isAutomatic(item.task_type)) return false
  return hasEvent || (!item.completed && Date.parse(span.start) > now.getTime() - MAX_AGE_MS)
}

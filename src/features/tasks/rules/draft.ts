import { TZDate } from '@date-fns/tz'
import { addDays, addHours, lightFormat, nextMonday, set, startOfHour } from 'date-fns'
import { z } from 'zod'
import { instantAt } from '../../../platform/wire/days.ts'
import type { TaskFields, TaskOfLead } from '../contract.ts'
import { creatableTypes, repeats } from './tasks.ts'

const Draft = z.object({
  task_type: z.enum(creatableTypes),
  subject: z.string(),
  content: z.string(),
  /** yyyy-MM-dd where the agent is; empty without a time. */
  date: z.string(),
  /** HH:mm */
  time: z.string(),
  reminder_minutes: z.int().nullable(),
  repeat: z.enum(repeats).nullable(),
  /** Minutes. */
  duration: z.int(),
  location: z.string(),
})
/** What the task form holds. */
export type TaskDraft = z.output<typeof Draft>

/** Reads a draft that was kept; `null` for one that is not understood. */
export const parseTaskDraft = (stored: unknown): TaskDraft | null => Draft.safeParse(stored).data ?? null

const MORNING = { hours: 9, minutes: 0, seconds: 0, milliseconds: 0 }
const parts = (at: Date) => ({ date: lightFormat(at, 'yyyy-MM-dd'), time: lightFormat(at, 'HH:mm') })

/** When most things are put off to. */
export const quickTimes: readonly { id: string; label: string; at(now: TZDate): Date }[] = [
  { id: 'hour', label: 'In 1 h', at: now => addHours(startOfHour(now), now.getMinutes() === 0 ? 1 : 2) },
  { id: 'tomorrow', label: 'Tomorrow 9 AM', at: now => set(addDays(now, 1), MORNING) },
  { id: 'days', label: 'In 3 days', at: now => set(addDays(now, 3), MORNING) },
  { id: 'week', label: 'Next week', at: now => set(nextMonday(now), MORNING) },
]

/** The date and time that a quick choice stands for. */
export const quickParts = (quick: (typeof quickTimes)[number], now: Date, zone: string) =>
  parts(quick.at(new TZDate(now, zone)))

/** The quick choices with what each stands for; of two for one moment, such as on a Sunday, the first. */
export function quickChoices(now: Date, zone: string) {
  const all = quickTimes.map(quick => ({ ...quick, parts: quickParts(quick, now, zone) }))
  const firstOf = ({ date, time }: (typeof all)[number]['parts']) =>
    all.findIndex(({ parts }) => parts.date === date && parts.time === time)
  return all.filter(({ parts }, place) => firstOf(parts) === place)
}

const USUAL_DURATION = 30

const proposals: Readonly<Record<TaskDraft['task_type'], string>> = {
  phone_call: 'Call',
  manual_text: 'Text',
  manual_email: 'E-mail',
  reminder: 'Follow up with',
}

/** What a task with somebody is called until something else is typed: "Call Yvette". */
export const proposedSubject = (type: TaskDraft['task_type'], name: string): string =>
  name === '' ? '' : `${proposals[type]} ${name}`

/** The form with another type; the subject that was proposed follows it, one that was typed stays. */
export const withType = (draft: TaskDraft, task_type: TaskDraft['task_type'], name: string): TaskDraft => ({
  ...draft,
  task_type,
  subject: isProposed(draft, name) ? proposedSubject(task_type, name) : draft.subject,
})

/** Whether nobody typed the subject. */
export const isProposed = ({ task_type, subject }: TaskDraft, name: string): boolean =>
  subject === '' || subject === proposedSubject(task_type, name)

/** A form as it is opened: a call tomorrow morning. */
export const emptyDraft = (now: Date, zone: string): TaskDraft => ({
  task_type: 'phone_call',
  subject: '',
  content: '',
  ...parts(set(addDays(new TZDate(now, zone), 1), MORNING)),
  reminder_minutes: 15,
  repeat: null,
  duration: USUAL_DURATION,
  location: '',
})

/** A task as the form shows it. */
export function draftOf(task: TaskOfLead, zone: string): TaskDraft {
  const type = creatableTypes.find(known => known === task.task_type) ?? 'reminder'
  const { subject, content, reminder_minutes, repeat, duration, location, scheduled_at } = task
  const when = scheduled_at === null ? { date: '', time: '' } : parts(new TZDate(scheduled_at, zone))
  return { task_type: type, subject, content, reminder_minutes, repeat, duration, location, ...when }
}

const DEFAULT_TIME = '09:00'

/** The instant of a local day and time; the brokerage's morning when only the day was chosen. */
export function instantOf(date: string, time: string, zone: string): string | null {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  const clock = /^(\d{2}):(\d{2})/.exec(time || DEFAULT_TIME)
  if (!day || !clock) return null
  return instantAt(date, clock[0], zone).toISOString()
}

/** What the form sends. */
export function fieldsOf(draft: TaskDraft, zone: string): TaskFields & Pick<TaskDraft, 'task_type'> {
  const { task_type, subject, content, reminder_minutes, repeat, duration, location, date, time } = draft
  const scheduled_at = instantOf(date, time, zone)
  return {
    task_type,
    subject: subject.trim(),
    content: content.trim(),
    scheduled_at,
    reminder_minutes: scheduled_at === null ? null : reminder_minutes,
    repeat: scheduled_at === null ? null : repeat,
    duration,
    location: location.trim(),
  }
}

/** What the form sends of a task that is there: a time that nobody touched stays to the second. */
export function changedFields(task: TaskOfLead, draft: TaskDraft, zone: string): TaskFields {
  const { scheduled_at, ...fields } = fieldsOf(draft, zone)
  const before = draftOf(task, zone)
  const isSameTime = draft.date === before.date && draft.time === before.time
  return isSameTime ? fields : { ...fields, scheduled_at: scheduled_at ?? null }
}

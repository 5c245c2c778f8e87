import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, InstantInput, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { BulkRun, Expected } from '../bulk/contract.ts'
import { LeadRow } from '../leads/contract/record.ts'
import { OfferSubmission } from '../milestones/contract.ts'
import { taskableTypes } from './rules/taskables.ts'
import { creatableTypes, repeats, taskLists, taskTypes } from './rules/tasks.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    tasks: true
    'task-reminders': true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    task: true
  }
}

declare module '../leads/contract/record.ts' {
  interface RecordsBesideLead {
    tasks: TaskOfLead
  }
}

export const TaskTypeName = z.enum(taskTypes)
const Repetition = z.enum(repeats)

/** A day on which something would suit, and from which time on (`14:30`); `null` is any time. */
export const RequestedTime = z.object({ date: z.string(), from: z.string().nullable() })
export type RequestedTime = z.output<typeof RequestedTime>

/**
 * What a task is about. A step of a campaign carries the names of both; a request of the lead, called by its home, carries
 * what was asked for, and is a whole offer submission where it is one.
 */
export const Taskable = z.object({
  id: z.int().nullable(),
  name: z.string().nullable(),
  campaign_name: z.string().nullable(),
  step_name: z.string().nullable(),
  ...OfferSubmission.omit({ id: true }).partial().shape,
  times: z.array(RequestedTime).optional(),
  message: z.string().optional(),
})
export type Taskable = z.output<typeof Taskable>

/** Columns that a person may set. */
export const editable = {
  subject: line(200),
  content: line(5000),
  /** Without a time it waits in Today until it is done. */
  scheduled_at: InstantInput.nullable(),
  /** Minutes. */
  duration: z.int().min(0).max(1440),
  location: line(200),
  /** Minutes before its time. */
  reminder_minutes: z.int().min(0).max(40_320).nullable(),
  repeat: Repetition.nullable(),
}

/** Columns as answers carry them, under their own names: the selected columns follow from this. */
export const taskColumns = {
  id: Id,
  lead_id: Id,
  agent_id: Id.nullable(),
  task_type: TaskTypeName,
  ...editable,
  scheduled_at: Instant.nullable(),
  taskable_type: z.enum(taskableTypes).nullable(),
  automated: z.boolean(),
  event_id: z.string().nullable(),
  completed: z.boolean(),
  completed_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
}

/** A task as its lead carries it. */
export const TaskOfLead = z.object({
  ...taskColumns,
  taskable: Taskable.nullable(),
  site_name: z.string().nullable(),
})
export type TaskOfLead = z.output<typeof TaskOfLead>

/** A task with its lead. */
export const Task = TaskOfLead.extend({ lead: LeadRow })
export type Task = z.output<typeof Task>

/** What the task form sends. */
export const TaskFields = z.object({ task_type: z.enum(creatableTypes), ...editable }).partial()
export type TaskFields = z.output<typeof TaskFields>

/** A calendar day, or an instant. */
const DayOrInstant = z.union([CalendarDate, InstantInput], {
  error: 'must be a day that exists, such as 2026-03-31, or a time such as 2026-03-31 14:30:00',
})

/** What of a list is asked for. */
export const TaskFilters = z.object({
  type: z.array(TaskTypeName).max(taskTypes.length).optional(),
  /** Only what is done; only what is open unless said. */
  completed: z.boolean().optional(),
  /** What is open together with what is done; wins over `completed`. */
  with_completed: z.boolean().optional(),
  /** Tasks of these agents, as far as the caller reaches them; an agent's own unless said. */
  agent: z.array(Id).max(200).optional(),
  dateStart: DayOrInstant.optional(),
  /** A day is included as a whole. */
  dateEnd: DayOrInstant.optional(),
})
export type TaskFilters = z.output<typeof TaskFilters>

/** Open tasks of each list. */
export const TaskCounts = z.object({
  today: z.int(),
  overdue: z.int(),
  future: z.int(),
  /** Tasks of today that are done. */
  done_today: z.int(),
})
export type TaskCounts = z.output<typeof TaskCounts>

/** `completed` of so many tasks as are in `ids`; many are marked in the background, as `run` tells. */
const Done = z.object({ completed: z.int(), ids: z.array(Id), run: BulkRun })
const MAX_CHOSEN = 1000
const chosen = { ids: z.array(Id).min(1).max(MAX_CHOSEN) }
const Ran = z.object({ run: BulkRun })
const listParams = z.object({ list: z.enum(taskLists) })
/** An address without the id of a lead is answered in the words of the specification. */
const leadParams = z.object({ id: z.string().max(200) })

const notSettable = Object.keys(Task.shape).filter(name => !Object.hasOwn(TaskFields.shape, name))

export const taskCalls = {
  list: read('task/:list', {
    right: 'view_leads',
    params: listParams,
    input: z.object({
      ...TaskFilters.shape,
      ...PageInput.shape,
    }),
    output: page(Task).extend({
      /** How many there are of each type, whichever types are asked for. */
      types: z.partialRecord(TaskTypeName, z.int()),
    }),
    summary: 'Tasks of today, overdue, of the future, or of a range of days, in the order of their time.',
  }),
  counts: read('task/counts', {
    right: 'view_leads',
    output: TaskCounts,
    summary: 'How many open tasks each list holds.',
  }),
  reminders: read('task/reminders', {
    right: 'view_leads',
    output: z.array(Task),
    summary: 'Open tasks of the caller that they were just reminded of.',
  }),
  create: write('lead/:id/tasks', {
    right: 'view_leads',
    input: TaskFields.required({ task_type: true }),
    output: Task,
    creates: true,
    ignores: notSettable,
    summary: 'Adds a task on a lead, for the agent who has it.',
  }),
  update: write('task/:id', {
    right: 'view_leads',
    input: TaskFields.extend({
      /** The time that the caller saw: tells from which list the task moves. */
      originalScheduledAt: InstantInput.nullable().optional(),
    }),
    output: Task.extend({ moved: z.object({ from: z.enum(taskLists), to: z.enum(taskLists) }).nullable() }),
    ignores: notSettable,
    summary: 'Changes a task, and says when it moves to another list.',
  }),
  updateAutomated: write('task/automated/:id', {
    right: 'view_leads',
    input: z.object({ subject: editable.subject.optional(), content: editable.content.optional() }),
    output: Task,
    summary: 'Changes what an automatic e-mail or text will say.',
  }),
  complete: write('task/:id/complete', {
    right: 'view_leads',
    output: Task,
    summary: 'Marks a task as done. A task that repeats is followed by the next one.',
  }),
  reopen: write('task/:id/reopen', {
    right: 'view_leads',
    output: Task,
    summary: 'Reopens a task; the next one that it led to is removed.',
  }),
  completeOverdueCalls: write('lead/:id/tasks/markOverduePhoneCallsComplete', {
    right: 'view_leads',
    params: leadParams,
    output: Done,
    summary: 'Marks the overdue phone calls of a lead as done.',
  }),
  completeOverdue: write('agent/:agentId/tasks/mark-overdue-complete', {
    right: 'view_leads',
    input: z.object({ expected: Expected }),
    output: Done,
    summary: 'Marks every overdue task of an agent as done.',
  }),
  remove: write('task/:id', { right: 'view_leads', method: 'DELETE', output: Nothing }),
  restore: write('task/:id/restore', {
    right: 'view_leads',
    output: Task,
    summary: 'Brings a deleted task back, for ten minutes.',
  }),
  completeChosen: write('tasks/complete', {
    right: 'view_leads',
    input: z.object(chosen),
    output: Ran,
    summary: 'Marks chosen tasks as done; the run can be taken back.',
  }),
  rescheduleChosen: write('tasks/reschedule', {
    right: 'view_leads',
    input: z.object({ ...chosen, day: CalendarDate }),
    output: Ran,
    summary: 'Puts chosen tasks off to another day, each at its hour; the run can be taken back.',
  }),
  removeChosen: write('tasks/remove', {
    right: 'view_leads',
    input: z.object(chosen),
    output: Ran,
    summary: 'Deletes chosen tasks; the run can be taken back.',
  }),
  daily: write('task/daily', {
    right: 'view_leads',
    input: z.object({ lead_id: Id, agent_id: Id.nullable().optional(), task_type: z.enum(creatableTypes) }),
    output: Task,
    summary: "Finds today's task of a type for a lead, or makes it.",
  }),
}

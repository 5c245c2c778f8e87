import type { Change, Viewer } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { parseInstant } from '../../../../platform/wire/fields.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import { publishLeads } from '../../../leads/server/commands/publish.ts'
import type { Task, Taskable, TaskFields } from '../../contract.ts'
import { tasksChanged } from '../../events.ts'
import { nextOccurrence, reminderInstant } from '../../rules/tasks.ts'
import { remindNow, remindOfTask } from '../jobs.ts'
import { type LockedTask, lockCompletedTasks, lockOpenTask, taskById } from '../queries/tasks.ts'
import {
  countOpenTasks,
  insertTask,
  type NewTask,
  writeCompletion,
  writeDeletion,
  writeNext,
  writeTask,
  writeTaskable,
} from '../queries/writes.ts'

type Writing = Change & { viewer: Viewer }

interface LeadOfTask {
  id: number
  agent_id: number | null
}

/** Adds a task on a lead that the caller has locked. */
export async function addTask(
  ctx: Writing,
  lead: LeadOfTask,
  given: TaskFields & Pick<NewTask, 'task_type'>,
): Promise<Task> {
  const fields = { ...given, ...timeOf(given) }
  requireTimeToRepeat(fields)
  const id = await insertTask(ctx, {
    ...fields,
    lead_id: lead.id,
    agent_id: lead.agent_id,
    repeat_start: fields.repeat ? (fields.scheduled_at ?? null) : null,
  })
  await countOpenTasks(ctx, [lead.id])
  const task = await taskById(ctx, id)
  await enqueueReminder(ctx, task)
  ctx.audit({ subject: 'task', subject_id: id, after: withoutLead(task) })
  await publishTasks(ctx, [task])
  return task
}

/** A task that the product makes, about something. */
type TaskAbout = Required<Pick<NewTask, 'task_type' | 'subject' | 'scheduled_at' | 'taskable_type' | 'taskable'>>

/** Adds a task about something on a lead that is locked, and reminds its agent at once; answers its id. */
export async function addTaskAbout(ctx: Change, lead: LeadOfTask, task: TaskAbout): Promise<number> {
  const { id: lead_id, agent_id } = lead
  const id = await insertTask(ctx, { ...task, lead_id, agent_id })
  await countOpenTasks(ctx, [lead_id])
  ctx.audit({ subject: 'task', subject_id: id, after: { ...task, lead_id, agent_id } })
  await publishTasks(ctx, [{ id, lead_id, agent_id }])
  await remindNow(ctx, { id, agent_id })
  return id
}

/** A task that an automation makes. */
type AutomatedTask = Required<Pick<NewTask, 'task_type' | 'subject' | 'content' | 'scheduled_at'>>

/** Adds a task by an automation, for the agent of a locked lead or for a colleague, and reminds them at once; answers its id. */
export async function addAutomatedTask(ctx: Change, lead: LeadOfTask, task: AutomatedTask): Promise<number> {
  const { id: lead_id, agent_id } = lead
  const id = await insertTask(ctx, { ...task, lead_id, agent_id, automated: true })
  await countOpenTasks(ctx, [lead_id])
  ctx.audit({ subject: 'task', subject_id: id, after: { ...task, lead_id, agent_id } })
  await publishTasks(ctx, [{ id, lead_id, agent_id }])
  await remindNow(ctx, { id, agent_id })
  return id
}

/** Writes what an open task of a locked lead is about, and reminds its agent again. */
export async function retellTask(ctx: Change, lead: LeadOfTask, id: number, taskable: Taskable): Promise<void> {
  await writeTaskable(ctx, id, taskable)
  await publishTasks(ctx, [{ id, lead_id: lead.id, agent_id: lead.agent_id }])
  await remindNow(ctx, { id, agent_id: lead.agent_id })
}

/** Changes a task that is locked. */
export async function changeTask(ctx: Writing, before: LockedTask, given: TaskFields): Promise<Task> {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as TaskFields
  const after = { ...before, ...set, ...timeOf(set) }
  requireTimeToRepeat(after)
  const goesOn = after.repeat === before.repeat && after.scheduled_at === before.scheduled_at
  await writeTask(ctx, before.id, {
    ...after,
    repeat_start: after.repeat ? (goesOn ? before.repeat_start : after.scheduled_at) : null,
  })
  const task = await taskById(ctx, before.id)
  await enqueueReminder(ctx, task)
  ctx.audit({ subject: 'task', subject_id: task.id, before: withoutLead(before), after: withoutLead(task) })
  await publishTasks(ctx, [task])
  return task
}

/** Marks locked tasks as done; those that are done already stay as they are. Answers the ids of the others. */
export async function completeTasks(ctx: Writing, tasks: readonly LockedTask[]): Promise<number[]> {
  const open = tasks.filter(task => !task.completed)
  if (open.length === 0) return []
  const ids = open.map(task => task.id)
  await writeCompletion(ctx, ids, true)
  const following: number[] = []
  for (const task of open) following.push(...(await continueSeries(ctx, task)))
  await countOpenTasks(ctx, leadsOf(open))
  ctx.audit({
    subject: 'task',
    subject_id: ids.length === 1 ? (ids[0] ?? null) : null,
    after: { completed: true, ids, lead_ids: leadsOf(open) },
  })
  await publishTasks(ctx, open)
  if (following.length > 0) await tasksChanged.emit(ctx, { ids: following })
  return ids
}

/** What repeats is followed by the next of its series, whose id is answered; days that passed meanwhile are left out. */
async function continueSeries(ctx: Writing, task: LockedTask): Promise<number[]> {
  const { repeat, scheduled_at, zone } = task
  if (repeat === null || scheduled_at === null || task.automated) return []
  const due = new Date(scheduled_at)
  const first = new Date(task.repeat_start ?? scheduled_at)
  const next = nextOccurrence({ repeat, first, zone }, due > ctx.now ? due : ctx.now)
  const following = { ...task, scheduled_at: next.toISOString(), repeat_start: first.toISOString() }
  const id = await insertTask(ctx, following)
  await writeNext(ctx, task.id, id)
  await enqueueReminder(ctx, { ...following, id })
  return [id]
}

/** Opens a locked task again. The next of its series goes, unless somebody worked on it already. */
export async function reopenTask(ctx: Writing, task: LockedTask, next: LockedTask | null): Promise<Task> {
  await reopen(ctx, task, next)
  return taskById(ctx, task.id)
}

/** Opens tasks again whose fulfilment came to nothing, whoever has them by now; those that are open or deleted stay so. */
export async function reopenTasks(ctx: Change, ids: readonly number[]): Promise<void> {
  for (const task of await lockCompletedTasks(ctx, ids))
    await reopen(ctx, task, task.next_task_id === null ? null : await lockOpenTask(ctx, task.next_task_id))
}

async function reopen(ctx: Change, task: LockedTask, next: LockedTask | null): Promise<void> {
  if (task.completed) {
    await writeCompletion(ctx, [task.id], false)
    await writeNext(ctx, task.id, null)
    const isUntouched = next !== null && !next.completed && next.version === 1
    if (isUntouched) await writeDeletion(ctx, next.id, ctx.now)
    await countOpenTasks(ctx, [task.lead_id])
    ctx.audit({
      subject: 'task',
      subject_id: task.id,
      before: { completed: true },
      after: { completed: false, lead_id: task.lead_id },
    })
    await publishTasks(ctx, isUntouched ? [task, next] : [task])
  }
  await enqueueReminder(ctx, { ...task, completed: false })
}

/** Deletes a locked task, for some minutes so that it can come back. */
export async function removeTask(ctx: Writing, task: LockedTask): Promise<void> {
  await writeDeletion(ctx, task.id, ctx.now)
  await countOpenTasks(ctx, [task.lead_id])
  ctx.audit({ subject: 'task', subject_id: task.id, before: withoutLead(task), after: null })
  await publishTasks(ctx, [task])
}

/** Brings a locked task back. */
export async function restoreTask(ctx: Writing, task: LockedTask): Promise<Task> {
  await writeDeletion(ctx, task.id, null)
  await countOpenTasks(ctx, [task.lead_id])
  const restored = await taskById(ctx, task.id)
  await enqueueReminder(ctx, restored)
  ctx.audit({ subject: 'task', subject_id: task.id, before: null, after: withoutLead(restored) })
  await publishTasks(ctx, [task])
  return restored
}

/** The job asks again whether the task is still open and still at that time: nobody has to call it off. */
async function enqueueReminder(
  ctx: Change,
  task: { id: number; completed: boolean; scheduled_at: string | null; reminder_minutes: number | null },
): Promise<void> {
  const at = reminderInstant(task)
  if (at === null || at <= ctx.now || task.completed) return
  const data = { task_id: task.id, at: at.toISOString() }
  await ctx.enqueue(remindOfTask, data, { startAfter: at, singletonKey: `${task.id} ${data.at}` })
}

/** Instants in one spelling, whichever was sent. */
const timeOf = ({ scheduled_at }: TaskFields): { scheduled_at?: string | null } =>
  scheduled_at === undefined
    ? {}
    : { scheduled_at: scheduled_at === null ? null : (parseInstant(scheduled_at)?.toISOString() ?? null) }

function requireTimeToRepeat({ repeat, scheduled_at }: Pick<TaskFields, 'repeat' | 'scheduled_at'>): void {
  if (repeat && !scheduled_at) throw invalid({ repeat: ['A repeating task needs a time.'] })
}

const leadsOf = (tasks: readonly { lead_id: number }[]): number[] =>
  [...new Set(tasks.map(task => task.lead_id))].sort((a, b) => a - b)

const withoutLead = (task: object): object =>
  Object.fromEntries(Object.entries(task).filter(([name]) => name !== 'lead' && name !== 'zone'))

/** More ids than this in one message say "anything". */
const MAX_PUBLISHED = 200

/** Publishes that tasks changed: to browsers, with the leads on which they are counted, and to features further up. */
export async function publishTasks(
  ctx: Change,
  tasks: readonly { id: number; lead_id: number; agent_id: number | null }[],
): Promise<void> {
  const agents = [...new Set(tasks.map(task => task.agent_id))]
  ctx.changed('tasks', tasks.length > MAX_PUBLISHED ? [] : tasks.map(task => task.id), leadAudience(tasks))
  publishLeads(
    ctx,
    leadsOf(tasks).map(id => ({ id, agents })),
  )
  await tasksChanged.emit(ctx, { ids: [...new Set(tasks.map(({ id }) => id))] })
}

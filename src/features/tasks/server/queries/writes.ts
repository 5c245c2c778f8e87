import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Taskable, TaskFields } from '../../contract.ts'
import { requestTypes, type TaskableType } from '../../rules/taskables.ts'
import type { Repeat, TaskType } from '../../rules/tasks.ts'

/** What a new task is made of. */
export interface NewTask extends Omit<TaskFields, 'task_type'> {
  lead_id: number
  agent_id: number | null
  task_type: TaskType
  repeat_start?: string | null
  taskable_type?: TaskableType | null
  taskable?: Taskable | null
  /** An automation made it, or the product does it by itself. */
  automated?: boolean
}

/** Adds a task by whoever acts; answers its id. */
export async function insertTask(ctx: Change, task: NewTask): Promise<number> {
  const { id } = await ctx.db
    .insertInto('tasks')
    .values({
      lead_id: task.lead_id,
      agent_id: task.agent_id,
      task_type: task.task_type,
      subject: task.subject ?? '',
      content: task.content ?? '',
      location: task.location ?? '',
      scheduled_at: task.scheduled_at ?? null,
      duration: task.duration ?? 30,
      reminder_minutes: task.reminder_minutes ?? null,
      repeat: task.repeat ?? null,
      repeat_start: task.repeat_start ?? null,
      taskable_type: task.taskable_type ?? null,
      taskable: task.taskable ? JSON.stringify(task.taskable) : null,
      automated: task.automated ?? false,
      created_by: ctx.author?.user_id ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What of a task can be written again. */
export interface WrittenTask {
  task_type: TaskType
  subject: string
  content: string
  location: string
  scheduled_at: string | null
  duration: number
  reminder_minutes: number | null
  repeat: Repeat | null
  repeat_start: string | null
}

/** Writes a task anew. A reminder that was given counts no more when there is another time to remind of. */
export async function writeTask(ctx: Change, id: number, task: WrittenTask): Promise<void> {
  await sql`
    UPDATE tasks SET task_type = ${task.task_type}, subject = ${task.subject}, content = ${task.content},
      location = ${task.location}, scheduled_at = ${task.scheduled_at}, duration = ${task.duration},
      reminder_minutes = ${task.reminder_minutes}, repeat = ${task.repeat}, repeat_start = ${task.repeat_start},
      reminded_at = CASE WHEN scheduled_at IS NOT DISTINCT FROM ${task.scheduled_at}::timestamptz
                          AND reminder_minutes IS NOT DISTINCT FROM ${task.reminder_minutes}::int THEN reminded_at END,
      updated_at = ${ctx.now}, version = version + 1
    WHERE id = ${id}`.execute(ctx.db)
}

/** Writes what a task is about. */
export async function writeTaskable(ctx: Change, id: number, taskable: Taskable): Promise<void> {
  await sql`
    UPDATE tasks SET taskable = ${JSON.stringify(taskable)}::jsonb, updated_at = ${ctx.now}, version = version + 1
    WHERE id = ${id}`.execute(ctx.db)
}

/** Marks tasks as done by whoever acts, or as open again. */
export async function writeCompletion(ctx: Change, ids: readonly number[], completed: boolean): Promise<void> {
  await sql`
    UPDATE tasks SET completed = ${completed}, completed_at = ${completed ? ctx.now : null},
      completed_by = ${completed ? (ctx.author?.user_id ?? null) : null}::int, updated_at = ${ctx.now}, version = version + 1
    WHERE id = ANY(${[...ids]}::int[])`.execute(ctx.db)
}

/** Keeps which task follows a task of a series. */
export async function writeNext(ctx: Change, id: number, next: number | null): Promise<void> {
  await ctx.db.updateTable('tasks').set({ next_task_id: next }).where('id', '=', id).execute()
}

/** Marks a task as deleted, or brings it back. */
export async function writeDeletion(ctx: Change, id: number, deleted_at: Date | null): Promise<void> {
  await sql`UPDATE tasks SET deleted_at = ${deleted_at}, version = version + 1 WHERE id = ${id}`.execute(ctx.db)
}

/** Marks that somebody was reminded. */
export async function writeReminder(ctx: Change, id: number): Promise<void> {
  await ctx.db.updateTable('tasks').set({ reminded_at: ctx.now }).where('id', '=', id).execute()
}

/** Of the open tasks `t` of a lead: what they are asked for. A task without a request is none of them. */
const openRequests = sql`coalesce(
  array_agg(DISTINCT t.taskable_type ORDER BY t.taskable_type) FILTER (WHERE t.taskable_type = ANY (${[...requestTypes]}::text[])),
  '{}')`

/** Counts the open tasks of leads again, where the count is another. The leads are locked. */
export async function countOpenTasks(ctx: Change, leadIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE leads SET open_tasks = counted.open, open_requests = counted.requests FROM (
      SELECT asked.id, count(t.id)::int AS open, ${openRequests} AS requests FROM unnest(${[...leadIds]}::int[]) AS asked (id)
      LEFT JOIN tasks t ON t.lead_id = asked.id AND NOT t.completed AND t.deleted_at IS NULL GROUP BY asked.id) counted
    WHERE leads.id = counted.id
      AND (leads.open_tasks, leads.open_requests) IS DISTINCT FROM (counted.open, counted.requests)`.execute(ctx.db)
}

/** A task that went from one agent to another. */
interface MovedTask extends Pick<Row<'tasks'>, 'id' | 'lead_id' | 'taskable_type'> {
  before: number | null
  after: number | null
}

/** Gives the open tasks of leads to the agents who have the leads; answers those that went to another. */
export async function followLeads(ctx: Change, leadIds: readonly number[]): Promise<MovedTask[]> {
  const { rows } = await sql<MovedTask>`
    WITH moved AS (
      SELECT t.id, t.lead_id, t.taskable_type, t.agent_id AS before, l.agent_id AS after FROM tasks t JOIN leads l ON l.id = t.lead_id
      WHERE t.lead_id = ANY(${[...leadIds]}::int[]) AND NOT t.completed AND t.agent_id IS DISTINCT FROM l.agent_id
      ORDER BY t.id FOR UPDATE OF t)
    UPDATE tasks SET agent_id = moved.after, version = version + 1 FROM moved WHERE tasks.id = moved.id
    RETURNING moved.*`.execute(ctx.db)
  return rows
}

/** Forgets tasks that were deleted before an instant. */
export async function purgeTasks(ctx: Change, before: Date): Promise<void> {
  await sql`DELETE FROM tasks WHERE deleted_at < ${before}`.execute(ctx.db)
}

import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Taskable } from '../../contract.ts'
import { isAutomatic, type TaskType } from '../../rules/tasks.ts'

/** A task that something planned for a lead, or that the product will do itself at its time. */
export interface PlannedTask {
  lead_id: number
  agent_id: number
  task_type: TaskType
  subject: string
  content: string
  scheduled_at: string
  taskable: Taskable
}

/** Adds tasks that belong to steps of campaigns; answers their ids in the same order. */
export async function insertPlanned(ctx: Change, tasks: readonly PlannedTask[]): Promise<number[]> {
  const rows = tasks.map((task, place) => ({ ...task, place, automated: isAutomatic(task.task_type) }))
  const { rows: ids } = await sql<{ id: number }>`
    WITH given AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('tasks', 'id'))::int AS new_id, g.*
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g (place int, lead_id int, agent_id int, task_type text,
        subject text, content text, scheduled_at timestamptz, taskable jsonb, automated boolean)),
    added AS (
      INSERT INTO tasks (id, lead_id, agent_id, task_type, subject, content, scheduled_at, taskable_type, taskable, automated,
                         created_at, updated_at) OVERRIDING SYSTEM VALUE
      SELECT new_id, lead_id, agent_id, task_type, subject, content, scheduled_at, 'campaign_instance_step', taskable,
             automated, ${ctx.now}, ${ctx.now} FROM given)
    SELECT new_id AS id FROM given ORDER BY place`.execute(ctx.db)
  return ids.map(({ id }) => id)
}

/** How a planned task stands. */
export type PlannedState = Pick<
  Row<'tasks'>,
  'id' | 'lead_id' | 'agent_id' | 'subject' | 'content' | 'completed' | 'version'
> & { is_deleted: boolean }

/** Planned tasks by their ids, locked. */
export async function lockPlanned({ db }: Change, ids: readonly number[]): Promise<ReadonlyMap<number, PlannedState>> {
  const { rows } = await sql<PlannedState>`
    SELECT id, lead_id, agent_id, subject, content, completed, version, deleted_at IS NOT NULL AS is_deleted FROM tasks
    WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** A task with whose it is. */
export type OwnedTask = Pick<Row<'tasks'>, 'id' | 'lead_id' | 'agent_id'>

/** Marks open tasks as done by the product; answers which. */
export async function completePlanned({ db, now }: Change, ids: readonly number[]): Promise<OwnedTask[]> {
  const { rows } = await sql<OwnedTask>`
    UPDATE tasks SET completed = true, completed_at = ${now}, updated_at = ${now}, version = version + 1
    WHERE id = ANY(${[...ids]}::int[]) AND NOT completed AND deleted_at IS NULL RETURNING id, lead_id, agent_id`.execute(
    db,
  )
  return rows
}

/** Deletes open tasks; answers which. */
export async function deletePlanned({ db, now }: Change, ids: readonly number[]): Promise<OwnedTask[]> {
  const { rows } = await sql<OwnedTask>`
    UPDATE tasks SET deleted_at = ${now}, updated_at = ${now}, version = version + 1
    WHERE id = ANY(${[...ids]}::int[]) AND NOT completed AND deleted_at IS NULL RETURNING id, lead_id, agent_id`.execute(
    db,
  )
  return rows
}

/** Brings back what was deleted at that moment; answers which. */
export async function revivePlanned({ db, now }: Change, ids: readonly number[], at: string): Promise<OwnedTask[]> {
  const { rows } = await sql<OwnedTask>`
    UPDATE tasks SET deleted_at = NULL, updated_at = ${now}, version = version + 1
    WHERE id = ANY(${[...ids]}::int[]) AND deleted_at = ${at}::timestamptz RETURNING id, lead_id, agent_id`.execute(db)
  return rows
}

/** What a task of a step that was edited says from now on. */
export interface RewrittenTask {
  id: number
  subject: string
  content: string
  scheduled_at: string
}

/** Writes tasks anew whose step was edited; answers which. */
export async function rewritePlanned({ db, now }: Change, tasks: readonly RewrittenTask[]): Promise<OwnedTask[]> {
  const { rows } = await sql<OwnedTask>`
    UPDATE tasks SET subject = g.subject, content = g.content, scheduled_at = g.scheduled_at, updated_at = ${now}
    FROM jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb)
      AS g (id int, subject text, content text, scheduled_at timestamptz)
    WHERE tasks.id = g.id AND NOT completed AND deleted_at IS NULL RETURNING tasks.id, lead_id, agent_id`.execute(db)
  return rows
}

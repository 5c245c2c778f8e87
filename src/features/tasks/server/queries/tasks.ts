import { type RawBuilder, sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import { ONE_PLAN } from '../../../../platform/server/database/connection.ts'
import { escapeLike } from '../../../../platform/server/database/like.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { region } from '../../../../product/region/region.ts'
import { openableLeads } from '../../../leads/server/queries/filters.ts'
import { leadRowsById } from '../../../leads/server/queries/leadRows.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import { type Task, type TaskOfLead, taskColumns } from '../../contract.ts'

type Asking = QueryContext & { viewer: Viewer }

/** One condition on the table `tasks`, named `t`. */
export type Condition = RawBuilder<unknown>

/** The tasks of leads that a viewer may open; everything about a task starts here. */
export const visibleTasks = (ctx: { viewer: Viewer }): Condition => sql`
  EXISTS (SELECT FROM leads WHERE leads.id = t.lead_id AND ${visibleLeads(ctx)} AND NOT is_bogus
          AND ${openableLeads(ctx.viewer) ?? sql`true`})`

const columns = sql.join([
  ...Object.keys(taskColumns).map(name => sql.ref(`t.${name}`)),
  sql`t.taskable`,
  sql`(SELECT s.name FROM leads l JOIN sites s ON s.id = l.site_id WHERE l.id = t.lead_id) AS site_name`,
])

type TaskOfLeadRow = RowAs<'tasks', TaskOfLead, 'taskable'>

/** Tasks that meet a condition, in an order, without their leads; those of one lead are found the same way for each. */
export async function tasksWhere(
  ctx: QueryContext,
  where: Condition,
  {
    order = sql`t.due_key, t.id`,
    limit,
    hasOnePlan = false,
  }: { order?: Condition; limit: number; hasOnePlan?: boolean },
): Promise<(TaskOfLead & { cursor_key: string })[]> {
  const { rows } = await sql<TaskOfLeadRow & { cursor_key: string }>`${sql.raw(hasOnePlan ? ONE_PLAN : '')}
    SELECT ${columns}, t.due_key::text AS cursor_key FROM tasks t
    WHERE ${where} ORDER BY ${order} LIMIT ${limit}`.execute(ctx.db)
  return rows
}

/** The tasks with their leads, as the viewer sees those. */
export async function withLeads(ctx: Asking, tasks: readonly TaskOfLead[]): Promise<Task[]> {
  const leads = await leadRowsById(ctx, [...new Set(tasks.map(task => task.lead_id))])
  return tasks.flatMap(task => {
    const lead = leads.get(task.lead_id)
    return lead ? [{ ...task, lead }] : []
  })
}

/** One task with its lead, as it is now. */
export async function taskById(ctx: Asking, id: number): Promise<Task> {
  const [task] = await withLeads(ctx, await tasksWhere(ctx, sql`t.id = ${id}`, { limit: 1 }))
  if (!task) throw notFound('task')
  return task
}

/** Tasks that a lead carries, newest first. */
export const tasksOfLead = async (ctx: QueryContext, leadId: number, limit: number): Promise<TaskOfLead[]> =>
  (
    await tasksWhere(ctx, sql`t.lead_id = ${leadId} AND t.deleted_at IS NULL`, {
      order: sql`t.id DESC`,
      limit,
      hasOnePlan: true,
    })
  ).map(({ cursor_key: _, ...task }) => task)

/** Which done tasks of a lead are wanted: those done before an instant and id, newest first. */
interface WantedDone {
  before: { at: string; id: number } | null
  search: string
  limit: number
}

/** Tasks of a lead that were done, the last one first. */
export async function tasksDone(
  ctx: QueryContext,
  leadId: number,
  { before, search, limit }: WantedDone,
): Promise<(TaskOfLead & { completed_at: string })[]> {
  const where = sql`t.lead_id = ${leadId} AND t.completed AND t.completed_at IS NOT NULL AND t.deleted_at IS NULL
    ${before ? sql`AND (t.completed_at, t.id) < (${before.at}::timestamptz, ${before.id})` : sql``}
    ${search ? sql`AND concat_ws(' ', t.subject, t.content) ILIKE ${`%${escapeLike(search)}%`}` : sql``}`
  const found = await tasksWhere(ctx, where, { order: sql`t.completed_at DESC, t.id DESC`, limit, hasOnePlan: true })
  return found.map(({ cursor_key: _, ...task }) => ({ ...task, completed_at: task.completed_at ?? '' }))
}

/** What commands need of a task beside its own columns. */
export interface LockedTask extends TaskOfLeadRow, Pick<Row<'tasks'>, 'deleted_at' | 'repeat_start' | 'next_task_id'> {
  /** The agent's zone; the brokerage's when nobody has the lead. */
  zone: string
}

const locked = (where: Condition) => sql<LockedTask>`
  SELECT ${columns}, t.deleted_at, t.repeat_start, t.next_task_id, coalesce(u.zone, ${region.zone}) AS zone
  FROM tasks t LEFT JOIN agents a ON a.id = t.agent_id LEFT JOIN users u ON u.id = a.user_id
  WHERE ${where} ORDER BY t.id FOR UPDATE OF t`

/**
 * A task that the viewer reaches, locked behind its lead: the count of open tasks stands on the lead, and two who change
 * tasks of one lead at once must not count past each other.
 */
export async function lockTask(ctx: Change & Asking, id: number, state: 'kept' | 'deleted'): Promise<LockedTask> {
  const where = sql`t.id = ${id} AND t.deleted_at IS ${state === 'kept' ? sql`NULL` : sql`NOT NULL`}
    AND ${visibleTasks(ctx)}`
  const [task] = await lockTasks(ctx, where)
  if (!task) throw notFound('task')
  return task
}

/** The tasks that meet a condition, locked behind their leads, in the order of their ids. */
export async function lockTasks(ctx: Change, where: Condition): Promise<LockedTask[]> {
  await sql`
    SELECT id FROM leads WHERE id IN (SELECT t.lead_id FROM tasks t WHERE ${where})
    ORDER BY id FOR NO KEY UPDATE`.execute(ctx.db)
  const { rows } = await locked(where).execute(ctx.db)
  return rows
}

/** Those of the chosen tasks that the viewer reaches, locked. */
export const lockChosenTasks = (
  ctx: Change & Asking,
  ids: readonly number[],
  state: 'kept' | 'deleted',
): Promise<LockedTask[]> =>
  lockTasks(
    ctx,
    sql`t.id = ANY(${[...ids]}::int[]) AND t.deleted_at IS ${state === 'kept' ? sql`NULL` : sql`NOT NULL`}
      AND ${visibleTasks(ctx)}`,
  )

/** Which tasks of a lead or an agent are open and overdue: their day was before the one that begins at `today`. */
export const overdueOf = (whose: { lead_id: number } | { agent_id: number }, today: Date): Condition =>
  'lead_id' in whose
    ? sql`t.lead_id = ${whose.lead_id} AND t.task_type = 'phone_call' AND ${openBefore(today)}`
    : sql`t.agent_id = ${whose.agent_id} AND ${openBefore(today)}`

const openBefore = (today: Date): Condition =>
  sql`NOT t.completed AND t.deleted_at IS NULL AND t.due_key > '-infinity' AND t.due_key < ${today}`

/** The reachable tasks among those that meet a condition. */
export const reached = (ctx: { viewer: Viewer }, where: Condition): Condition => sql`${where} AND ${visibleTasks(ctx)}`

/** The task of a type that a lead has on a day, open ones first. */
export async function taskOfDay(
  ctx: Asking,
  { lead_id, task_type, start, end }: { lead_id: number; task_type: string; start: Date; end: Date },
): Promise<Task | null> {
  const where = sql`t.lead_id = ${lead_id} AND t.task_type = ${task_type} AND t.deleted_at IS NULL
    AND t.due_key >= ${start} AND t.due_key < ${end}`
  const [task] = await withLeads(
    ctx,
    await tasksWhere(ctx, where, { order: sql`t.completed, t.due_key, t.id`, limit: 1 }),
  )
  return task ?? null
}

/** The agent that is asked for, as far as the viewer reaches their leads; refused like one that does not exist. */
export async function requireAgent(ctx: Asking, id: number): Promise<{ id: number; zone: string }> {
  const { rights, reach } = ctx.viewer
  const all = rights.has('view_all_leads') && rights.has('view_profiles_for_leads')
  const { rows } = await sql<Pick<Row<'agents'>, 'id'> & Pick<Row<'users'>, 'zone'>>`
    SELECT a.id, u.zone FROM agents a JOIN users u ON u.id = a.user_id
    WHERE a.id = ${id} AND (${all} OR a.id = ANY(${[...reach]}::int[]))`.execute(ctx.db)
  if (!rows[0]) throw notFound('agent')
  return rows[0]
}

/** Open tasks of the viewer of which they were reminded since. */
export async function remindedSince(ctx: Asking, since: Date): Promise<Task[]> {
  const where = sql`t.agent_id = ${ctx.viewer.agent_id} AND t.reminded_at >= ${since} AND NOT t.completed
    AND t.deleted_at IS NULL AND ${visibleTasks(ctx)}`
  return withLeads(ctx, await tasksWhere(ctx, where, { limit: 20 }))
}

/** The user behind the agent of a task, whom to remind. */
export async function userOfAgent(ctx: QueryContext, agentId: number | null): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'agents'>, 'user_id'>>`SELECT user_id FROM agents WHERE id = ${agentId}`.execute(
    ctx.db,
  )
  return rows[0]?.user_id ?? null
}

/** A task that is still to be done, locked; `null` when it is done or gone. */
export async function lockOpenTask(ctx: Change, id: number): Promise<LockedTask | null> {
  const { rows } = await locked(sql`t.id = ${id} AND NOT t.completed AND t.deleted_at IS NULL`).execute(ctx.db)
  return rows[0] ?? null
}

/** Those of the tasks that are completed, locked, whoever has them. */
export const lockCompletedTasks = (ctx: Change, ids: readonly number[]): Promise<LockedTask[]> =>
  lockTasks(ctx, sql`t.id = ANY(${[...ids]}::int[]) AND t.completed AND t.deleted_at IS NULL`)

/** How many open tasks an agent has on leads that are there. */
export async function openTasksOf({ db }: QueryContext, agentId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM tasks t JOIN leads l ON l.id = t.lead_id AND l.deleted_at IS NULL
    WHERE t.agent_id = ${agentId} AND NOT t.completed AND t.deleted_at IS NULL`.execute(db)
  return rows[0]?.count ?? 0
}

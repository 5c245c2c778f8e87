import { sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, foreignCursor, nextPage, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, ReadContext, Viewer } from '../../../../platform/server/context.ts'
import { escapeLike } from '../../../../platform/server/database/like.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { InputOf, OutputOf } from '../../../../platform/wire/call.ts'
import { isCalendarDate, parseInstant } from '../../../../platform/wire/fields.ts'
import type { Task, TaskCounts, TaskFilters, taskCalls } from '../../contract.ts'
import { dayOf, daysBetween, type TaskList, type TaskType } from '../../rules/tasks.ts'
import { type Condition, tasksWhere, visibleTasks, withLeads } from './tasks.ts'

type ListInput = InputOf<typeof taskCalls.list>
type Asking = QueryContext & { viewer: Viewer }

/** Whose tasks a list holds: an agent's own, or those of the agents who are asked for. */
function ofAgents({ viewer }: Asking, agents: readonly number[] | undefined): Condition {
  if (agents && agents.length > 0) return sql`t.agent_id = ANY(${[...agents]}::int[])`
  return viewer.agent_id === null ? sql`true` : sql`t.agent_id = ${viewer.agent_id}`
}

const untimed = sql`t.due_key = '-infinity'`
const timed = sql`t.due_key > '-infinity'`

/** What makes a task belong to a list; days begin where the viewer is. */
function inList({ now, viewer }: Asking, list: TaskList): Condition {
  const { start, end } = dayOf(now, viewer.zone)
  switch (list) {
    case 'overdue':
      return sql`${timed} AND t.due_key < ${start}`
    case 'today':
      // Done without ever having had a time: it was of the day on which it was done.
      return sql`((t.due_key >= ${start} AND t.due_key < ${end})
        OR (${untimed} AND (NOT t.completed OR t.completed_at >= ${start})))`
    case 'future':
      return sql`t.due_key >= ${end}`
    case 'calendar':
      return sql`true`
  }
}

function inRange(ctx: Asking, { dateStart, dateEnd }: TaskFilters): Condition {
  const { zone } = ctx.viewer
  const start = dateStart === undefined ? null : edge(dateStart, zone).start
  const end = dateEnd === undefined ? null : edge(dateEnd, zone).end
  if (start === null && end === null) return sql`true`
  const within = sql`${timed} ${start ? sql`AND t.due_key >= ${start}` : sql``} ${end ? sql`AND t.due_key < ${end}` : sql``}`
  const holdsToday = (start ?? ctx.now) <= ctx.now && ctx.now < (end ?? new Date(ctx.now.getTime() + 1))
  return holdsToday ? sql`((${within}) OR (${untimed} AND NOT t.completed))` : sql`(${within})`
}

/** A day from its beginning to its end; an instant alone. */
function edge(text: string, zone: string): { start: Date; end: Date } {
  if (isCalendarDate(text)) return daysBetween(text, text, zone)
  const at = parseInstant(text) ?? new Date(0)
  return { start: at, end: at }
}

const isDone = ({ completed, with_completed }: TaskFilters): Condition => {
  if (with_completed) return sql`true`
  return completed ? sql`t.completed` : sql`NOT t.completed`
}

const cursors = defineCursors(z.object({ key: z.string().max(60), id: z.int() }))

function beyond(cursor: string | undefined): Condition {
  if (cursor === undefined) return sql`true`
  const { key, id } = cursors.read(cursor)
  if (key !== '-infinity' && Number.isNaN(Date.parse(key))) throw foreignCursor()
  return sql`(t.due_key, t.id) > (${key}::timestamptz, ${id})`
}

/** A page of a list. The next one goes on after the last row, whatever was done in between. */
export async function taskPage(ctx: ReadContext, input: ListInput): Promise<OutputOf<typeof taskCalls.list>> {
  const { list, cursor, type = [], ...filters } = input
  const whole = sql`${ofAgents(ctx, input.agent)} AND t.deleted_at IS NULL AND ${isDone(input)}
    AND ${inList(ctx, list)} AND ${inRange(ctx, input)} AND ${visibleTasks(ctx)}`
  const ofType = type.length > 0 ? sql`t.task_type = ANY(${[...type]}::text[])` : sql`true`
  const { page, offset, limit } = windowOf(input)
  const [found, types] = await Promise.all([
    tasksWhere(ctx, sql`${whole} AND ${ofType} AND ${beyond(cursor)}`, { limit: offset + limit }),
    typesOf(ctx, whole),
  ])
  const counted = type.length > 0 ? type : (Object.keys(types) as TaskType[])
  const total = counted.reduce((sum, name) => sum + (types[name] ?? 0), 0)
  const { data, next_cursor, ...paging } = pageOf(found.slice(offset), {
    asked: input,
    total,
    cursorAfter: ({ cursor_key, id }) => cursors.write({ key: cursor_key, id }),
  })
  return {
    ...paging,
    data: await withLeads(
      ctx,
      data.map(({ cursor_key: _, ...task }) => task),
    ),
    next_page_url: next_cursor && nextPage({ ...filters, type, page: page + 1, cursor: next_cursor }),
    next_cursor,
    types,
  }
}

async function typesOf(ctx: QueryContext, where: Condition): Promise<Partial<Record<TaskType, number>>> {
  const { rows } = await sql<Pick<Row<'tasks'>, 'task_type'> & { count: number }>`
    SELECT t.task_type, count(*) AS count FROM tasks t WHERE ${where} GROUP BY t.task_type`.execute(ctx.db)
  return Object.fromEntries(rows.map(row => [row.task_type, row.count]))
}

/** How many open tasks the viewer's lists hold, and how many of today are done. */
export async function taskCounts(ctx: Asking): Promise<TaskCounts> {
  const { start, end } = dayOf(ctx.now, ctx.viewer.zone)
  const mine = sql`${ofAgents(ctx, undefined)} AND t.deleted_at IS NULL AND ${visibleTasks(ctx)}`
  const { rows } = await sql<TaskCounts>`
    SELECT count(*) FILTER (WHERE ${untimed} OR (t.due_key >= ${start} AND t.due_key < ${end})) AS today,
           count(*) FILTER (WHERE ${timed} AND t.due_key < ${start}) AS overdue,
           count(*) FILTER (WHERE t.due_key >= ${end}) AS future,
           (SELECT count(*) FROM tasks t WHERE ${mine} AND t.completed AND ${inList(ctx, 'today')}) AS done_today
    FROM tasks t WHERE ${mine} AND NOT t.completed`.execute(ctx.db)
  return rows[0] ?? { today: 0, overdue: 0, future: 0, done_today: 0 }
}

/** The first of the viewer's open tasks whose words fit. */
export async function foundTasks(ctx: Asking, search: string, limit: number): Promise<Task[]> {
  const mine = ctx.viewer.agent_id === null ? sql`false` : ofAgents(ctx, undefined)
  const where = sql`${mine} AND NOT t.completed AND t.deleted_at IS NULL AND ${visibleTasks(ctx)}
    AND folded(t.subject) LIKE folded(${`%${escapeLike(search)}%`})`
  return withLeads(ctx, await tasksWhere(ctx, where, { limit }))
}

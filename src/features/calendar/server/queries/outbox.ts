import { type RawBuilder, sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { isAutomatic, taskTypes } from '../../../tasks/rules/tasks.ts'
import type { CalendarKind } from '../../rules/items.ts'

type Part = RawBuilder<{ user_id: number; kind: CalendarKind; record_id: number }>

const automatic = taskTypes.filter(isAutomatic)

/** Tasks that belong into the calendar of whoever has them. */
const wantedTasks = (where: RawBuilder<unknown>): Part => sql`
  SELECT c.user_id, 'task' AS kind, t.id AS record_id FROM tasks t
  JOIN agents a ON a.id = t.agent_id JOIN calendar_accounts c ON c.user_id = a.user_id AND c.is_on
  WHERE ${where} AND t.scheduled_at IS NOT NULL AND t.deleted_at IS NULL AND NOT t.task_type = ANY(${automatic}::text[])`

/** Showings with the leads of whoever has a calendar. */
const wantedShowings = (where: RawBuilder<unknown>): Part => sql`
  SELECT c.user_id, 'showing' AS kind, s.id AS record_id FROM showings s JOIN leads l ON l.id = s.lead_id
  JOIN agents a ON a.id = l.agent_id JOIN calendar_accounts c ON c.user_id = a.user_id AND c.is_on
  WHERE ${where} AND s.deleted_at IS NULL`

/** Records that stand in somebody's calendar already. */
const linked = (where: RawBuilder<unknown>): Part => sql`
  SELECT e.user_id, e.kind, e.record_id FROM calendar_events e WHERE ${where}`

/** Writes down that records are to be looked at for the calendars where they are or belong; answers whose calendars. */
async function write({ db, now }: Change, parts: readonly Part[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH found AS (${sql.join(parts, sql` UNION `)}),
    written AS (
      INSERT INTO calendar_outbox (user_id, kind, record_id, due_at)
      SELECT user_id, kind, record_id, ${now}::timestamptz FROM found ORDER BY user_id, kind, record_id
      ON CONFLICT (user_id, kind, record_id) DO UPDATE
        SET version = calendar_outbox.version + 1, due_at = excluded.due_at, tries = 0, problem = NULL
      RETURNING user_id)
    SELECT DISTINCT user_id FROM written ORDER BY user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

const ids = (given: readonly number[]) => sql`ANY(${[...given]}::int[])`

/** Tasks changed. */
export const queueTasks = (ctx: Change, taskIds: readonly number[]): Promise<number[]> =>
  write(ctx, [wantedTasks(sql`t.id = ${ids(taskIds)}`), linked(sql`e.kind = 'task' AND e.record_id = ${ids(taskIds)}`)])

/** Showings changed. */
export const queueShowings = (ctx: Change, showingIds: readonly number[]): Promise<number[]> =>
  write(ctx, [
    wantedShowings(sql`s.id = ${ids(showingIds)}`),
    linked(sql`e.kind = 'showing' AND e.record_id = ${ids(showingIds)}`),
  ])

/** Leads changed: their name, who has them, or whether they are there. */
export const queueLeads = (ctx: Change, leadIds: readonly number[]): Promise<number[]> =>
  write(ctx, [
    wantedTasks(sql`t.lead_id = ${ids(leadIds)}`),
    wantedShowings(sql`s.lead_id = ${ids(leadIds)}`),
    linked(sql`e.kind = 'task' AND e.record_id IN (SELECT id FROM tasks WHERE lead_id = ${ids(leadIds)})`),
    linked(sql`e.kind = 'showing' AND e.record_id IN (SELECT id FROM showings WHERE lead_id = ${ids(leadIds)})`),
  ])

/** Everything of somebody that is still to come, and everything in their calendar. */
export const queueUser = (ctx: Change, userId: number): Promise<number[]> =>
  write(ctx, [
    wantedTasks(
      sql`a.user_id = ${userId} AND NOT t.completed AND t.scheduled_at > ${ctx.now}::timestamptz - interval '7 days'`,
    ),
    wantedShowings(sql`a.user_id = ${userId} AND s.ends_at > ${ctx.now}`),
    linked(sql`e.user_id = ${userId}`),
  ])

/** Events whose record is gone for good: whatever deleted it, nobody may find them in a calendar later. */
export const queueOrphans = (ctx: Change): Promise<number[]> =>
  write(ctx, [
    linked(sql`e.kind = 'task' AND NOT EXISTS (SELECT FROM tasks t WHERE t.id = e.record_id)`),
    linked(sql`e.kind = 'showing' AND NOT EXISTS (SELECT FROM showings s WHERE s.id = e.record_id)`),
  ])

/** A change that waits. */
export type QueuedChange = Pick<Row<'calendar_outbox'>, 'user_id' | 'kind' | 'record_id' | 'version' | 'tries'>

/** Changes of somebody that are due, the longest waiting first; also those that came since the work began. */
export async function dueChanges({ db, now }: QueryContext, userId: number, limit: number): Promise<QueuedChange[]> {
  const { rows } = await sql<QueuedChange>`
    SELECT user_id, kind, record_id, version, tries FROM calendar_outbox
    WHERE user_id = ${userId} AND (problem IS NULL OR due_at <= ${now}) ORDER BY due_at, kind, record_id LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

/** A change is done, unless the record was changed again meanwhile. */
export async function finishChange({ db }: Change, { user_id, kind, record_id, version }: QueuedChange): Promise<void> {
  await sql`
    DELETE FROM calendar_outbox
    WHERE user_id = ${user_id} AND kind = ${kind} AND record_id = ${record_id} AND version = ${version}`.execute(db)
}

/** A change that the service refuses is tried again later, and shown meanwhile. */
export async function deferChange(
  { db }: Change,
  { user_id, kind, record_id, version }: QueuedChange,
  { problem, due_at }: { problem: string; due_at: Date },
): Promise<void> {
  await sql`
    UPDATE calendar_outbox SET tries = tries + 1, problem = ${problem}, due_at = ${due_at}
    WHERE user_id = ${user_id} AND kind = ${kind} AND record_id = ${record_id} AND version = ${version}`.execute(db)
}

/** How many changes of somebody wait, and how many the service refused. */
export async function countWaiting(
  { db }: QueryContext,
  userId: number,
): Promise<{ waiting: number; refused: number }> {
  const { rows } = await sql<{ waiting: number; refused: number }>`
    SELECT count(*) FILTER (WHERE problem IS NULL) AS waiting, count(*) FILTER (WHERE problem IS NOT NULL) AS refused
    FROM calendar_outbox WHERE user_id = ${userId}`.execute(db)
  return rows[0] ?? { waiting: 0, refused: 0 }
}

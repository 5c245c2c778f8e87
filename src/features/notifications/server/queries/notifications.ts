import { type RawBuilder, sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import type { Page } from '../../../../platform/wire/page.ts'
import { openableLeads } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { Delivery, Notification, notificationCalls } from '../../contract.ts'
import { kindNamed } from '../commands/kinds.ts'

type NotificationRow = Row<'notifications'>
type Asking = QueryContext & { viewer: Viewer }

/** Notifications of the viewer, leaving out those about leads that they may no longer open. */
const ownNotifications = (ctx: { viewer: Viewer }): RawBuilder<unknown> => sql`
  notifications n WHERE n.user_id = ${ctx.viewer.user_id} AND n.is_shown AND (n.lead_id IS NULL OR EXISTS (
    SELECT FROM leads WHERE leads.id = n.lead_id AND ${visibleLeads(ctx)} AND ${openableLeads(ctx.viewer) ?? sql`true`}))`

type ListedRow = Omit<Notification, 'icon' | 'is_announced' | 'deliveries'> & { deliveries: Delivery[] }

const instantIn = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A page of what the viewer was notified of, newest first, and how much of all is unread. */
export async function notificationPage(
  ctx: Asking,
  asked: InputOf<typeof notificationCalls.list>,
): Promise<Page<Notification> & { unread: number }> {
  const { offset, limit } = windowOf(asked)
  const before = asked.cursor ? instantCursors.read(asked.cursor) : null
  const wanted = sql`${asked.unread ? sql`AND n.read_at IS NULL` : sql``} ${asked.kind ? sql`AND n.kind = ${asked.kind}` : sql``}`
  const { rows } = await sql<ListedRow>`
    SELECT n.id, n.kind, n.title, n.body, n.path, n.created_at, n.seen_at, n.read_at, n.acted_at,
      coalesce((SELECT jsonb_agg(jsonb_build_object(
          'channel', d.channel, 'device', d.device_name, 'state', d.state, 'is_fallback', d.is_fallback, 'problem', d.problem,
          'due_at', ${instantIn(sql`d.due_at`)}, 'sent_at', ${instantIn(sql`d.sent_at`)},
          'delivered_at', ${instantIn(sql`d.delivered_at`)}, 'opened_at', ${instantIn(sql`d.opened_at`)}) ORDER BY d.id)
        FROM notification_deliveries d WHERE d.notification_id = n.id), '[]') AS deliveries
    FROM ${ownNotifications(ctx)} ${wanted}
      ${before ? sql`AND (n.created_at, n.id) < (${before.at}::timestamptz, ${before.id})` : sql``}
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number; unread: number }>`
    SELECT count(*) FILTER (WHERE true ${wanted}) AS total, count(*) FILTER (WHERE n.read_at IS NULL) AS unread
    FROM ${ownNotifications(ctx)}`.execute(ctx.db)
  const { total = 0, unread = 0 } = counted[0] ?? {}
  const list = rows.map((row): Notification => {
    const kind = kindNamed(row.kind)
    return { ...row, icon: kind?.icon ?? 'bell', is_announced: kind?.isAnnounced ?? false }
  })
  const cursorAfter = ({ created_at, id }: Notification) => instantCursors.write({ at: created_at, id })
  const { unread: only, kind } = asked
  const question = {
    ...asked,
    ...(only === undefined ? {} : { unread: only }),
    ...(kind === undefined ? {} : { kind }),
  }
  return { ...pageOf(list, { asked: question, total, isEstimate: false, cursorAfter }), unread }
}

/** What a new notification holds. */
export type NewNotification = Pick<
  NotificationRow,
  'user_id' | 'kind' | 'cause' | 'title' | 'body' | 'path' | 'lead_id' | 'is_shown'
> & { expires_at: Date | null }

/** Stores a notification; `null` when the person was notified of that cause before. */
export async function insertNotification(ctx: Change, given: NewNotification): Promise<number | null> {
  const { rows } = await sql<Pick<NotificationRow, 'id'>>`
    INSERT INTO notifications (user_id, kind, cause, title, body, path, lead_id, is_shown, created_at, expires_at)
    VALUES (${given.user_id}, ${given.kind}, ${given.cause}, ${given.title}, ${given.body}, ${given.path}, ${given.lead_id},
            ${given.is_shown}, ${ctx.now}, ${given.expires_at})
    ON CONFLICT (user_id, kind, cause) DO NOTHING RETURNING id`.execute(ctx.db)
  return rows[0]?.id ?? null
}

/** Which notifications of a person are meant. */
export interface NamedNotifications {
  user_id: number
  /** All of the person when left out. */
  ids?: readonly number[] | undefined
}

const named = ({ user_id, ids }: NamedNotifications) =>
  sql`user_id = ${user_id} ${ids ? sql`AND id = ANY(${[...ids]}::int[])` : sql``}`

/** How far a person has come with a notification; each step holds the ones before it. */
export type Step = 'seen' | 'read' | 'acted'

/** Writes down a step; answers the ids of those that had not come so far. */
export async function markNotifications(ctx: Change, asked: NamedNotifications, step: Step): Promise<number[]> {
  const column = sql.ref(`${step}_at`)
  const { rows } = await sql<Pick<NotificationRow, 'id'>>`
    UPDATE notifications SET seen_at = coalesce(seen_at, ${ctx.now}::timestamptz)
      ${step === 'seen' ? sql`` : sql`, read_at = coalesce(read_at, ${ctx.now}::timestamptz)`}
      ${step === 'acted' ? sql`, acted_at = coalesce(acted_at, ${ctx.now}::timestamptz)` : sql``}
    WHERE ${named(asked)} AND ${column} IS NULL RETURNING id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Marks as unread again; answers the ids of those that were read. */
export async function markUnread(ctx: Change, asked: NamedNotifications): Promise<number[]> {
  const { rows } = await sql<Pick<NotificationRow, 'id'>>`
    UPDATE notifications SET read_at = NULL WHERE ${named(asked)} AND read_at IS NOT NULL RETURNING id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** The notifications of a cause, of everybody or of one person. */
export async function notificationsOfCause(
  ctx: QueryContext,
  { kind, cause, user_id = null }: { kind: string; cause: string; user_id?: number | null },
): Promise<Pick<NotificationRow, 'id' | 'user_id'>[]> {
  const { rows } = await sql<Pick<NotificationRow, 'id' | 'user_id'>>`
    SELECT id, user_id FROM notifications WHERE kind = ${kind} AND cause = ${cause}
      AND (${user_id}::int IS NULL OR user_id = ${user_id})`.execute(ctx.db)
  return rows
}

/** Ends what notifications are about: nothing more is sent of them. */
export async function expireNotifications(ctx: Change, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE notifications SET expires_at = ${ctx.now} WHERE id = ANY(${[...ids]}::int[])
      AND (expires_at IS NULL OR expires_at > ${ctx.now})`.execute(ctx.db)
}

/** Deletes what is older than an instant. */
export async function purgeNotifications(ctx: Change, before: Date): Promise<void> {
  await sql`DELETE FROM notifications WHERE created_at < ${before}`.execute(ctx.db)
}

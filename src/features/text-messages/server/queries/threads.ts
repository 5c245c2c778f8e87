import { type RawBuilder, sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import { ONE_PLAN, WITH_COMMIT } from '../../../../platform/server/database/connection.ts'
import { escapeLike } from '../../../../platform/server/database/like.ts'
import type { RowAs } from '../../../../platform/server/database/rows.ts'
import { openableLeads } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { TextThread, ThreadFilter } from '../../contract.ts'
import { type Correspondent, stateOf, textsOf } from './texts.ts'

type Reading = QueryContext & { viewer: Viewer }
type Sql = RawBuilder<unknown>

interface ThreadWindow {
  filter?: ThreadFilter | undefined
  search?: string | undefined
  offset: number
  limit: number
  before: { at: string; id: number } | null
}

/** What a thread `h` is shown with: its last text, and how that one went. */
const lastText = sql`LEFT JOIN texts t ON t.id = h.last_text_id LEFT JOIN sendings s ON s.id = t.sending_id`

/** Leads of whom the viewer may read texts. */
const readableLeads = (ctx: Reading) =>
  sql`(SELECT * FROM leads WHERE ${visibleLeads(ctx)} AND ${openableLeads(ctx.viewer) ?? sql`true`})`

interface ThreadsSeen {
  /** Of a thread `h`, its lead `l`, and where `lastText` is joined of its last text `t` and the sending `s` of that. */
  fields: Sql
  condition: Sql
  /** Left out where nothing asks for it: to plan it takes longer than to read a page. */
  joined?: Sql
  /** Which of each branch, such as the first ones. */
  chosen?: Sql
}

/**
 * Threads of the leads that the viewer may open, and of unknown numbers, which every agent may answer. Two branches, so that
 * those of somebody with a few leads are found by these leads.
 */
const threadsSeen = (ctx: Reading, { fields, condition, joined = sql``, chosen = sql`` }: ThreadsSeen) => sql`
  (SELECT ${fields} FROM text_threads h JOIN ${readableLeads(ctx)} l ON l.id = h.lead_id ${joined}
   WHERE ${condition} ${chosen})
  UNION ALL
  (SELECT ${fields} FROM text_threads h LEFT JOIN leads l ON false ${joined}
   WHERE h.lead_id IS NULL AND ${condition} ${chosen})`

const shown = sql`
  h.id, h.number, h.last_at, h.unread, h.is_waiting,
  CASE WHEN l.id IS NOT NULL THEN jsonb_build_object(
    'id', l.id, 'first_name', l.first_name, 'last_name', l.last_name, 'status_value', l.status_value, 'zone', l.zone,
    'agent', CASE WHEN a.id IS NOT NULL
      THEN jsonb_build_object('id', a.id, 'name', trim(u.first_name || ' ' || u.last_name)) END) END AS lead,
  jsonb_build_object('direction', t.direction, 'body', t.body, 'media', t.media, 'keyword', t.keyword, 'state', ${stateOf},
    'reason', s.reason) AS last`

/** Whom `shown` names. */
const withPeople = sql`${lastText} LEFT JOIN leads l ON l.id = h.lead_id
  LEFT JOIN agents a ON a.id = l.agent_id LEFT JOIN users u ON u.id = a.user_id`

const hasFailed = sql`s.state IN ('failed', 'refused', 'unknown')`

const filters: Readonly<Record<ThreadFilter, Sql>> = {
  unread: sql`h.unread > 0`,
  waiting: sql`h.is_waiting`,
  failed: hasFailed,
}

/** Of the last text only one filter asks. */
const joinedFor = ({ filter }: Pick<ThreadWindow, 'filter'>) => (filter === 'failed' ? lastText : sql``)

function conditionsOf({ filter, search = '' }: Pick<ThreadWindow, 'filter' | 'search'>) {
  const text = search.trim()
  const like = `%${escapeLike(text)}%`
  const digits = text.replace(/\D/g, '')
  return sql`${filter ? filters[filter] : sql`true`}
    AND ${
      text
        ? sql`(l.search_text LIKE folded(${like}) OR (${digits} <> '' AND h.number LIKE ${`%${digits}%`})
      OR EXISTS (SELECT FROM texts said WHERE NOT said.is_dropped AND folded(said.body) LIKE folded(${like})
        AND (said.lead_id = h.lead_id OR (h.lead_id IS NULL AND said.lead_id IS NULL AND said.number = h.number))))`
        : sql`h.done_at IS NULL`
    }`
}

const newestFirst = sql`ORDER BY h.last_at DESC, h.id DESC`

/** A page of threads, the last written first; those that are done are found by searching alone. */
export async function threadPage(
  ctx: Reading,
  { offset, limit, before, ...asked }: ThreadWindow,
): Promise<TextThread[]> {
  const after = before ? sql`(h.last_at, h.id) < (${before.at}::timestamptz, ${before.id})` : sql`true`
  const seen = threadsSeen(ctx, {
    fields: sql`h.*`,
    condition: sql`${conditionsOf(asked)} AND ${after}`,
    joined: joinedFor(asked),
    chosen: sql`${newestFirst} LIMIT ${offset + limit}`,
  })
  const { rows } = await sql<RowAs<'text_threads', TextThread>>`
    SELECT ${shown} FROM (${seen}) h ${withPeople}
    ${newestFirst} LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  return rows
}

/** How many there are, up to `most`. */
export async function countThreads(ctx: Reading, asked: Pick<ThreadWindow, 'filter' | 'search'>, most: number) {
  const seen = threadsSeen(ctx, { fields: sql`h.id`, condition: conditionsOf(asked), joined: joinedFor(asked) })
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (${seen} LIMIT ${most}) found`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

/** How many threads each filter has. */
export async function threadCounts(ctx: Reading): Promise<Record<ThreadFilter, number>> {
  const open = threadsSeen(ctx, {
    fields: sql`${filters.unread} AS unread, ${filters.waiting} AS waiting, ${filters.failed} AS failed`,
    condition: sql`h.done_at IS NULL`,
    joined: lastText,
  })
  const { rows } = await sql<Record<ThreadFilter, number>>`
    SELECT count(*) FILTER (WHERE unread)::int AS unread, count(*) FILTER (WHERE waiting)::int AS waiting,
           count(*) FILTER (WHERE failed)::int AS failed
    FROM (${open}) found`.execute(ctx.db)
  return rows[0] ?? { unread: 0, waiting: 0, failed: 0 }
}

/** One thread: of a lead, or by its id where nobody knows the number; `null` when there is none. */
export async function threadOf(ctx: Reading, by: { lead_id: number } | { id: number }): Promise<TextThread | null> {
  const condition = 'lead_id' in by ? sql`h.lead_id = ${by.lead_id}` : sql`h.id = ${by.id} AND h.lead_id IS NULL`
  const { rows } = await sql<RowAs<'text_threads', TextThread>>`
    SELECT ${shown} FROM text_threads h ${withPeople}
    WHERE ${condition} AND (h.lead_id IS NULL OR l.id IN (SELECT id FROM ${readableLeads(ctx)} readable))`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** What a thread `h` says anew. A text that is newer puts it back into the inbox. */
const asNow = sql`
  number = excluded.number, last_text_id = excluded.last_text_id, last_at = excluded.last_at, unread = excluded.unread,
  is_waiting = excluded.is_waiting, done_at = CASE WHEN excluded.last_text_id > h.last_text_id THEN NULL ELSE h.done_at END`

/** Makes a thread say what its texts say now; what they write takes it out of what is done. */
export async function refreshThread({ db }: Change, who: Correspondent): Promise<void> {
  const target = 'lead_id' in who ? sql`(lead_id)` : sql`(number) WHERE lead_id IS NULL`
  const leadId = 'lead_id' in who ? who.lead_id : null
  await sql`${sql.raw(WITH_COMMIT)}${sql.raw(ONE_PLAN)}
    INSERT INTO text_threads AS h (lead_id, number, last_text_id, last_at, unread, is_waiting)
    SELECT ${leadId}::int, last.number, last.id, last.created_at,
           (SELECT count(*) FROM texts t WHERE ${textsOf(who)} AND t.direction = 'in' AND t.read_at IS NULL AND NOT t.is_dropped),
           last.direction = 'in' AND last.keyword IS NULL
    FROM (SELECT t.* FROM texts t WHERE ${textsOf(who)} AND NOT t.is_dropped AND NOT t.is_automatic
          ORDER BY t.id DESC LIMIT 1) last
    ON CONFLICT ${target} DO UPDATE SET ${asNow}`.execute(db)
}

/** The same for the threads of several leads, in one statement. */
export async function refreshThreads({ db }: Change, leadIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO text_threads AS h (lead_id, number, last_text_id, last_at, unread, is_waiting)
    SELECT asked.lead_id, last.number, last.id, last.created_at,
           (SELECT count(*) FROM texts t
            WHERE t.lead_id = asked.lead_id AND t.direction = 'in' AND t.read_at IS NULL AND NOT t.is_dropped),
           last.direction = 'in' AND last.keyword IS NULL
    FROM unnest(${[...leadIds]}::int[]) AS asked (lead_id) CROSS JOIN LATERAL (
      SELECT t.* FROM texts t WHERE t.lead_id = asked.lead_id AND NOT t.is_dropped AND NOT t.is_automatic
      ORDER BY t.id DESC LIMIT 1) last
    ORDER BY asked.lead_id
    ON CONFLICT (lead_id) DO UPDATE SET ${asNow}`.execute(db)
}

/** Takes a thread out of the inbox. */
export async function setDone({ db, now }: Change, leadId: number): Promise<void> {
  await sql`UPDATE text_threads SET done_at = ${now}, is_waiting = false WHERE lead_id = ${leadId}`.execute(db)
}

/** Unknown numbers that are those of these leads. */
export async function strangersAmong(
  { db }: QueryContext,
  leadIds: readonly number[],
): Promise<{ number: string; lead_id: number; agent_id: number | null }[]> {
  const { rows } = await sql<{ number: string; lead_id: number; agent_id: number | null }>`
    SELECT h.number, l.id AS lead_id, l.agent_id FROM leads l
    JOIN text_threads h ON h.lead_id IS NULL AND h.number IN (l.phone, l.phone_private)
    WHERE l.id = ANY(${[...leadIds]}::int[]) AND l.deleted_at IS NULL ORDER BY l.id`.execute(db)
  return rows
}

/** The lead with whom this number was texted last, where no lead has it any more; `null` when there is none. */
export async function leadTextedAt(
  { db }: QueryContext,
  number: string,
): Promise<{ id: number; agent_id: number | null } | null> {
  const { rows } = await sql<{ id: number; agent_id: number | null }>`
    SELECT l.id, l.agent_id FROM text_threads h JOIN leads l ON l.id = h.lead_id
    WHERE h.number = ${number} AND l.deleted_at IS NULL ORDER BY h.last_at DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

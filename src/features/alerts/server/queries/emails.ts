import { TZDate } from '@date-fns/tz'
import { startOfDay } from 'date-fns'
import { type RawBuilder, sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext, ReadContext } from '../../../../platform/server/context.ts'
import { escapeLike } from '../../../../platform/server/database/like.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { EXACT_TOTAL_LIMIT, type Page } from '../../../../platform/wire/page.ts'
import type { alertEmailCalls, EmailSummary, SentEmail } from '../../contract/emails.ts'

type SentEmailRow = RowAs<'alert_sends', SentEmail>

type Filters = InputOf<typeof alertEmailCalls.emails>

const emailColumns = sql`
  s.id, s.state, s.by_hand, s.listings, s.tries, s.problem, s.created_at, s.retry_at, s.finished_at, s.recipient,
  (s.state = 'waiting' OR (s.homes IS NOT NULL AND a.deleted_at IS NULL)) AS can_retry,
  jsonb_build_object('id', a.id, 'name', a.name, 'is_deleted', a.deleted_at IS NOT NULL) AS alert,
  jsonb_build_object('id', l.id, 'first_name', l.first_name, 'last_name', l.last_name) AS lead`

const joined = sql`alert_sends s JOIN alerts a ON a.id = s.alert_id JOIN leads l ON l.id = s.lead_id`

/** The e-mails, newest first. */
export async function emailPage(ctx: ReadContext, filters: Filters): Promise<Page<SentEmail>> {
  const { limit, offset } = windowOf(filters)
  const before = filters.cursor ? sql`AND s.id < ${idCursors.read(filters.cursor)}::bigint` : sql``
  const where = conditionOf(filters)
  const { rows } = await sql<SentEmailRow>`
    SELECT ${emailColumns} FROM ${joined} WHERE ${where} ${before}
    ORDER BY s.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (
      SELECT FROM ${joined} WHERE ${where} LIMIT ${EXACT_TOTAL_LIMIT + 1}) counted`.execute(ctx.db)
  const total = counted.rows[0]?.total ?? 0
  return pageOf(rows, { asked: filters, total, cursorAfter: ({ id }) => idCursors.write(id) })
}

function conditionOf({ state, alert_id, search }: Filters): RawBuilder<boolean> {
  const pattern = search?.trim() ? `%${escapeLike(search.trim())}%` : null
  const parts = [
    state && sql`s.state = ${state}`,
    alert_id && sql`s.alert_id = ${alert_id}`,
    pattern &&
      sql`(l.first_name || ' ' || l.last_name ILIKE ${pattern} OR s.recipient ILIKE ${pattern} OR a.name ILIKE ${pattern})`,
  ].filter(part => part !== undefined && part !== 0 && part !== null && part !== '')
  return sql<boolean>`${parts.length > 0 ? sql.join(parts, sql` AND `) : sql`true`}`
}

/** One e-mail; `null` when there is none. */
export async function emailById({ db }: QueryContext, id: number): Promise<SentEmail | null> {
  const { rows } = await sql<SentEmailRow>`SELECT ${emailColumns} FROM ${joined} WHERE s.id = ${id}`.execute(db)
  return rows[0] ?? null
}

const MAX_REASONS = 6

/** How all of them stand. */
export async function emailSummary({ db, now, viewer }: ReadContext): Promise<EmailSummary> {
  const midnight = new Date(startOfDay(new TZDate(now, viewer.zone)).getTime())
  const today = (state: string) =>
    sql`(SELECT count(*) FROM alert_sends WHERE finished_at >= ${midnight} AND state = ${state})`
  const { rows } = await sql<Omit<EmailSummary, 'due'> & { due_alerts: number; next_at: string | null }>`
    SELECT
      (SELECT coalesce(jsonb_agg(counted ORDER BY alert_frequency), '[]') FROM (
        SELECT alert_frequency, count(*) AS alerts FROM alerts WHERE deleted_at IS NULL GROUP BY 1) counted) AS frequencies,
      (SELECT count(*) FROM alerts WHERE next_due_at IS NOT NULL AND deleted_at IS NULL) AS due_alerts,
      (SELECT min(next_due_at) FROM alerts WHERE next_due_at IS NOT NULL AND deleted_at IS NULL) AS next_at,
      (SELECT count(*) FROM alert_sends WHERE state = 'waiting') AS waiting,
      jsonb_build_object('sent', ${today('sent')}, 'refused', ${today('refused')}, 'failed', ${today('failed')}) AS today,
      (SELECT count(*) FROM alert_sends s JOIN alerts a ON a.id = s.alert_id AND a.deleted_at IS NULL
       WHERE s.state = 'failed' AND s.homes IS NOT NULL) AS to_retry,
      (SELECT coalesce(jsonb_agg(counted ORDER BY emails DESC, problem), '[]') FROM (
        SELECT problem, count(*) AS emails FROM alert_sends
        WHERE state IN ('refused', 'failed') AND problem IS NOT NULL AND finished_at > ${now}::timestamptz - interval '7 days'
        GROUP BY 1 ORDER BY 2 DESC LIMIT ${MAX_REASONS}) counted) AS reasons`.execute(db)
  const [summary] = rows
  if (!summary) throw new Error('The e-mails of alerts could not be counted.')
  const { due_alerts, next_at, ...counts } = summary
  return { ...counts, due: { alerts: due_alerts, next_at } }
}

/** Failed e-mails whose homes are known, oldest first; of those that may have gone out a person decides one by one. */
export async function failedEmails({ db }: QueryContext, limit: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'alert_sends'>, 'id'>>`
    SELECT s.id FROM alert_sends s JOIN alerts a ON a.id = s.alert_id AND a.deleted_at IS NULL
    WHERE s.state = 'failed' AND s.homes IS NOT NULL
      AND NOT EXISTS (SELECT FROM sendings d WHERE d.cause = 'alert:' || s.id AND d.state = 'unknown')
    ORDER BY s.id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Lets e-mails wait again that did not go out, with those of their homes that no other e-mail of the alert has taken since;
 * answers those that have any. One that waits already is due at once.
 */
export async function waitAgain(ctx: Change, ids: readonly number[]): Promise<{ id: number; lead_id: number }[]> {
  const { rows } = await sql<Pick<Row<'alert_sends'>, 'id' | 'lead_id'>>`
    WITH old AS (
      SELECT s.id, s.alert_id, s.lead_id, s.state, s.homes FROM alert_sends s
      JOIN alerts a ON a.id = s.alert_id AND a.deleted_at IS NULL
      WHERE s.id = ANY(${[...ids]}::int[]) AND (s.state = 'waiting' OR (s.state <> 'sent' AND s.homes IS NOT NULL))
      ORDER BY s.id FOR UPDATE OF s
    ), taken AS (
      INSERT INTO alert_matches (alert_id, listing_id, price, price_before, matched_at, send_id)
      SELECT DISTINCT ON (old.alert_id, home.listing_id, home.price)
        old.alert_id, home.listing_id, home.price, home.price_before, ${ctx.now}, old.id
      FROM old, jsonb_to_recordset(old.homes) AS home (listing_id int, price bigint, price_before bigint)
      WHERE old.state <> 'waiting' ORDER BY old.alert_id, home.listing_id, home.price, old.id
      ON CONFLICT (alert_id, listing_id, price) DO UPDATE SET send_id = excluded.send_id
        WHERE alert_matches.send_id IS NULL
      RETURNING send_id)
    UPDATE alert_sends s SET state = 'waiting', tries = 0, retry_at = NULL, problem = NULL, homes = NULL,
      finished_at = NULL
    FROM old WHERE s.id = old.id AND (old.state = 'waiting' OR old.id IN (SELECT send_id FROM taken))
    RETURNING s.id, s.lead_id`.execute(ctx.db)
  return rows
}

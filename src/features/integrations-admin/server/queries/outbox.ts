import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** Something that happened, for those who subscribed to it. */
export interface HappenedEvent {
  type: string
  /** What it is about, and which one; events about the same are delivered in their order. */
  subject: 'lead' | 'deal' | 'webhook'
  subject_id: number
  /** What receivers read; facts and ids, no contact details. */
  data: object
}

/**
 * Writes events with a delivery for each webhook that is on and wants them, in one statement; answers those webhooks. While
 * nobody subscribes, nothing is written.
 */
export async function writeEvents({ db, now }: Change, events: readonly HappenedEvent[]): Promise<number[]> {
  const { rows } = await sql<{ subscription_id: number }>`
    WITH wanted AS (SELECT id, events FROM webhook_subscriptions WHERE is_active),
    given AS (
      SELECT gen_random_uuid() AS id, e.* FROM ROWS FROM (
        jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS (type text, subject text, subject_id int, data jsonb)
      ) WITH ORDINALITY AS e(type, subject, subject_id, data, place)
      WHERE EXISTS (SELECT FROM wanted WHERE e.type = ANY (wanted.events))),
    happened AS (
      INSERT INTO webhook_events (id, type, subject, subject_id, data, occurred_at)
      SELECT id, type, subject, subject_id, data, ${now} FROM given),
    owed AS (
      INSERT INTO webhook_deliveries (subscription_id, event_id, order_key, due_at, created_at)
      SELECT wanted.id, given.id, given.subject || ' ' || given.subject_id, ${now}, ${now}
      FROM given JOIN wanted ON given.type = ANY (wanted.events) ORDER BY given.place, wanted.id
      RETURNING subscription_id)
    SELECT DISTINCT subscription_id FROM owed`.execute(db)
  return rows.map(({ subscription_id }) => subscription_id)
}

/** Writes an event for one webhook alone. */
export async function writeEventFor({ db, now }: Change, subscriptionId: number, event: HappenedEvent): Promise<void> {
  await sql`
    WITH happened AS (
      INSERT INTO webhook_events (id, type, subject, subject_id, data, occurred_at)
      VALUES (gen_random_uuid(), ${event.type}, ${event.subject}, ${event.subject_id}, ${JSON.stringify(event.data)}, ${now})
      RETURNING id)
    INSERT INTO webhook_deliveries (subscription_id, event_id, order_key, due_at, created_at)
    SELECT ${subscriptionId}::int, id, ${event.type}, ${now}, ${now} FROM happened`.execute(db)
}

/** A process that died while it delivered holds a webhook up for so long. */
const LEASE = sql`interval '2 minutes'`

/** The receiver of a webhook, as a delivery needs it; the secret is sealed. */
export type ReceiverRow = Pick<Row<'webhook_subscriptions'>, 'url' | 'secret' | 'failing_since'>

/** Takes a webhook for this process; `null` while another one has it, or nothing may be tried. */
export async function beginDelivering({ db, now }: Change, id: number): Promise<ReceiverRow | null> {
  const { rows } = await sql<ReceiverRow>`
    UPDATE webhook_subscriptions SET busy_until = ${now}::timestamptz + ${LEASE}
    WHERE id = ${id} AND is_active AND (busy_until IS NULL OR busy_until <= ${now}) AND (resume_at IS NULL OR resume_at <= ${now})
    RETURNING url, secret, failing_since`.execute(db)
  return rows[0] ?? null
}

/** Whether another process delivers for a webhook. */
export async function isBusy({ db, now }: QueryContext, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM webhook_subscriptions WHERE id = ${id} AND is_active AND busy_until > ${now}`.execute(db)
  return rows.length > 0
}

/** Lets other processes have a webhook. */
export async function endDelivering({ db }: Change, id: number): Promise<void> {
  await sql`UPDATE webhook_subscriptions SET busy_until = NULL WHERE id = ${id}`.execute(db)
}

/** The event that a delivery is about. */
export type DueDelivery = Pick<Row<'webhook_deliveries'>, 'id' | 'tries' | 'event_id'> &
  Pick<Row<'webhook_events'>, 'type' | 'data' | 'occurred_at'>

/** The delivery of a webhook to try next: due, and with none before it that is about the same and still waits. */
export async function nextDelivery({ db, now }: QueryContext, id: number): Promise<DueDelivery | null> {
  const { rows } = await sql<DueDelivery>`
    SELECT d.id, d.tries, d.event_id, e.type, e.data, e.occurred_at
    FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
    WHERE d.subscription_id = ${id} AND d.state = 'waiting' AND (d.tries = 0 OR d.due_at <= ${now})
      AND NOT EXISTS (
        SELECT FROM webhook_deliveries b WHERE b.subscription_id = d.subscription_id AND b.state = 'waiting'
          AND b.order_key = d.order_key AND b.id < d.id)
    ORDER BY d.id LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** What a try came to. */
export interface TriedDelivery {
  state: Row<'webhook_deliveries'>['state']
  due_at: Date | null
  status: number | null
  answer: string
  problem: string | null
  duration_ms: number
}

/** Writes what a try came to. One that was deleted meanwhile stays so. */
export async function recordTry({ db, now }: Change, id: number, tried: TriedDelivery): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET state = ${tried.state}, tries = tries + 1, due_at = coalesce(${tried.due_at}, due_at),
      tried_at = ${now}, status = ${tried.status}, answer = ${tried.answer}, problem = ${tried.problem},
      duration_ms = ${tried.duration_ms}
    WHERE id = ${id}`.execute(db)
}

/** Writes how the receiver stands. `resumeAt`: nothing is tried before that, as it is down. */
export async function recordReceiver(
  { db, now }: Change,
  id: number,
  { resumeAt, offReason }: { resumeAt: Date | null; offReason: string | null },
): Promise<void> {
  const isDown = resumeAt !== null
  await sql`
    UPDATE webhook_subscriptions SET resume_at = ${resumeAt},
      failing_since = CASE WHEN ${isDown} THEN coalesce(failing_since, ${now}) END,
      is_active = is_active AND ${offReason}::text IS NULL,
      off_reason = coalesce(${offReason}, off_reason),
      off_at = CASE WHEN ${offReason}::text IS NULL THEN off_at ELSE ${now} END,
      busy_until = ${now}::timestamptz + ${LEASE}
    WHERE id = ${id}`.execute(db)
}

/** Webhooks with something to try now that no process is at. */
export async function dueWebhooks({ db, now }: QueryContext): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT s.id FROM webhook_subscriptions s
    WHERE s.is_active AND (s.resume_at IS NULL OR s.resume_at <= ${now}) AND (s.busy_until IS NULL OR s.busy_until <= ${now})
      AND EXISTS (SELECT FROM webhook_deliveries d
                  WHERE d.subscription_id = s.id AND d.state = 'waiting' AND (d.tries = 0 OR d.due_at <= ${now}))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Has deliveries of a webhook tried again at once that were given up or wait; with an id, that one alone. Answers how many. */
export async function retryDeliveries({ db, now }: Change, id: number, deliveryId: number | null): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE webhook_deliveries SET state = 'waiting', tries = 0, due_at = ${now}
    WHERE subscription_id = ${id} AND state <> 'delivered' AND (${deliveryId}::bigint IS NULL OR id = ${deliveryId}::bigint)`.execute(
    db,
  )
  await sql`UPDATE webhook_subscriptions SET resume_at = NULL, failing_since = NULL WHERE id = ${id}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes what nobody looks up any more. */
export async function purgeEvents({ db }: Change, before: Date): Promise<void> {
  await sql`DELETE FROM webhook_events WHERE occurred_at < ${before}`.execute(db)
}

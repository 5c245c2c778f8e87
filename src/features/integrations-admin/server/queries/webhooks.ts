import { type RawBuilder, sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { WebhookRecord } from '../../contract.ts'

type Subscription = Row<'webhook_subscriptions'>

/** What counts about the deliveries of the subscription `s`. */
const figures: RawBuilder<unknown> = sql`
  (SELECT count(*) FROM webhook_deliveries d WHERE d.subscription_id = s.id AND d.state = 'waiting') AS waiting,
  (SELECT count(*) FROM webhook_deliveries d WHERE d.subscription_id = s.id AND d.state = 'failed') AS failed`

/** All webhooks, oldest first; with an id, that one alone. */
export async function webhookRecords({ db, now }: QueryContext, id: number | null = null): Promise<WebhookRecord[]> {
  const { rows } = await sql<RowAs<'webhook_subscriptions', WebhookRecord, 'events'>>`
    SELECT s.id, s.url, s.events, s.is_active, s.off_reason, s.off_at, s.failing_since, s.created_at, ${figures},
      day.total AS day_total, day.delivered AS day_delivered,
      (SELECT max(d.tried_at) FROM (
         SELECT tried_at FROM webhook_deliveries
         WHERE subscription_id = s.id AND state = 'delivered' ORDER BY id DESC LIMIT 20) d) AS last_delivered_at
    FROM webhook_subscriptions s CROSS JOIN LATERAL (
      SELECT count(*) AS total, count(*) FILTER (WHERE state = 'delivered') AS delivered FROM webhook_deliveries d
      WHERE d.subscription_id = s.id AND d.created_at > ${now}::timestamptz - interval '24 hours') day
    WHERE ${id}::int IS NULL OR s.id = ${id}::int
    ORDER BY s.id`.execute(db)
  return rows
}

/** Locks a webhook for a change; `null` when there is none. */
export async function lockWebhook(
  { db }: Change,
  id: number,
): Promise<Pick<Subscription, 'id' | 'url' | 'events' | 'is_active'> | null> {
  const { rows } = await sql<Pick<Subscription, 'id' | 'url' | 'events' | 'is_active'>>`
    SELECT id, url, events, is_active FROM webhook_subscriptions WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

/** How many webhooks there are. */
export async function countWebhooks({ db }: QueryContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM webhook_subscriptions`.execute(db)
  return rows[0]?.count ?? 0
}

/** Stores a webhook; answers its id. */
export async function insertWebhook(
  { db, now, author }: Change,
  webhook: Pick<Subscription, 'url' | 'secret'> & { events: readonly string[] },
): Promise<number> {
  const { rows } = await sql<Pick<Subscription, 'id'>>`
    INSERT INTO webhook_subscriptions (url, events, secret, created_by, created_at)
    VALUES (${webhook.url}, ${[...webhook.events]}::text[], ${webhook.secret}, ${author?.user_id ?? null}, ${now})
    RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Changes a webhook. One that is on begins anew: nobody waits for a receiver that was down before. */
export async function writeWebhook(
  { db }: Change,
  id: number,
  after: Pick<Subscription, 'url' | 'is_active'> & { events: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE webhook_subscriptions SET url = ${after.url}, events = ${[...after.events]}::text[],
      is_active = ${after.is_active}, failing_since = NULL, resume_at = NULL,
      off_reason = CASE WHEN ${after.is_active} THEN NULL ELSE off_reason END,
      off_at = CASE WHEN ${after.is_active} THEN NULL ELSE coalesce(off_at, now()) END
    WHERE id = ${id}`.execute(db)
}

/** Deletes a webhook with its deliveries; answers its address, or `null` when there is none. */
export async function removeWebhook({ db }: Change, id: number): Promise<string | null> {
  const { rows } = await sql<Pick<Subscription, 'url'>>`
    DELETE FROM webhook_subscriptions WHERE id = ${id} RETURNING url`.execute(db)
  return rows[0]?.url ?? null
}

/** The addresses of webhooks. */
export async function webhookNames({ db }: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<Pick<Subscription, 'id' | 'url'>>`
    SELECT id, url FROM webhook_subscriptions WHERE id = ANY (${[...ids]}::int[])`.execute(db)
  return new Map(rows.map(({ id, url }) => [id, url]))
}

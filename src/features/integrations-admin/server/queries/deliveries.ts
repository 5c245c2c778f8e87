import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { RowAs } from '../../../../platform/server/database/rows.ts'
import type { WebhookDelivery } from '../../contract.ts'

interface Window {
  offset: number
  limit: number
  /** The id that the page before ended with. */
  before: number | null
}

/** Deliveries of a webhook, newest first. */
export async function deliveriesOf(
  { db }: QueryContext,
  subscriptionId: number,
  { offset, limit, before }: Window,
): Promise<WebhookDelivery[]> {
  const { rows } = await sql<RowAs<'webhook_deliveries', WebhookDelivery>>`
    SELECT d.id, d.event_id, e.type, e.subject, e.subject_id, d.state, d.tries, d.tried_at, d.status, d.problem, d.answer,
      d.duration_ms, d.created_at, CASE WHEN d.state = 'waiting' THEN d.due_at END AS due_at,
      coalesce(CASE e.subject
        WHEN 'lead' THEN (SELECT trim(first_name || ' ' || last_name) FROM leads WHERE id = e.subject_id)
        WHEN 'deal' THEN (SELECT trim(street_number || ' ' || street_name) FROM deals WHERE id = e.subject_id)
      END, '') AS about
    FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
    WHERE d.subscription_id = ${subscriptionId} AND (${before}::bigint IS NULL OR d.id < ${before}::bigint)
    ORDER BY d.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db)
  return rows
}

/** How many there are, counted no further than `limit`. */
export async function countDeliveries({ db }: QueryContext, subscriptionId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM webhook_deliveries WHERE subscription_id = ${subscriptionId} LIMIT ${limit}) found`.execute(db)
  return rows[0]?.count ?? 0
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { secretsFor } from '../../platform/server/secrets.ts'

const keys = [
  { name: 'Accounting', hint: 'kt_api_a…77e0', scopes: ['deals:read', 'people:read'], days: 210, used: '4 minutes' },
  { name: 'Market report', hint: 'kt_api_9…c41d', scopes: ['leads:read', 'listings:read'], days: 64, used: '2 hours' },
  { name: 'Old website', hint: 'kt_api_0…02bb', scopes: ['listings:read'], days: 402, used: null },
] as const

/** A demo reaches nobody: names that end in .test belong to no machine. */
const MIRROR = 'https://crm-mirror.keyturn.test/in'
const CLOSINGS = 'https://hooks.keyturn.test/closings'

/** Keys of systems that read along, and two webhooks, one of them switched off after days without an answer. */
export const demo: DemoPart = {
  async addDailyWork(filled) {
    if (await isThere(filled)) return
    await addKeys(filled)
    const secret = secretsFor('webhook secrets', filled.config).seal(`whsec_${Buffer.alloc(32, 7).toString('base64')}`)
    await sql`
      INSERT INTO webhook_subscriptions (url, events, secret, created_by, created_at, is_active, off_reason, off_at)
      SELECT w.url, w.events, ${secret}, u.id, ${filled.now}::timestamptz - interval '90 days', w.reason IS NULL, w.reason,
        CASE WHEN w.reason IS NOT NULL THEN ${filled.now}::timestamptz - interval '9 days' END
      FROM users u, (VALUES (${MIRROR}, '{deal.created,deal.status_changed}'::text[], NULL),
                            (${CLOSINGS}, '{deal.status_changed}'::text[], 'The receiver was down for 3 days.'))
        AS w(url, events, reason)
      WHERE u.email = 'super@keyturn.test'`.execute(filled.db)
    await addDeliveries(filled)
  },
}

/** A demo that is filled up again has them already. */
async function isThere({ db }: Demo): Promise<boolean> {
  const { rows } = await sql`SELECT FROM webhook_subscriptions UNION ALL SELECT FROM api_keys LIMIT 1`.execute(db)
  return rows.length > 0
}

async function addKeys({ db, now }: Demo): Promise<void> {
  for (const { name, hint, scopes, days, used } of keys)
    await sql`
      INSERT INTO api_keys (name, hash, hint, scopes, user_id, created_at, last_used_at)
      SELECT ${name}, ${createHash('sha256').update(`demo ${name}`).digest()}, ${hint}, ${[...scopes]}::text[], id,
        ${now}::timestamptz - make_interval(days => ${days}), ${now}::timestamptz - ${used}::interval
      FROM users WHERE email = 'super@keyturn.test'`.execute(db)
}

/** What was posted about the newest deals: most of it arrived, one was refused, and what is switched off gave up. */
async function addDeliveries({ db, now }: Demo): Promise<void> {
  await sql`
    WITH told AS (
      SELECT gen_random_uuid() AS event_id, d.id AS deal_id, row_number() OVER (ORDER BY d.id DESC) AS place
      FROM deals d ORDER BY d.id DESC LIMIT 14),
    happened AS (
      INSERT INTO webhook_events (id, type, subject, subject_id, data, occurred_at)
      SELECT event_id, 'deal.status_changed', 'deal', deal_id, jsonb_build_object('deal_id', deal_id),
        ${now}::timestamptz - make_interval(mins => 47 * place::int)
      FROM told)
    INSERT INTO webhook_deliveries (subscription_id, event_id, order_key, state, tries, due_at, tried_at, status, answer,
      problem, duration_ms, created_at)
    SELECT s.id, event_id, 'deal ' || deal_id, CASE WHEN w.is_lost THEN 'failed' ELSE 'delivered' END,
      CASE WHEN w.is_lost THEN 11 ELSE 1 END, w.at, w.at, CASE WHEN w.is_lost THEN 422 ELSE 200 END,
      CASE WHEN w.is_lost THEN 'unknown trade number' ELSE 'ok' END,
      CASE WHEN w.is_lost THEN 'The receiver answered 422.' END, 150 + (place::int * 37) % 90, w.at
    FROM told CROSS JOIN LATERAL (
      SELECT place = 4 AS is_lost, ${now}::timestamptz - make_interval(mins => 47 * place::int) AS at) w
    JOIN webhook_subscriptions s ON s.url = ${MIRROR}
    ORDER BY place DESC`.execute(db)
}

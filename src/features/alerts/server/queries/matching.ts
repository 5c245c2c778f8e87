import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { ChangedListing } from '../../../listings/events.ts'
import type { AlertFrequency, Search } from '../../contract/alerts.ts'
import { MAX_SHOWN } from '../../rules/size.ts'
import { foundBy } from './alerts.ts'

/**
 * Finds the alerts that new and repriced listings answer, in one pass from the listings to the searches, and keeps each pair
 * of listing and price once. Answers the alerts for which something waits now.
 */
export async function matchListings(
  ctx: Pick<Change, 'db' | 'now'>,
  listings: readonly ChangedListing[],
): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'alert_matches'>, 'alert_id'>>`
    WITH homes AS MATERIALIZED (
      SELECT l.id, l.offer, l.price, changed.price_before, l.beds, l.baths, l.property_type, l.words, l.building_id,
             l.area_ids || 0 AS area_ids
      FROM jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) AS changed (id int, price bigint, price_before bigint)
      JOIN listings l ON l.id = changed.id AND l.price = changed.price AND l.status = 'active'
    ), found AS (
      SELECT s.alert_id, h.id, h.price, h.price_before
      FROM homes h CROSS JOIN LATERAL unnest(h.area_ids) AS area
      JOIN alert_searches s ON s.area_id = area AND s.offer = h.offer AND s.price_max >= h.price
      WHERE s.price_min <= h.price AND s.beds_min <= h.beds AND s.baths_min <= h.baths
        AND (s.property_types IS NULL OR h.property_type = ANY(s.property_types))
        AND (s.keywords IS NULL OR h.words @@ s.keywords)
      UNION
      SELECT s.alert_id, h.id, h.price, h.price_before
      FROM homes h JOIN alert_searches s ON s.building_id = h.building_id AND s.offer = h.offer
      WHERE s.price_min <= h.price AND s.price_max >= h.price AND s.beds_min <= h.beds AND s.baths_min <= h.baths
        AND (s.property_types IS NULL OR h.property_type = ANY(s.property_types))
        AND (s.keywords IS NULL OR h.words @@ s.keywords)
    ), kept AS (
      INSERT INTO alert_matches (alert_id, listing_id, price, price_before, matched_at)
      -- In the order of the key, which makes hundreds of thousands of rows a third cheaper to write.
      SELECT alert_id, id, price, price_before, ${ctx.now} FROM found ORDER BY alert_id, id
      ON CONFLICT DO NOTHING RETURNING alert_id
    )
    SELECT DISTINCT alert_id FROM kept`.execute(ctx.db)
  return rows.map(({ alert_id }) => alert_id)
}

/** How often, and in which zones, these alerts are sent: locked in the order of their ids. */
export async function lockRhythms(
  ctx: Pick<Change, 'db'>,
  ids: readonly number[],
): Promise<{ alert_frequency: AlertFrequency; zone: string }[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'zone'> & { alert_frequency: AlertFrequency }>`
    WITH locked AS (
      SELECT alert_frequency, lead_id FROM alerts WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE)
    SELECT DISTINCT locked.alert_frequency, leads.zone FROM locked JOIN leads ON leads.id = locked.lead_id`.execute(
    ctx.db,
  )
  return rows
}

/** Sets when alerts without a moment are due, by how often and in which zone they are sent. */
export async function setDue(
  ctx: Pick<Change, 'db'>,
  ids: readonly number[],
  moments: readonly { alert_frequency: number; zone: string; due: string }[],
): Promise<void> {
  // Whoever sent an alert in the meantime has taken its moment away: then the new one holds.
  await sql`
    UPDATE alerts SET next_due_at = coalesce(alerts.next_due_at, moment.due)
    FROM leads, jsonb_to_recordset(${JSON.stringify(moments)}::jsonb) AS moment (
      alert_frequency int, zone text, due timestamptz)
    WHERE alerts.id = ANY(${[...ids]}::int[]) AND leads.id = alerts.lead_id AND alerts.deleted_at IS NULL
      AND moment.alert_frequency = alerts.alert_frequency AND moment.zone = leads.zone`.execute(ctx.db)
}

/** Lets go of what waits for an alert and is no longer looked for; answers whether anything still waits. */
export async function saveWaiting(ctx: Pick<Change, 'db'>, alertId: number, search: Search | null): Promise<boolean> {
  await sql`
    DELETE FROM alert_matches m WHERE m.alert_id = ${alertId} AND m.send_id IS NULL
      ${search ? sql`AND NOT EXISTS (SELECT FROM listings l WHERE l.id = m.listing_id AND ${foundBy(search)})` : sql``}`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ waits: boolean }>`
    SELECT EXISTS (SELECT FROM alert_matches WHERE alert_id = ${alertId} AND send_id IS NULL) AS waits`.execute(ctx.db)
  return rows[0]?.waits ?? false
}

/** Begins the e-mails of alerts that are due, each once for its moment, with everything that waits for it. */
export async function beginDueSends(ctx: Pick<Change, 'db' | 'now'>, limit: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'alert_sends'>, 'id'>>`
    WITH due AS (
      SELECT id, lead_id, next_due_at FROM alerts WHERE next_due_at <= ${ctx.now} AND deleted_at IS NULL
      ORDER BY next_due_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), begun AS (
      INSERT INTO alert_sends (alert_id, lead_id, due_at, created_at)
      -- What was found just after the e-mail of this moment had begun goes with one of its own.
      SELECT id, lead_id, coalesce((SELECT max(due_at) + interval '1 microsecond' FROM alert_sends
                                    WHERE alert_id = due.id AND due_at >= due.next_due_at), next_due_at), ${ctx.now}
      FROM due RETURNING id, alert_id
    ), cleared AS (
      UPDATE alerts SET next_due_at = NULL FROM due WHERE alerts.id = due.id
    ), taken AS (
      UPDATE alert_matches m SET send_id = begun.id FROM begun WHERE m.alert_id = begun.alert_id AND m.send_id IS NULL
    )
    SELECT id FROM begun ORDER BY id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** A new e-mail of an alert that somebody sends at this moment; answers its id. */
export async function insertSendByHand(ctx: Change, { id, lead_id }: { id: number; lead_id: number }): Promise<number> {
  const send = await ctx.db
    .insertInto('alert_sends')
    .values({
      alert_id: id,
      lead_id,
      due_at: ctx.now,
      by_hand: true,
      author_user_id: ctx.author?.user_id ?? null,
      on_behalf_of: ctx.author?.on_behalf_of ?? null,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return send.id
}

/**
 * Begins an e-mail by hand: what waits, and what the alert finds on the market that it never sent at that price.
 * Answers its id and how many homes it holds: the newest, and what is left goes with the next one.
 */
export async function beginSendByHand(
  ctx: Change,
  { id, lead_id, search }: { id: number; lead_id: number; search: Search },
): Promise<{ id: number; listings: number }> {
  const sendId = await insertSendByHand(ctx, { id, lead_id })
  await ctx.db.updateTable('alerts').set({ next_due_at: null }).where('id', '=', id).execute()
  await ctx.db
    .updateTable('alert_matches')
    .set({ send_id: sendId })
    .where('alert_id', '=', id)
    .where('send_id', 'is', null)
    .execute()
  await sql`
    INSERT INTO alert_matches (alert_id, listing_id, price, matched_at, send_id)
    SELECT ${id}, l.id, l.price, ${ctx.now}, ${sendId} FROM listings l
    WHERE ${foundBy(search)}
      AND NOT EXISTS (SELECT FROM alert_matches m WHERE m.alert_id = ${id} AND m.listing_id = l.id AND m.price = l.price)
    ORDER BY l.listed_at DESC, l.id DESC LIMIT ${MAX_SHOWN} ON CONFLICT DO NOTHING`.execute(ctx.db)
  const counted = await sql<{ listings: number }>`
    SELECT count(*) AS listings FROM alert_matches WHERE send_id = ${sendId}`.execute(ctx.db)
  return { id: sendId, listings: counted.rows[0]?.listings ?? 0 }
}

/** How many homes an e-mail would hold if it went out now. */
export async function unsentMatches(
  { db }: QueryContext,
  { id, search }: { id: number; search: Search },
  limit: number,
): Promise<{ id: number; price_before: number | null }[]> {
  const { rows } = await sql<Pick<Row<'listings'>, 'id'> & { price_before: number | null }>`
    SELECT l.id, round(m.price_before / 100.0)::bigint AS price_before FROM listings l
    LEFT JOIN alert_matches m ON m.alert_id = ${id} AND m.listing_id = l.id AND m.price = l.price
    WHERE ${foundBy(search)} AND (m.alert_id IS NULL OR m.send_id IS NULL)
    ORDER BY l.listed_at DESC, l.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

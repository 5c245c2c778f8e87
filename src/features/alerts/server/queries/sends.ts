import { sql } from 'kysely'
import type { Author, Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Listing } from '../../../listings/contract.ts'
import { type ListingRow, listingColumns } from '../../../listings/server/queries/listings.ts'
import type { StoredAlert } from './alerts.ts'

/** A home in an e-mail, with its price before when that is the news. */
export type SentListing = Listing & { price_before: number | null }

/** Who an e-mail goes to, and whose client they are. */
export interface AlertLead
  extends Pick<Row<'leads'>, 'id' | 'agent_id' | 'first_name' | 'last_name' | 'zone' | 'subscribed_alert'> {
  email: string | null
  is_gone: boolean
  site_domain: Row<'sites'>['domain'] | null
  agent: { name: string; email: string; phone: string | null } | null
}

/** The lead of an alert, as the e-mail and its rules need it; `null` when there is none. */
export async function alertLead({ db }: QueryContext, id: number): Promise<AlertLead | null> {
  const { rows } = await sql<AlertLead>`
    SELECT l.id, l.agent_id, l.first_name, l.last_name, l.zone, coalesce(l.email_private, l.email) AS email,
      (l.deleted_at IS NOT NULL OR l.is_bogus) AS is_gone, l.subscribed_alert, s.domain AS site_domain,
      CASE WHEN u.id IS NOT NULL THEN jsonb_build_object(
        'name', trim(u.first_name || ' ' || u.last_name), 'email', u.email, 'phone', u.phone) END AS agent
    FROM leads l LEFT JOIN sites s ON s.id = l.site_id
    LEFT JOIN agents a ON a.id = l.agent_id LEFT JOIN users u ON u.id = a.user_id AND u.is_active
    WHERE l.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The lead that one has become by merges; itself when there was none. */
export async function survivorOf({ db }: QueryContext, id: number): Promise<number> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id'>>`
    WITH RECURSIVE trail AS (
      SELECT id, merged_into, 0 AS step FROM leads WHERE id = ${id}
      UNION ALL
      SELECT l.id, l.merged_into, trail.step + 1 FROM trail JOIN leads l ON l.id = trail.merged_into
      WHERE trail.step < 100)
    SELECT id FROM trail ORDER BY step DESC LIMIT 1`.execute(db)
  return rows[0]?.id ?? id
}

/** An e-mail that has not gone out. */
export interface WaitingSend extends Pick<Row<'alert_sends'>, 'by_hand'> {
  id: number
  /** Counts the one that begins now. */
  tries: Row<'alert_sends'>['tries']
  author: Author | null
  alert: Pick<StoredAlert, 'id' | 'lead_id' | 'kind' | 'name' | 'alert_frequency' | 'deleted_at'>
}

/** Clocks of machines differ: a try that a job was made for may begin this much early. */
const EARLY = '30 seconds'

/**
 * Takes an e-mail that waits, for whoever sends it: nobody else does until `until`. `taken` when somebody has it, `null`
 * when there is nothing to do, or not yet.
 */
export async function claimSend(ctx: Change, id: number, until: Date): Promise<WaitingSend | 'taken' | null> {
  const { rows } = await sql<WaitingSend>`
    WITH taken AS (
      UPDATE alert_sends SET claimed_until = ${until}, tries = tries + 1
      WHERE id = ${id} AND state = 'waiting' AND (claimed_until IS NULL OR claimed_until <= ${ctx.now})
        AND (retry_at IS NULL OR retry_at <= ${ctx.now}::timestamptz + ${EARLY}::interval)
      RETURNING *)
    SELECT s.id, s.tries, s.by_hand,
      CASE WHEN s.author_user_id IS NOT NULL
        THEN jsonb_build_object('user_id', s.author_user_id, 'on_behalf_of', s.on_behalf_of) END AS author,
      jsonb_build_object('id', a.id, 'lead_id', a.lead_id, 'kind', a.kind, 'name', a.name, 'alert_frequency',
        a.alert_frequency, 'deleted_at', a.deleted_at) AS alert
    FROM taken s JOIN alerts a ON a.id = s.alert_id`.execute(ctx.db)
  if (rows[0]) return rows[0]
  const held = await sql`
    SELECT FROM alert_sends WHERE id = ${id} AND state = 'waiting' AND claimed_until > ${ctx.now}`.execute(ctx.db)
  return held.rows.length > 0 ? 'taken' : null
}

/** What of an e-mail's homes is still to be had at that price: the newest, and how many there are in all. */
export interface SentListings {
  shown: readonly SentListing[]
  total: number
}

/** The homes of an e-mail, newest first. */
export async function listingsOfSend({ db }: QueryContext, id: number, limit: number): Promise<SentListings> {
  const { rows } = await sql<ListingRow & { price_before: number | null; total: number }>`
    SELECT ${listingColumns}, round(m.price_before / 100.0)::bigint AS price_before, count(*) OVER () AS total
    FROM alert_matches m JOIN listings l ON l.id = m.listing_id AND l.price = m.price AND l.status = 'active'
    WHERE m.send_id = ${id} ORDER BY l.listed_at DESC, l.id DESC LIMIT ${limit}`.execute(db)
  return { shown: rows.map(({ total: _, ...listing }) => listing), total: rows[0]?.total ?? 0 }
}

/** What became of an e-mail. */
export interface SendOutcome {
  state: 'sent' | 'refused' | 'failed' | 'waiting'
  listings: number
  problem: string | null
  recipient: string | null
  /** Of one that waits: when it is tried again. */
  retry_at: Date | null
}

/** Homes of an e-mail that are kept for another try. */
const MAX_STORED = 200

/**
 * Writes what became of an e-mail that waited; false when somebody else was faster. One that did not go out gives its homes
 * back, for they were never sent, and remembers them.
 */
export async function writeOutcome(
  ctx: Change,
  id: number,
  { state, listings, problem, recipient, retry_at }: SendOutcome,
): Promise<boolean> {
  const rows = await ctx.db
    .updateTable('alert_sends')
    .set({
      state,
      listings,
      problem,
      recipient,
      retry_at,
      claimed_until: null,
      finished_at: state === 'waiting' ? null : ctx.now,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('alert_id')
    .execute()
  const [written] = rows
  if (!written) return false
  if (state === 'refused' || state === 'failed')
    await sql`
      WITH given_back AS (
        DELETE FROM alert_matches WHERE send_id = ${id} RETURNING listing_id, price, price_before, matched_at
      ), kept AS (SELECT * FROM given_back ORDER BY matched_at DESC, listing_id DESC LIMIT ${MAX_STORED})
      UPDATE alert_sends SET homes = (
        SELECT jsonb_agg(jsonb_build_object('listing_id', listing_id, 'price', price, 'price_before', price_before))
        FROM kept) WHERE id = ${id}`.execute(ctx.db)
  if (state === 'sent')
    await ctx.db.updateTable('alerts').set({ last_sent_at: ctx.now }).where('id', '=', written.alert_id).execute()
  return true
}

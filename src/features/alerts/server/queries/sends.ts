import { sql } from 'kysely'
import type { Author, Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Listing } from '../../../listings/contract.ts'
import { listingColumns } from '../../../listings/server/queries/listings.ts'
import type { Recipient } from '../../rules/refusals.ts'
import type { StoredAlert } from './alerts.ts'

/** A home in an e-mail, with its price before when that is the news. */
export type SentListing = Listing & { price_before: number | null }

/** Who an e-mail goes to, and whose client they are. */
export interface AlertLead extends Recipient {
  id: number
  agent_id: number | null
  first_name: string
  last_name: string
  zone: string
  site_domain: string | null
  agent: { name: string; email: string; phone: string | null } | null
}

/** The lead of an alert, as the letter and its rules need it; `null` when there is none. */
export async function alertLead({ db }: QueryContext, id: number): Promise<AlertLead | null> {
  const { rows } = await sql<AlertLead>`
    SELECT l.id, l.agent_id, l.first_name, l.last_name, l.zone, coalesce(l.email_private, l.email) AS email,
      l.is_email_valid, (l.deleted_at IS NOT NULL OR l.is_bogus) AS is_gone, l.subscribed_alert, l.status_value,
      l.member_type, l.last_active_at, l.last_contacted_at, s.domain AS site_domain,
      CASE WHEN u.id IS NOT NULL THEN jsonb_build_object(
        'name', trim(u.first_name || ' ' || u.last_name), 'email', u.email, 'phone', u.phone) END AS agent
    FROM leads l LEFT JOIN sites s ON s.id = l.site_id
    LEFT JOIN agents a ON a.id = l.agent_id LEFT JOIN users u ON u.id = a.user_id AND u.is_active
    WHERE l.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** An e-mail that has not gone out. */
export interface WaitingSend {
  id: number
  tries: number
  by_hand: boolean
  author: Author | null
  alert: Pick<StoredAlert, 'id' | 'lead_id' | 'kind' | 'name' | 'alert_frequency' | 'deleted_at'>
}

/** The e-mail of this number, if it still waits. */
export async function waitingSend({ db }: QueryContext, id: number): Promise<WaitingSend | null> {
  const { rows } = await sql<WaitingSend>`
    SELECT s.id, s.tries, s.by_hand,
      CASE WHEN s.author_user_id IS NOT NULL
        THEN jsonb_build_object('user_id', s.author_user_id, 'on_behalf_of', s.on_behalf_of) END AS author,
      jsonb_build_object('id', a.id, 'lead_id', a.lead_id, 'kind', a.kind, 'name', a.name, 'alert_frequency',
        a.alert_frequency, 'deleted_at', a.deleted_at) AS alert
    FROM alert_sends s JOIN alerts a ON a.id = s.alert_id WHERE s.id = ${id} AND s.state = 'waiting'`.execute(db)
  return rows[0] ?? null
}

/** What of an e-mail's homes is still to be had at that price: the newest, and how many there are in all. */
export interface SentListings {
  shown: readonly SentListing[]
  total: number
}

/** The homes of an e-mail, newest first. */
export async function listingsOfSend({ db }: QueryContext, id: number, most: number): Promise<SentListings> {
  const { rows } = await sql<SentListing & { total: number }>`
    SELECT ${listingColumns}, round(m.price_before / 100.0)::bigint AS price_before, count(*) OVER () AS total
    FROM alert_matches m JOIN listings l ON l.id = m.listing_id AND l.price = m.price AND l.status = 'active'
    WHERE m.send_id = ${id} ORDER BY l.listed_at DESC, l.id DESC LIMIT ${most}`.execute(db)
  return { shown: rows.map(({ total: _, ...listing }) => listing), total: rows[0]?.total ?? 0 }
}

/** What became of an e-mail. */
export interface SendOutcome {
  state: 'sent' | 'refused' | 'failed' | 'waiting'
  listings: number
  problem: string | null
}

/**
 * Writes what became of an e-mail that waited; false when somebody else was faster. One that did not go out gives its homes
 * back: they were never sent.
 */
export async function writeOutcome(
  ctx: Change,
  id: number,
  { state, listings, problem }: SendOutcome,
): Promise<boolean> {
  const { rows } = await sql<{ alert_id: number }>`
    UPDATE alert_sends SET state = ${state}, listings = ${listings}, problem = ${problem}, tries = tries + 1,
      finished_at = ${state === 'waiting' ? null : ctx.now} WHERE id = ${id} AND state = 'waiting' RETURNING alert_id`.execute(
    ctx.db,
  )
  const [written] = rows
  if (!written) return false
  if (state === 'refused' || state === 'failed')
    await sql`DELETE FROM alert_matches WHERE send_id = ${id}`.execute(ctx.db)
  if (state === 'sent')
    await sql`UPDATE alerts SET last_sent_at = ${ctx.now} WHERE id = ${written.alert_id}`.execute(ctx.db)
  return true
}

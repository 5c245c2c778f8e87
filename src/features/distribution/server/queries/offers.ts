import { sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { rolesString } from '../../../leads/rules.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import type { LedgerOffer, Offer } from '../../contract.ts'
import { channelsOf } from '../../rules/channels.ts'
import type { OfferOutcome } from '../../rules/states.ts'

type OfferRow = Row<'distribution_offers'>

/** What a new offer holds. */
export type NewOffer = Pick<
  OfferRow,
  'lead_id' | 'agent_id' | 'transfer_id' | 'round' | 'place' | 'why' | 'offered_at' | 'expires_at' | 'use_id'
>

/** Stores an offer; answers its id. */
export async function insertOffer(ctx: Change, offer: NewOffer): Promise<number> {
  const { id } = await ctx.db.insertInto('distribution_offers').values(offer).returning('id').executeTakeFirstOrThrow()
  return id
}

/** An offer that ended. */
export type EndedOffer = Pick<
  OfferRow,
  'id' | 'lead_id' | 'agent_id' | 'round' | 'reject_reason' | 'reject_note' | 'use_id'
>

/** Ends the open offer of a lead to an agent; `null` when there is none. */
export async function endOffer(
  ctx: Change,
  { lead_id, agent_id, outcome }: { lead_id: number; agent_id: number; outcome: OfferOutcome },
): Promise<EndedOffer | null> {
  const { rows } = await sql<EndedOffer>`
    UPDATE distribution_offers SET outcome = ${outcome}, answered_at = ${ctx.now}
    WHERE lead_id = ${lead_id} AND agent_id = ${agent_id} AND outcome IS NULL
    RETURNING id, lead_id, agent_id, round, reject_reason, reject_note, use_id`.execute(ctx.db)
  return rows[0] ?? null
}

/** Who was asked in a round, and how each answered; in their order. */
export async function askedInRound(ctx: QueryContext, leadId: number, round: number) {
  const { rows } = await sql<{ agent_id: number; outcome: OfferOutcome | null }>`
    SELECT agent_id, outcome FROM distribution_offers WHERE lead_id = ${leadId} AND round = ${round} ORDER BY id`.execute(
    ctx.db,
  )
  return rows
}

/** Agents who were left out of a round by an administrator. */
export async function leftOut(ctx: QueryContext, leadId: number, round: number): Promise<number[]> {
  const { rows } = await sql<{ left_out: number[] | null }>`
    SELECT (SELECT array_agg(value::int) FROM jsonb_array_elements_text(content::jsonb -> 'input' -> 'left_out')) AS left_out
    FROM distribution_ledger
    WHERE lead_id = ${leadId} AND kind = 'decided' AND (content::jsonb ->> 'round')::int = ${round}
    ORDER BY entry LIMIT 1`.execute(ctx.db)
  return rows[0]?.left_out ?? []
}

/** An offer that waits for an answer of this agent; `null` when there is no such offer, or it is over. */
export async function openOffer(ctx: QueryContext, { id, agent_id }: { id: number; agent_id: number }) {
  const { rows } = await sql<Pick<OfferRow, 'id' | 'lead_id' | 'delivered_at' | 'seen_at'>>`
    SELECT id, lead_id, delivered_at, seen_at FROM distribution_offers
    WHERE id = ${id} AND agent_id = ${agent_id} AND outcome IS NULL`.execute(ctx.db)
  return rows[0] ?? null
}

/** The agent to whom a lead is offered now; `null` when it is not offered. */
export async function openOfferOf(ctx: QueryContext, leadId: number): Promise<number | null> {
  const { rows } = await sql<Pick<OfferRow, 'agent_id'>>`
    SELECT agent_id FROM distribution_offers WHERE lead_id = ${leadId} AND outcome IS NULL`.execute(ctx.db)
  return rows[0]?.agent_id ?? null
}

/** The leads that wait for an answer of an agent, and that of their latest offer within a day; `null` when there is none. */
export async function offersToAnswer(
  ctx: QueryContext,
  agentId: number,
): Promise<{ open: number[]; latest: number | null }> {
  const { rows } = await sql<Pick<OfferRow, 'lead_id'> & { is_open: boolean }>`
    SELECT lead_id, outcome IS NULL AND expires_at > ${ctx.now} AS is_open FROM distribution_offers
    WHERE agent_id = ${agentId} AND (outcome IS NULL OR offered_at > ${ctx.now}::timestamptz - interval '1 day')
    ORDER BY id DESC LIMIT 200`.execute(ctx.db)
  return { open: rows.filter(({ is_open }) => is_open).map(({ lead_id }) => lead_id), latest: rows[0]?.lead_id ?? null }
}

/** The lead of any offer that was made to this agent; `null` when there is no such offer. */
export async function leadOfOffer(
  ctx: QueryContext,
  { id, agent_id }: { id: number; agent_id: number },
): Promise<number | null> {
  const { rows } = await sql<Pick<OfferRow, 'lead_id'>>`
    SELECT lead_id FROM distribution_offers WHERE id = ${id} AND agent_id = ${agent_id}`.execute(ctx.db)
  return rows[0]?.lead_id ?? null
}

/** Writes down that an offer arrived, or was seen; what was seen has arrived. */
export async function markReceipt(ctx: Change, id: number, step: 'delivered' | 'seen'): Promise<void> {
  await sql`
    UPDATE distribution_offers SET delivered_at = coalesce(delivered_at, ${ctx.now}),
      seen_at = ${step === 'seen' ? sql`coalesce(seen_at, ${ctx.now})` : sql`seen_at`}
    WHERE id = ${id}`.execute(ctx.db)
}

/** Writes down why an offer is about to be rejected. */
export async function writeReason(ctx: Change, id: number, { reason, note }: { reason: string; note: string | null }) {
  await sql`UPDATE distribution_offers SET reject_reason = ${reason}, reject_note = ${note} WHERE id = ${id}`.execute(
    ctx.db,
  )
}

interface OfferedLead
  extends Pick<OfferRow, 'id' | 'lead_id' | 'why' | 'offered_at' | 'expires_at'>,
    Pick<Row<'leads'>, 'roles' | 'area_ids' | 'site_id' | 'created_at' | 'withdrawn_channels'> {
  price_min: number | null
  price_max: number | null
  has_phone: boolean
  has_email: boolean
}

const openCursors = defineCursors(z.object({ at: z.iso.datetime(), id: z.int32() }))

/** What is offered to an agent now, the one that ends first at the top. Name and contact details are not even read. */
export async function openOffers(ctx: QueryContext, agentId: number, asked: PageInput): Promise<Page<Offer>> {
  const { offset, limit } = windowOf(asked)
  const after = asked.cursor ? openCursors.read(asked.cursor) : null
  const open = sql`o.agent_id = ${agentId} AND o.outcome IS NULL AND o.expires_at > ${ctx.now}`
  const { rows } = await sql<OfferedLead>`
    SELECT o.id, o.lead_id, o.why, o.offered_at, o.expires_at, l.roles, l.area_ids, l.site_id, l.created_at, l.withdrawn_channels,
           (nullif(l.price_min, 0) / 100)::bigint AS price_min,
           (nullif(nullif(l.price_max, 0), 9000000000000000) / 100)::bigint AS price_max,
           coalesce(l.phone_private, l.phone) IS NOT NULL AND l.is_phone_valid AS has_phone,
           coalesce(l.email_private, l.email) IS NOT NULL AND l.is_email_valid AS has_email
    FROM distribution_offers o JOIN leads l ON l.id = o.lead_id
    WHERE ${open} AND ${after ? sql`(o.expires_at, o.id) > (${after.at}::timestamptz, ${after.id})` : sql`true`}
    ORDER BY o.expires_at, o.id LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM distribution_offers o WHERE ${open}`.execute(ctx.db)
  const places = await placesOf(ctx)
  const offers = rows.map(
    ({ roles, area_ids, site_id, created_at, has_phone, has_email, withdrawn_channels, ...offer }): Offer => ({
      ...offer,
      roles_string: rolesString(roles),
      areas: area_ids.flatMap(id => {
        const area = places.areas.get(id)
        return area ? [{ id, name: area.name }] : []
      }),
      site: site_id === null ? null : (places.sites.get(site_id)?.domain ?? null),
      signed_up_at: created_at,
      channels: channelsOf({ has_phone, has_email, withdrawn_channels }),
    }),
  )
  return pageOf(offers, {
    asked,
    total: counted[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ expires_at, id }) => openCursors.write({ at: expires_at, id }),
  })
}

/** The offers of a lead, the first one first, with the numbers of their entries. */
export async function offersOfLead(ctx: QueryContext, leadId: number): Promise<LedgerOffer[]> {
  const { rows } = await sql<LedgerOffer>`
    SELECT o.id, o.round, o.place, o.why, o.offered_at, o.expires_at, o.delivered_at, o.seen_at, o.answered_at, o.outcome,
           o.reject_reason, o.reject_note, e.entry,
           (SELECT max(entry) FROM distribution_ledger
            WHERE lead_id = o.lead_id AND kind = 'decided' AND entry < e.entry) AS decision,
           jsonb_build_object('id', a.id, 'name', trim(u.first_name || ' ' || u.last_name)) AS agent
    FROM distribution_offers o JOIN agents a ON a.id = o.agent_id JOIN users u ON u.id = a.user_id
    LEFT JOIN distribution_ledger e ON e.lead_id = o.lead_id AND e.kind = 'offered' AND e.offer_id = o.id
    WHERE o.lead_id = ${leadId} ORDER BY o.id`.execute(ctx.db)
  return rows
}

import { sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { Change, QueryContext } from '../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import type { Page, PageInput } from '../../../platform/wire/page.ts'
import type { AskedViewing } from '../../showings/rules.ts'
import type { RequestedTime } from '../../tasks/contract.ts'
import type { LeadRequest } from '../contract.ts'
import { type RequestKind, SAME_REQUEST_HOURS } from '../rules.ts'

type LeadRequestRow = RowAs<'lead_requests', LeadRequest, 'times' | 'price' | 'move_in_date'>

/** The listing as an offer submission carries it; the store has one address for each listing. */
const listing = sql`
  CASE WHEN l.id IS NOT NULL THEN jsonb_build_object('id', l.id, 'address_id', l.id, 'mls_number', l.mls_number,
    'url', '/listings/' || l.mls_number, 'address', jsonb_build_object('id', l.id, 'formatted',
      concat_ws(', ', nullif(coalesce(l.unit || ' - ', '') || l.address, ''), nullif(l.city, '')))) END AS listing`

const columns = sql`
  r.id, r.lead_id, r.kind, r.listing_id, ${listing}, r.address, r.times, (r.price / 100)::int AS price,
  r.move_in_date::text AS move_in_date, r.message, r.source, r.task_id, coalesce(NOT t.completed AND t.deleted_at IS NULL, false) AS is_open,
  r.created_at, r.updated_at`
const joined = sql`lead_requests r LEFT JOIN listings l ON l.id = r.listing_id LEFT JOIN tasks t ON t.id = r.task_id`

/** What a lead asked for, newest first. The caller has checked the lead. */
export async function pageOfRequests(
  { db }: QueryContext,
  leadId: number,
  asked: PageInput,
): Promise<Page<LeadRequest>> {
  const { offset, limit } = windowOf(asked)
  const before = asked.cursor ? instantCursors.read(asked.cursor) : null
  const { rows } = await sql<LeadRequestRow>`
    SELECT ${columns} FROM ${joined} WHERE r.lead_id = ${leadId}
      ${before ? sql`AND (r.updated_at, r.id) < (${before.at}::timestamptz, ${before.id})` : sql``}
    ORDER BY r.updated_at DESC, r.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM lead_requests WHERE lead_id = ${leadId}`.execute(db)
  return pageOf(rows, {
    asked,
    total: counted[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ updated_at, id }) => instantCursors.write({ at: updated_at, id }),
  })
}

/** The viewings that a lead, whom the caller has checked, asked for and nobody has dealt with yet, newest first. */
export async function askedViewings({ db }: QueryContext, leadId: number): Promise<AskedViewing[]> {
  const { rows } = await sql<RowAs<'lead_requests', AskedViewing, 'times'>>`
    SELECT r.id, r.task_id, r.listing_id, r.address, r.message, r.times
    FROM lead_requests r JOIN tasks t ON t.id = r.task_id AND NOT t.completed AND t.deleted_at IS NULL
    WHERE r.lead_id = ${leadId} AND r.kind = 'viewing' ORDER BY r.updated_at DESC, r.id DESC LIMIT 50`.execute(db)
  return rows
}

/** What a list says of a request. */
type RequestInBrief = Pick<LeadRequest, 'kind' | 'address' | 'price' | 'created_at'>

/** The newest requests of leads that the caller has checked, by lead. */
export async function requestsOfLeads(
  { db }: QueryContext,
  leadIds: readonly number[],
  limit: number,
): Promise<ReadonlyMap<number, RequestInBrief[]>> {
  const { rows } = await sql<RowAs<'lead_requests', RequestInBrief, 'price'> & Pick<Row<'lead_requests'>, 'lead_id'>>`
    SELECT r.* FROM unnest(${[...leadIds]}::int[]) AS given (id) CROSS JOIN LATERAL (
      SELECT lead_id, kind, address, (price / 100)::int AS price, created_at FROM lead_requests
      WHERE lead_id = given.id ORDER BY created_at DESC, id DESC LIMIT ${limit}) r`.execute(db)
  const found = new Map<number, RequestInBrief[]>()
  for (const { lead_id, ...request } of rows) found.set(lead_id, [...(found.get(lead_id) ?? []), request])
  return found
}

/** One request as it is now. */
export async function requestById({ db }: QueryContext, id: number): Promise<LeadRequest> {
  const { rows } = await sql<LeadRequestRow>`SELECT ${columns} FROM ${joined} WHERE r.id = ${id}`.execute(db)
  if (!rows[0]) throw new Error('A request that was written is missing.')
  return rows[0]
}

/** The lead who asks: where their days begin, how they are reached, and whose client they are. */
export interface AskingLead extends Pick<Row<'leads'>, 'id' | 'agent_id' | 'zone'> {
  has_phone: boolean
  has_email: boolean
}

/** The lead who asks, locked: what they ask twice at once is asked one after the other. `null` when there is none. */
export async function lockAsking({ db }: Change, id: number): Promise<AskingLead | null> {
  const { rows } = await sql<AskingLead>`
    SELECT id, agent_id, zone, coalesce(phone_private, phone) IS NOT NULL AS has_phone,
           coalesce(email_private, email) IS NOT NULL AS has_email
    FROM leads WHERE id = ${id} AND deleted_at IS NULL AND NOT is_bogus FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

/** The request that a door told of before under this key. */
export async function requestOfKey({ db }: Change, key: string): Promise<number | null> {
  const { rows } = await sql<
    Pick<Row<'lead_requests'>, 'id'>
  >`SELECT id FROM lead_requests WHERE source_key = ${key}`.execute(db)
  return rows[0]?.id ?? null
}

interface SameRequest extends Pick<Row<'lead_requests'>, 'id' | 'milestone_id'> {
  task_id: NonNullable<Row<'lead_requests'>['task_id']>
}

/** The same request of a while ago, if nobody has dealt with it yet. */
export async function sameRequest(
  ctx: Change,
  { lead_id, kind, listing_id, address }: Pick<NewRequest, 'lead_id' | 'kind' | 'listing_id' | 'address'>,
): Promise<SameRequest | null> {
  const { rows } = await sql<SameRequest>`
    SELECT r.id, r.task_id, r.milestone_id FROM lead_requests r
    JOIN tasks t ON t.id = r.task_id AND NOT t.completed AND t.deleted_at IS NULL
    WHERE r.lead_id = ${lead_id} AND r.kind = ${kind} AND r.listing_id IS NOT DISTINCT FROM ${listing_id}::int
      AND (r.listing_id IS NOT NULL OR folded(r.address) = folded(${address}))
      AND r.updated_at > ${ctx.now}::timestamptz - make_interval(hours => ${SAME_REQUEST_HOURS})
    ORDER BY r.id DESC LIMIT 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** How many requests a lead made in the last day. */
export async function requestsToday(ctx: Change, leadId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM lead_requests
    WHERE lead_id = ${leadId} AND created_at > ${ctx.now}::timestamptz - interval '1 day'`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** What can be asked for again in other words. */
export interface RequestContent {
  times: readonly RequestedTime[]
  /** Dollars. */
  price: number | null
  move_in_date: string | null
  message: string
}

/** What a new request is made of. */
export interface NewRequest extends RequestContent {
  lead_id: number
  kind: RequestKind
  listing_id: number | null
  address: string
  mls_number: string | null
  source: string
  source_key: string | null
}

/** Adds a request; answers its id. */
export async function insertRequest(ctx: Change, asked: NewRequest): Promise<number> {
  const { id } = await ctx.db
    .insertInto('lead_requests')
    .values({
      lead_id: asked.lead_id,
      kind: asked.kind,
      listing_id: asked.listing_id,
      address: asked.address,
      mls_number: asked.mls_number,
      times: JSON.stringify(asked.times),
      price: cents(asked),
      move_in_date: asked.move_in_date,
      message: asked.message,
      source: asked.source,
      source_key: asked.source_key,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes what is asked for now; false when it is what was asked for. */
export async function rewriteRequest(ctx: Change, id: number, requested: RequestContent): Promise<boolean> {
  const { rows } = await sql<Pick<Row<'lead_requests'>, 'id'>>`
    UPDATE lead_requests SET times = ${JSON.stringify(requested.times)}::jsonb, price = ${cents(requested)}::bigint,
      move_in_date = ${requested.move_in_date}::date, message = ${requested.message}, updated_at = ${ctx.now}
    WHERE id = ${id} AND (times, price, move_in_date, message) IS DISTINCT FROM
      (${JSON.stringify(requested.times)}::jsonb, ${cents(requested)}::bigint, ${requested.move_in_date}::date, ${requested.message}::text)
    RETURNING id`.execute(ctx.db)
  return rows.length > 0
}

const cents = ({ price }: RequestContent): number | null => (price === null ? null : price * 100)

/** Keeps which task and which entry of the timeline tell of a request. */
export async function writeTraces(
  ctx: Change,
  id: number,
  { task_id, milestone_id }: { task_id: number; milestone_id: number | null },
): Promise<void> {
  await ctx.db.updateTable('lead_requests').set({ task_id, milestone_id }).where('id', '=', id).execute()
}

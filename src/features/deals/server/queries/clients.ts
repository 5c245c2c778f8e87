import { type RawBuilder, sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext, ReadContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { EXACT_TOTAL_LIMIT, type Page, type PageInput } from '../../../../platform/wire/page.ts'
import type { MatchClient } from '../../contract.ts'
import { dealTitle } from '../../rules/address.ts'
import type { ClientSide } from '../../rules/kinds.ts'
import { leadOfClient, visibleDeals } from './reach.ts'

type Asking = QueryContext & { viewer: Viewer }

interface StoredClient
  extends Pick<
      Row<'deal_clients'>,
      'id' | 'deal_id' | 'side' | 'first_name' | 'last_name' | 'email' | 'phone' | 'is_verified' | 'lead_id'
    >,
    Pick<Row<'deals'>, 'street_number' | 'street_name' | 'street_direction' | 'unit' | 'trade_number'> {
  is_matched: boolean
  lead_first_name: string | null
  lead_last_name: string | null
  lead_email: string | null
}

/** A client of a deal before anybody has looked for leads. */
export type ClientOfDeal = Omit<MatchClient, 'proposals'>

const selected = sql`c.id, c.deal_id, c.side, c.first_name, c.last_name, c.email, c.phone, c.is_verified,
  c.lead_id IS NOT NULL AS is_matched, l.id AS lead_id,
  l.first_name AS lead_first_name, l.last_name AS lead_last_name, coalesce(l.email_private, l.email) AS lead_email,
  d.street_number, d.street_name, d.street_direction, d.unit, d.trade_number`
const joined = (ctx: Asking) =>
  sql`deal_clients c JOIN deals d ON d.id = c.deal_id LEFT JOIN ${leadOfClient(ctx)} ON true`

const clientOf = (row: StoredClient): ClientOfDeal => ({
  id: row.id,
  deal_id: row.deal_id,
  is_user_verified: row.is_verified,
  is_matched: row.is_matched,
  lonewolf_client: { first_name: row.first_name, last_name: row.last_name },
  user:
    row.lead_id === null
      ? null
      : {
          id: row.lead_id,
          first_name: row.lead_first_name ?? '',
          last_name: row.lead_last_name ?? '',
          email: row.lead_email,
        },
  side: row.side as ClientSide,
  email: row.email,
  phone: row.phone,
  deal: { title: dealTitle(row), trade: row.trade_number },
})

async function clientsWhere(ctx: Asking, condition: RawBuilder<unknown>): Promise<ClientOfDeal[]> {
  const { rows } = await sql<StoredClient>`
    SELECT ${selected} FROM ${joined(ctx)} WHERE ${condition} AND ${visibleDeals(ctx)}`.execute(ctx.db)
  return rows.map(clientOf)
}

/** The clients of a deal, in their order. */
export const clientsOfDeal = (ctx: Asking, dealId: number): Promise<ClientOfDeal[]> =>
  clientsWhere(ctx, sql`c.id IN (SELECT id FROM deal_clients WHERE deal_id = ${dealId} ORDER BY position, id)`)

/** Those of the clients whose deals the viewer reaches. */
export const clientsByIds = (ctx: Asking, ids: readonly number[]): Promise<ClientOfDeal[]> =>
  clientsWhere(ctx, sql`c.id = ANY(${[...ids]}::int[])`)

/** A page of the clients whom nobody has linked to a lead, those of the newest deals first. */
export async function unmatchedClients(ctx: ReadContext, asked: PageInput): Promise<Page<ClientOfDeal>> {
  const { offset, limit } = windowOf(asked)
  const after = asked.cursor ? sql`AND c.id < ${idCursors.read(asked.cursor)}` : sql``
  const where = sql`NOT c.is_verified AND c.lead_id IS NULL AND ${visibleDeals(ctx)}`
  const [{ rows }, counted] = await Promise.all([
    sql<StoredClient>`
      SELECT ${selected} FROM ${joined(ctx)} WHERE ${where} ${after} ORDER BY c.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`
      SELECT count(*) AS total FROM (
        SELECT FROM deal_clients c JOIN deals d ON d.id = c.deal_id WHERE ${where} LIMIT ${EXACT_TOTAL_LIMIT + 1}) c`.execute(
      ctx.db,
    ),
  ])
  return pageOf(rows.map(clientOf), {
    asked,
    total: counted.rows[0]?.total ?? 0,
    cursorAfter: ({ id }) => idCursors.write(id),
  })
}

/** Locks clients in one order, so that two people who match the same ones wait for each other; answers the lead that each is, seen or not. */
export async function lockClients({ db }: Change, ids: readonly number[]): Promise<ReadonlyMap<number, number | null>> {
  const { rows } = await sql<Pick<Row<'deal_clients'>, 'id' | 'lead_id'>>`
    SELECT id, lead_id FROM deal_clients WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`.execute(db)
  return new Map(rows.map(({ id, lead_id }) => [id, lead_id]))
}

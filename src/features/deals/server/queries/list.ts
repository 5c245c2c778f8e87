import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, foreignCursor, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, ReadContext, Viewer } from '../../../../platform/server/context.ts'
import { escapeLike } from '../../../../platform/server/database/like.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { EXACT_TOTAL_LIMIT, type Page, type PageInput } from '../../../../platform/wire/page.ts'
import { type Deal, type DealClient, type DealFilters, DealSort } from '../../contract.ts'
import { dealPath, streetOf } from '../../rules/address.ts'
import { dealClientName } from '../../rules/clients.ts'
import { dollarsOf } from '../../rules/commission.ts'
import { DEFAULT_SORT, type DealSortKey, dealStatusName, dealTypeName, isLease } from '../../rules/kinds.ts'
import { dealsOfAgent, leadOfClient, netOf, visibleDeals } from './reach.ts'

type Condition = RawBuilder<unknown>
type Asking = QueryContext & { viewer: Viewer }

interface StoredDeal
  extends Pick<
    Row<'deals'>,
    | 'id'
    | 'ds_id'
    | 'type'
    | 'status'
    | 'mls_number'
    | 'street_number'
    | 'street_name'
    | 'street_direction'
    | 'unit'
    | 'city'
    | 'province'
    | 'postal_code'
    | 'price'
    | 'gross'
    | 'offer_date'
    | 'firm_date'
    | 'close_date'
    | 'trade_number'
    | 'listing_owners'
    | 'updated_at'
    | 'version'
  > {
  net: number
  sort_key: string
  clients: (DealClient & { side: string })[]
  agents: { id: number; name: string }[]
  others: string[]
}

const userName = sql`trim(u.first_name || ' ' || u.last_name)`

const columns = sql`d.id, d.ds_id, d.type, d.status, d.mls_number, d.street_number, d.street_name, d.street_direction, d.unit,
  d.city, d.province, d.postal_code, d.price, d.gross, d.offer_date, d.firm_date, d.close_date, d.trade_number,
  d.listing_owners, d.updated_at, d.version`

/** The people of a deal `d`, each list in one look. */
const people = (ctx: Asking): Condition => sql`
  coalesce((SELECT jsonb_agg(jsonb_build_object(
      'id', c.id, 'side', c.side, 'agent_id', l.agent_id, 'client_first_name', c.first_name, 'client_last_name', c.last_name,
      'first_name', coalesce(l.first_name, ''), 'last_name', coalesce(l.last_name, ''), 'user_id', l.id,
      'is_user_verified', c.is_verified, 'is_matched', c.lead_id IS NOT NULL) ORDER BY c.position, c.id)
    FROM deal_clients c LEFT JOIN ${leadOfClient(ctx)} ON true WHERE c.deal_id = d.id), '[]') AS clients,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'name', ${userName}) ORDER BY s.position)
    FROM deal_splits s JOIN agents a ON a.id = s.agent_id JOIN users u ON u.id = a.user_id WHERE s.deal_id = d.id), '[]') AS agents,
  coalesce((SELECT jsonb_agg(coalesce(nullif(s.name, ''), ${userName}) ORDER BY s.position)
    FROM deal_splits s LEFT JOIN agents a ON a.id = s.agent_id LEFT JOIN users u ON u.id = a.user_id
    WHERE s.deal_id = d.id AND s.party <> 'brokerage' AND s.agent_id IS DISTINCT FROM ${ctx.viewer.agent_id}), '[]') AS others`

const isSeller = ({ side }: { side: string }) => side === 'seller' || side === 'landlord'

function dealOf(row: StoredDeal): Deal {
  const clients = row.clients.map(({ side: _, ...client }) => client)
  const sellers = row.clients.filter(isSeller)
  return {
    id: row.id,
    dsId: row.ds_id,
    type: dealTypeName(row.type),
    type_id: row.type,
    street: streetOf(row),
    street_direction: row.street_direction,
    unit: row.unit,
    city: row.city,
    province: row.province,
    postal: row.postal_code,
    url: dealPath(row.id),
    price: dollarsOf(row.price),
    is_lease: isLease(row.type),
    clients,
    status: row.status,
    status_description: dealStatusName(row.status),
    close_date: row.close_date,
    net: dollarsOf(row.net),
    trade: row.trade_number,
    offer_date: row.offer_date,
    updated_at: row.updated_at,
    agents: row.agents,
    gross: dollarsOf(row.gross),
    mls: row.mls_number,
    firm_date: row.firm_date,
    splitWith: row.others,
    sellers: sellers.length > 0 ? sellers.map(dealClientName) : row.listing_owners.split('\n').filter(Boolean),
    version: row.version,
  }
}

/** Deals of these ids that the viewer reaches, as lists show them. */
export async function dealsByIds(ctx: Asking, ids: readonly number[]): Promise<Deal[]> {
  const { rows } = await sql<StoredDeal>`
    SELECT ${columns}, ${netOf(ctx)} AS net, '' AS sort_key, ${people(ctx)} FROM deals d
    WHERE d.id = ANY(${[...ids]}::int[]) AND ${visibleDeals(ctx)}`.execute(ctx.db)
  return rows.map(dealOf)
}

const sortColumn = (ctx: Asking, key: DealSortKey): Condition => {
  switch (key) {
    case 'price':
      return sql`d.price`
    case 'status_description':
      return sql`d.status_key`
    case 'closed_date':
      return sql`d.close_key`
    case 'net':
      return netOf(ctx)
  }
}
const sortType: Readonly<Record<DealSortKey, Condition>> = {
  price: sql`bigint`,
  status_description: sql`smallint`,
  closed_date: sql`date`,
  net: sql`bigint`,
}

const chosen = (ids: readonly number[] | undefined): number[] => (ids ?? []).filter(id => id !== 0)

function conditionsOf(ctx: Asking, { type, status, commission, search = '' }: DealFilters): Condition {
  const types = chosen(type)
  const statuses = chosen(status)
  const words = search.trim().split(/\s+/).filter(Boolean)
  const agent = ctx.viewer.agent_id
  return sql.join(
    [
      visibleDeals(ctx),
      ...(types.length > 0 ? [sql`d.type = ANY(${types}::smallint[])`] : []),
      ...(statuses.length > 0 ? [sql`d.status = ANY(${statuses}::smallint[])`] : []),
      ...(commission === 'mine' ? [agent === null ? sql`false` : sql`d.id IN ${dealsOfAgent(agent)}`] : []),
      ...words.map(
        word => sql`(d.search_text LIKE folded(${`%${escapeLike(word)}%`}) OR EXISTS (
          SELECT FROM deal_clients c WHERE c.deal_id = d.id
            AND folded(c.first_name || ' ' || c.last_name) LIKE folded(${`%${escapeLike(word)}%`})))`,
      ),
    ],
    sql` AND `,
  )
}

const cursors = defineCursors(z.object({ sort: DealSort, key: z.string().max(40), id: z.int() }))

type Asked = PageInput & DealFilters & { sort?: DealSort | undefined }

/** A page of the deals that the viewer reaches; the newest closing first, unless asked otherwise. */
export async function dealPage(ctx: ReadContext, asked: Asked): Promise<Page<Deal>> {
  const sort = asked.sort ?? DEFAULT_SORT
  const isDown = sort.startsWith('-')
  const key = (isDown ? sort.slice(1) : sort) as DealSortKey
  const column = sortColumn(ctx, key)
  const { offset, limit } = windowOf(asked)
  const after = asked.cursor ? cursors.read(asked.cursor) : null
  if (after && after.sort !== sort) throw foreignCursor()
  const where = conditionsOf(ctx, asked)
  const direction = isDown ? sql`DESC` : sql`ASC`
  const beyond = after
    ? sql`AND (${column}, d.id) ${isDown ? sql`<` : sql`>`} (${after.key}::${sortType[key]}, ${after.id})`
    : sql``
  const [{ rows }, counted] = await Promise.all([
    sql<StoredDeal>`
      SELECT ${columns}, ${netOf(ctx)} AS net, d.sort_key::text, ${people(ctx)}
      FROM (SELECT d.*, ${column} AS sort_key FROM deals d WHERE ${where} ${beyond}
            ORDER BY ${column} ${direction}, d.id ${direction} LIMIT ${limit} OFFSET ${offset}) d
      ORDER BY d.sort_key ${direction}, d.id ${direction}`.execute(ctx.db),
    sql<{ total: number }>`
      SELECT count(*) AS total FROM (SELECT FROM deals d WHERE ${where} LIMIT ${EXACT_TOTAL_LIMIT + 1}) counted`.execute(
      ctx.db,
    ),
  ])
  const keys = new Map(rows.map(row => [row.id, row.sort_key]))
  return pageOf(rows.map(dealOf), {
    asked,
    total: counted.rows[0]?.total ?? 0,
    cursorAfter: ({ id }) => cursors.write({ sort, key: keys.get(id) ?? '', id }),
  })
}

/** The first deals whose address, numbers or clients hold what was typed, the newest first. */
export async function foundDeals(ctx: ReadContext, search: string, limit: number): Promise<Deal[]> {
  const { rows } = await sql<StoredDeal>`
    SELECT ${columns}, ${netOf(ctx)} AS net, '' AS sort_key, ${people(ctx)} FROM deals d
    WHERE ${conditionsOf(ctx, { search })} ORDER BY d.close_key DESC, d.id DESC LIMIT ${limit}`.execute(ctx.db)
  return rows.map(dealOf)
}

import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, foreignCursor, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, ReadContext, Viewer } from '../../../../platform/server/context.ts'
import { ONE_PLAN } from '../../../../platform/server/database/connection.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { EXACT_TOTAL_LIMIT } from '../../../../platform/wire/page.ts'
import {
  DEFAULT_LEAD_SORT,
  type LeadFilters,
  type LeadList,
  LeadSort,
  type LeadSortKey,
  leadFilters,
} from '../../contract/filters.ts'
import type { LeadCount, LeadListInput, LeadPage } from '../../contract/leads.ts'
import type { LeadRow } from '../../contract/record.ts'
import { latestNotes } from '../../events.ts'
import { type Condition, conditionsOf, listed, phoneEndCondition } from './filters.ts'
import { type FoundRow, foundColumns, listRowsOf } from './listRows.ts'
import { areasWithin, placesOf } from './places.ts'

/** The column behind each sort, never null, and its type for cursors. */
const sortColumns: Record<LeadSortKey, { column: string; type: string }> = {
  name: { column: 'name_key', type: 'text' },
  first_name: { column: 'name_key', type: 'text' },
  last_active_at: { column: 'last_active_at', type: 'timestamptz' },
  status_value: { column: 'status_value', type: 'smallint' },
  created_at: { column: 'created_at', type: 'timestamptz' },
  last_contacted_at: { column: 'contacted_key', type: 'timestamptz' },
  claimed_at: { column: 'claimed_key', type: 'timestamptz' },
  lead_score: { column: 'lead_score', type: 'numeric' },
}

interface Order {
  column: RawBuilder<unknown>
  type: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  beyond: RawBuilder<unknown>
  /** The sort of most lists, for which an agent's leads have an index of their own. */
  isByActivity: boolean
}

function orderOf(sort: LeadSort): Order {
  const descending = sort.startsWith('-')
  const { column, type } = sortColumns[sort.replace('-', '') as LeadSortKey]
  return {
    column: sql.ref(column),
    type: sql.raw(type),
    direction: descending ? sql`DESC` : sql`ASC`,
    beyond: descending ? sql`<` : sql`>`,
    isByActivity: sort === DEFAULT_LEAD_SORT,
  }
}

/** Where a page ended: the sort, the last row's key at full precision, and what is known of the whole list. */
const Position = z.object({
  sort: LeadSort,
  key: z.string(),
  id: z.int(),
  page: z.int(),
  total: z.object({ count: z.int(), is_estimate: z.boolean() }),
})
type Position = z.output<typeof Position>

const cursors = defineCursors(Position)

function readCursor(text: string, sort: LeadSort): Position {
  const position = cursors.read(text)
  if (position.sort !== sort) throw foreignCursor()
  return position
}

type Total = LeadCount
type FoundWithKey = FoundRow & { cursor_key: string; matches: number | null }

/** A page of a list: the ids are found in an index, then the rows that are not known are fetched. */
export async function leadPage(ctx: ReadContext, input: LeadListInput): Promise<LeadPage> {
  const { list, sort = DEFAULT_LEAD_SORT, ...asked } = input
  const { perPage, limit, offset, ...first } = windowOf(input)
  const order = orderOf(sort)
  const where = conditionsOf(ctx, list, input, await asksWithin(ctx, input))
  const after = input.cursor ? readCursor(input.cursor, sort) : null
  const expected = after?.total.count ?? (await estimateOf(ctx, where))
  const narrow = input.list !== 'all' && input.list !== 'adminsearch'
  const asks = askedFilters(input)
  const isSearch = !narrow && asks === 1 && Boolean(input.search)
  const query = { where, order, after, limit, offset, asked: asks, isSearch }
  const isOrdered = narrow || Boolean(input.agent?.length)
  const { found, rows } = await readPage(ctx, at => findRows(at, query, { expected, isOrdered }), perPage)
  const total =
    after?.total ?? knownTotal(found, { more: found.length > perPage, offset }) ?? (await countOf(ctx, where, expected))
  const page = after ? after.page + 1 : first.page
  const paging = pageOf(found, {
    asked: { ...asked, sort: input.sort, page },
    total: total.count,
    isEstimate: total.is_estimate,
    cursorAfter: ({ cursor_key, id }) => cursors.write({ sort, key: cursor_key, id, page, total }),
  })
  return { ...paging, data: await withNotes(ctx, input.list, rows) }
}

/** The areas that the filters name, with all that lies in them; `null` when they name none. */
const asksWithin = async (ctx: QueryContext, { locations }: LeadFilters): Promise<number[] | null> =>
  locations?.length ? areasWithin(await placesOf(ctx), locations) : null

/** A row that changes just while it is read is looked for once more, and then this often. */
const MAX_READS = 3

type Find = (ctx: ReadContext) => Promise<FoundWithKey[]>

async function readPage(ctx: ReadContext, find: Find, perPage: number) {
  for (let read = 1; read <= MAX_READS; read++) {
    const found = await find(ctx)
    const rows = await listRowsOf(ctx, found.slice(0, perPage))
    if (rows) return { found, rows }
  }
  return readAtOneMoment(ctx, find, perPage)
}

/** Where rows never stand still, as while a site sends what many people do, both statements look at the same moment: it costs two more. */
const readAtOneMoment = (ctx: ReadContext, find: Find, perPage: number) =>
  ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async db => {
      const at = { ...ctx, db }
      const found = await find(at)
      const rows = await listRowsOf(at, found.slice(0, perPage), new Map())
      if (!rows) throw new Error('The rows of a page changed at one moment.')
      return { found, rows }
    })

/** How many filters say something. */
const askedFilters = (input: LeadFilters): number =>
  Object.entries(input).filter(
    ([name, value]) => name in leadFilters && value !== null && value !== undefined && value !== '',
  ).length

/** With the newest notes of found leads; other lists do not show them. */
async function withNotes(ctx: ReadContext, list: LeadList, rows: LeadRow[]): Promise<LeadRow[]> {
  if (list !== 'agentsearch' && list !== 'adminsearch') return rows
  const { notes } = await latestNotes.gather(ctx, { ids: rows.map(row => row.id) })
  return rows.map(row => (notes.has(row.id) ? { ...row, latest_note: notes.get(row.id) ?? null } : row))
}

/**
 * So few matches are all read, sorted and counted at once: walking an index in the order of the sort until enough of them
 * turned up could mean walking all of it.
 */
const FEW = 5000
/** Up to this many, reading all is still better than walking an index far beyond where the matches were expected. */
const MANY = 40_000
/** How far an index is walked in the hope that enough matches come early. */
const NEAR = 6000
/** Rows to skip and show, up to which that hope is reasonable. */
const FIRST_ROWS = 210

/**
 * The rows of a page by the cheapest way that has no bad end. Where matches are many, the order of the sort usually meets
 * enough of them soon; but the planner takes filters and sorts for independent of each other, which they are not (leads
 * with a tag are not the ones that were active today), so that it may be led to walk nearly all of an index.
 */
async function findRows(
  ctx: ReadContext,
  query: Omit<PageQuery, 'way'>,
  { expected, isOrdered }: { expected: number; isOrdered: boolean },
): Promise<FoundWithKey[]> {
  if (expected <= FEW) return rowsOf(ctx, { ...query, way: 'whole' })
  // Lists of some agents have indexes in which their leads are in order.
  if (isOrdered || query.offset + query.limit > FIRST_ROWS) return rowsOf(ctx, { ...query, way: 'ordered' })
  const near = await rowsOf(ctx, { ...query, way: 'near' })
  if (near.length === query.limit) return near
  return rowsOf(ctx, { ...query, way: expected <= MANY ? 'whole' : 'ordered' })
}

/** The total, where reading the page told it. */
function knownTotal(found: readonly FoundWithKey[], { more, offset }: { more: boolean; offset: number }): Total | null {
  const [first] = found
  if (first?.matches) return { count: first.matches, is_estimate: first.matches > EXACT_TOTAL_LIMIT }
  return !more && (first || offset === 0) ? { count: offset + found.length, is_estimate: false } : null
}

interface PageQuery {
  where: Condition
  order: Order
  after: Position | null
  limit: number
  offset: number
  /** How many filters were asked for. */
  asked: number
  /** A text is searched for among all leads, and nothing else is asked. */
  isSearch: boolean
  /** Read all matches at once, walk an index to its end, or only its beginning. */
  way: 'whole' | 'ordered' | 'near'
}

/**
 * Planning takes longer than reading a page. The lists that everybody opens have but one good plan: the beginning of the
 * index of their sort, or of an agent's leads by activity. What a text finds that few leads have is found by the one index there is.
 */
const hasOnePlan = ({ way, asked, isSearch, offset, order }: PageQuery): boolean =>
  (isSearch && way === 'whole') || (offset === 0 && (way === 'near' ? asked <= 1 : asked === 0 && order.isByActivity))

async function rowsOf(ctx: ReadContext, query: PageQuery): Promise<FoundWithKey[]> {
  const { direction } = query.order
  const { rows } = await sql<FoundWithKey>`${sql.raw(hasOnePlan(query) ? ONE_PLAN : '')}
    SELECT ${foundColumns(ctx)}, k.sort_key::text AS cursor_key, k.matches
    FROM (${idsOf(query)}) k JOIN leads l USING (id)
    ORDER BY k.sort_key ${direction}, k.id ${direction}`
    .execute(ctx.db)
    .catch(refuseBadKey)
  return rows
}

/** The ids of a page, found without touching the table where an index holds all that is asked. */
function idsOf({ where, order, after, limit, offset, way }: PageQuery): RawBuilder<unknown> {
  const { column, type, direction, beyond } = order
  const from = (key: RawBuilder<unknown>) =>
    after ? sql`(${key}, id) ${beyond} (${after.key}::${type}, ${after.id})` : sql`true`
  const inOrder = (key: RawBuilder<unknown>) => sql`ORDER BY ${key} ${direction}, id ${direction}`
  const page = sql`LIMIT ${sql.lit(limit)} OFFSET ${sql.lit(offset)}`
  if (way === 'whole') {
    return sql`
      WITH matching AS MATERIALIZED (SELECT id, ${column} AS sort_key FROM leads WHERE ${listed} AND ${where})
      SELECT id, sort_key, (SELECT count(*) FROM matching) AS matches FROM matching WHERE ${from(sql`sort_key`)}
      ${inOrder(sql`sort_key`)} ${page}`
  }
  const all = sql`SELECT * FROM leads WHERE ${listed} AND ${from(column)}`
  // Being listed is what the indexes are made of: asked inside of the limit, it does not lead to the table.
  return way === 'ordered'
    ? sql`SELECT id, ${column} AS sort_key, NULL::bigint AS matches FROM (${all}) leads WHERE ${where} ${inOrder(column)} ${page}`
    : sql`SELECT id, ${column} AS sort_key, NULL::bigint AS matches
          FROM (${all} ${inOrder(column)} LIMIT ${sql.lit(NEAR)}) leads WHERE ${where} ${inOrder(column)} ${page}`
}

/** A cursor that somebody made up may hold a key that its column cannot read. */
function refuseBadKey(error: unknown): never {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  if (code === '22007' || code === '22008' || code === '22P02' || code === '22003') throw foreignCursor()
  throw error
}

/** The planner errs; from this many on it is taken at its word that there are more than are counted exactly. */
const SURELY_MORE = EXACT_TOTAL_LIMIT * 1.5

/** For so long the planner is taken at its earlier word: what it believes changes with the statistics, not with each row. */
const BELIEVED_FOR_MS = 30_000
const MAX_ESTIMATES = 1000
/** One entry for each database that this process serves. */
const estimateCache = new WeakMap<object, Map<string, { count: number; at: number }>>()

/** How many rows the planner believes there are. */
async function estimateOf(ctx: QueryContext, where: Condition): Promise<number> {
  const explain = sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    EXPLAIN (FORMAT JSON) SELECT 1 FROM leads WHERE ${listed} AND ${where}`.compile(ctx.db)
  const key = explain.sql + JSON.stringify(explain.parameters)
  const known = estimateCache.get(ctx.config) ?? new Map<string, { count: number; at: number }>()
  estimateCache.set(ctx.config, known)
  const believed = known.get(key)
  if (believed && performance.now() - believed.at < BELIEVED_FOR_MS) return believed.count
  const plan = await ctx.db.executeQuery(explain)
  const count = plan.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  const [oldest] = known.keys()
  if (known.size >= MAX_ESTIMATES && oldest !== undefined) known.delete(oldest)
  known.delete(key)
  known.set(key, { count, at: performance.now() })
  return count
}

/** How many rows there are: exact up to a limit, beyond it what the planner believes. */
async function countOf(ctx: QueryContext, where: Condition, estimate: number): Promise<Total> {
  if (estimate >= SURELY_MORE) return { count: estimate, is_estimate: true }
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM leads WHERE ${listed} AND ${where} LIMIT ${sql.lit(EXACT_TOTAL_LIMIT + 1)}) counted`.execute(ctx.db)
  const count = rows[0]?.count ?? 0
  return count > EXACT_TOTAL_LIMIT
    ? { count: Math.max(estimate, count), is_estimate: true }
    : { count, is_estimate: false }
}

/** How many leads of a list pass the filters. */
export async function leadCount(
  ctx: QueryContext & { viewer: Viewer },
  list: LeadList,
  filters: LeadFilters,
): Promise<LeadCount> {
  const where = conditionsOf(ctx, list, filters, await asksWithin(ctx, filters))
  return countOf(ctx, where, await estimateOf(ctx, where))
}

interface WholeList {
  list: LeadList
  filters: LeadFilters
  sort: LeadSort
  limit: number
  /** A further condition on the leads. */
  only?: Condition | null
}

/** What is true of the leads of a whole list. */
export async function listCondition(
  ctx: QueryContext & { viewer: Viewer },
  list: LeadList,
  filters: LeadFilters,
): Promise<Condition> {
  return sql`${listed} AND ${conditionsOf(ctx, list, filters, await asksWithin(ctx, filters))}`
}

/** The ids of a whole list, in its order, at most `most`. */
export async function leadIds(
  ctx: QueryContext & { viewer: Viewer },
  { list, filters, sort, limit, only }: WholeList,
): Promise<number[]> {
  const where = await listCondition(ctx, list, filters)
  const { column, direction } = orderOf(sort)
  // One array is read in half the time of as many rows.
  const { rows } = await sql<{ ids: number[] | null }>`
    SELECT array_agg(id) AS ids FROM (
      SELECT id FROM leads WHERE ${where} AND ${only ?? sql`true`}
      ORDER BY ${column} ${direction}, id ${direction} LIMIT ${limit}) found`.execute(ctx.db)
  return rows[0]?.ids ?? []
}

/** What suggestions show of a lead. */
export type SuggestedLead = Pick<
  Row<'leads'>,
  'id' | 'first_name' | 'last_name' | 'email' | 'email_private' | 'phone' | 'phone_private' | 'status_value'
>

/** The first leads that a search finds, for the command palette: those first whose number ends with the digits that are searched. */
export async function foundLeads(ctx: ReadContext, search: string, limit: number): Promise<SuggestedLead[]> {
  const ids = await idsByPhoneEnd(ctx, search, limit)
  if (ids.length < limit) ids.push(...(await idsBySearch(ctx, search, limit)).filter(id => !ids.includes(id)))
  const { rows } = await sql<SuggestedLead>`
    SELECT id, first_name, last_name, email, email_private, phone, phone_private, status_value FROM leads
    WHERE id = ANY(${ids}::int[])`.execute(ctx.db)
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? []).slice(0, limit)
}

const suggestedList = ({ viewer }: ReadContext): LeadList =>
  viewer.rights.has('view_all_leads') ? 'adminsearch' : 'agentsearch'

async function idsBySearch(ctx: ReadContext, search: string, limit: number): Promise<number[]> {
  const list = suggestedList(ctx)
  const where = conditionsOf(ctx, list, { search }, null)
  const query = {
    where,
    order: orderOf(DEFAULT_LEAD_SORT),
    after: null,
    limit,
    offset: 0,
    asked: 1,
    isSearch: list === 'adminsearch',
  }
  const found = await findRows(ctx, query, { expected: await estimateOf(ctx, where), isOrdered: false })
  return found.map(({ id }) => id)
}

async function idsByPhoneEnd(ctx: ReadContext, search: string, limit: number): Promise<number[]> {
  const endsWith = phoneEndCondition(search)
  if (!endsWith) return []
  const { rows } = await sql<{ id: number }>`
    WITH matching AS MATERIALIZED (
      SELECT id, last_active_at FROM leads WHERE ${listed} AND ${conditionsOf(ctx, suggestedList(ctx), {}, null)} AND ${endsWith})
    SELECT id FROM matching ORDER BY last_active_at DESC, id DESC LIMIT ${limit}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

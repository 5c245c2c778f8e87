import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext, ReadContext, Viewer } from '../../../../platform/server/context.ts'
import { ONE_PLAN } from '../../../../platform/server/database/connection.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { EXACT_TOTAL_LIMIT, type Page } from '../../../../platform/wire/page.ts'
import { listed, openableLeads } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import type { DuplicateListInput, DuplicatePair, DuplicateSide } from '../../contract.ts'
import type { Likeness } from '../../rules/likeness.ts'

type Asking = QueryContext & { viewer: Viewer }

/** Two leads and what speaks for one person, the lower id first. */
export interface FoundPair extends Likeness {
  lead_id: number
  other_id: number
}

/** Keeps what was found of these leads, and forgets what no longer is so; answers the leads of pairs that are new or gone. */
export async function savePairs(
  ctx: Pick<QueryContext, 'db' | 'now'>,
  leads: readonly number[],
  found: readonly FoundPair[],
): Promise<number[]> {
  const rows = JSON.stringify(found)
  const gone = await sql<Pick<Row<'duplicate_pairs'>, 'lead_id' | 'other_id'>>`
    DELETE FROM duplicate_pairs p
    WHERE (p.lead_id = ANY(${[...leads]}::int[]) OR p.other_id = ANY(${[...leads]}::int[])) AND p.dismissed_at IS NULL
      AND NOT EXISTS (SELECT FROM jsonb_to_recordset(${rows}::jsonb) AS f(lead_id int, other_id int)
                      WHERE f.lead_id = p.lead_id AND f.other_id = p.other_id)
    RETURNING lead_id, other_id`.execute(ctx.db)
  const kept = await sql<Pick<Row<'duplicate_pairs'>, 'lead_id' | 'other_id'>>`
    INSERT INTO duplicate_pairs AS p (lead_id, other_id, score, reasons, found_at)
    SELECT f.lead_id, f.other_id, f.score, f.reasons, ${ctx.now}
    FROM jsonb_to_recordset(${rows}::jsonb) AS f(lead_id int, other_id int, score smallint, reasons text[])
      JOIN leads a ON a.id = f.lead_id AND a.deleted_at IS NULL JOIN leads b ON b.id = f.other_id AND b.deleted_at IS NULL
    ORDER BY f.lead_id, f.other_id FOR KEY SHARE OF a, b
    ON CONFLICT (lead_id, other_id) DO UPDATE SET score = excluded.score, reasons = excluded.reasons
      WHERE (p.score, p.reasons) IS DISTINCT FROM (excluded.score, excluded.reasons)
    RETURNING lead_id, other_id`.execute(ctx.db)
  return [...new Set([...gone.rows, ...kept.rows].flatMap(pair => [pair.lead_id, pair.other_id]))]
}

/** Forgets the pairs of leads that are gone, also those that somebody dismissed. */
export async function deletePairs(ctx: Pick<QueryContext, 'db'>, leads: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM duplicate_pairs WHERE lead_id = ANY(${[...leads]}::int[]) OR other_id = ANY(${[...leads]}::int[])`.execute(
    ctx.db,
  )
}

/** The agents of leads, to know whom to tell. */
export async function agentsOfLeads(ctx: Pick<QueryContext, 'db'>, leads: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ agent_id: NonNullable<Row<'leads'>['agent_id']> }>`
    SELECT DISTINCT agent_id FROM leads WHERE id = ANY(${[...leads]}::int[]) AND agent_id IS NOT NULL`.execute(ctx.db)
  return rows.map(row => row.agent_id)
}

/** Leads that the viewer reaches and may open: a pair is only shown to those who reach both. */
const reached = (viewer: Viewer): RawBuilder<unknown> => sql`(
  SELECT * FROM leads WHERE ${visibleLeads({ viewer })} AND ${listed} AND ${openableLeads(viewer) ?? sql`true`})`

interface StoredLead extends Omit<DuplicateSide, 'agent' | 'areas'>, Pick<Row<'leads'>, 'agent_id' | 'area_ids'> {
  agent_name: string | null
}

const side = (alias: 'a' | 'b') => sql`jsonb_build_object(
  'id', ${sql.ref(alias)}.id, 'first_name', ${sql.ref(alias)}.first_name, 'last_name', ${sql.ref(alias)}.last_name,
  'email', coalesce(${sql.ref(alias)}.email_private, ${sql.ref(alias)}.email),
  'phone', coalesce(${sql.ref(alias)}.phone_private, ${sql.ref(alias)}.phone),
  'status_value', ${sql.ref(alias)}.status_value, 'lead_score', ${sql.ref(alias)}.lead_score,
  'agent_id', ${sql.ref(alias)}.agent_id, 'area_ids', ${sql.ref(alias)}.area_ids, 'source', ${sql.ref(alias)}.source,
  'agent_name', (SELECT trim(u.first_name || ' ' || u.last_name) FROM agents g JOIN users u ON u.id = g.user_id
                 WHERE g.id = ${sql.ref(alias)}.agent_id),
  'created_at', to_char(${sql.ref(alias)}.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'last_active_at', to_char(${sql.ref(alias)}.last_active_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'version', ${sql.ref(alias)}.version)`

interface StoredPair extends Omit<DuplicatePair, 'leads'> {
  a: StoredLead
  b: StoredLead
}

const pairColumns = sql`p.id, p.score, p.reasons, p.found_at, p.dismissed_at, ${side('a')} AS a, ${side('b')} AS b`
const joined = (viewer: Viewer) => sql`
  FROM duplicate_pairs p JOIN ${reached(viewer)} a ON a.id = p.lead_id JOIN ${reached(viewer)} b ON b.id = p.other_id`

async function sidesOf(ctx: QueryContext): Promise<(lead: StoredLead) => DuplicateSide> {
  const { areas } = await placesOf(ctx)
  return ({ agent_id, agent_name, area_ids, ...lead }) => ({
    ...lead,
    agent: agent_id === null ? null : { id: agent_id, name: agent_name ?? '' },
    areas: area_ids.flatMap(id => areas.get(id)?.name ?? []),
  })
}

const pairOf = (sideOf: (lead: StoredLead) => DuplicateSide, { a, b, ...pair }: StoredPair): DuplicatePair => ({
  ...pair,
  leads: [sideOf(a), sideOf(b)],
})

const cursors = defineCursors(z.object({ score: z.int32(), id: z.int32() }))

/** Pairs whose leads the viewer reaches both, the likeliest first. */
export async function pageOfPairs(ctx: ReadContext, input: DuplicateListInput): Promise<Page<DuplicatePair>> {
  const { limit, offset } = windowOf(input)
  const after = input.cursor ? cursors.read(input.cursor) : null
  const where = input.dismissed ? sql`p.dismissed_at IS NOT NULL` : sql`p.dismissed_at IS NULL`
  const { rows } = await sql<StoredPair>`
    SELECT ${pairColumns} ${joined(ctx.viewer)}
    WHERE ${where} ${after ? sql`AND (p.score, p.id) < (${after.score}::int, ${after.id}::int)` : sql``}
    ORDER BY p.score DESC, p.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const total = await countPairs(ctx, where, EXACT_TOTAL_LIMIT)
  const sideOf = await sidesOf(ctx)
  return pageOf(
    rows.map(row => pairOf(sideOf, row)),
    { asked: input, total, cursorAfter: ({ score, id }) => cursors.write({ score, id }) },
  )
}

async function countPairs(ctx: Asking, where: RawBuilder<unknown>, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (SELECT ${joined(ctx.viewer)} WHERE ${where} LIMIT ${limit + 1}) counted`.execute(
    ctx.db,
  )
  return rows[0]?.total ?? 0
}

/** How many pairs wait for the viewer, counted no further than `most`. */
export const openPairs = (ctx: Asking, limit: number): Promise<number> =>
  countPairs(ctx, sql`p.dismissed_at IS NULL`, limit)

/** Further ones are found from the other lead. */
const MAX_OF_LEAD = 100

/** Who may be the same person as a lead, as far as the viewer reaches them. */
export async function pairsOfLead(ctx: ReadContext, id: number): Promise<DuplicatePair[]> {
  const { rows } = await sql<StoredPair>`${sql.raw(ONE_PLAN)}
    SELECT ${pairColumns} ${joined(ctx.viewer)}
    WHERE ${id} IN (p.lead_id, p.other_id) AND p.dismissed_at IS NULL ORDER BY p.score DESC, p.id DESC LIMIT ${MAX_OF_LEAD}`.execute(
    ctx.db,
  )
  const sideOf = await sidesOf(ctx)
  return rows.map(row => pairOf(sideOf, row))
}

/** One pair, refused like one that does not exist to those who do not reach both leads. */
export async function requirePair(ctx: Asking, id: number): Promise<DuplicatePair> {
  const { rows } = await sql<StoredPair>`SELECT ${pairColumns} ${joined(ctx.viewer)} WHERE p.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw notFound('pair')
  return pairOf(await sidesOf(ctx), rows[0])
}

/** Remembers that two leads are two people, or forgets it. */
export async function writeDismissal(ctx: Change, id: number, dismissed: boolean): Promise<void> {
  await ctx.db
    .updateTable('duplicate_pairs')
    .set({ dismissed_at: dismissed ? ctx.now : null, dismissed_by: dismissed ? (ctx.author?.user_id ?? null) : null })
    .where('id', '=', id)
    .execute()
}

/** Two leads as they are shown side by side; those that the viewer does not reach are missing. */
export async function sidesById(ctx: Asking, ids: readonly number[]): Promise<Map<number, DuplicateSide>> {
  const { rows } = await sql<{ a: StoredLead }>`
    SELECT ${side('a')} AS a FROM ${reached(ctx.viewer)} a WHERE a.id = ANY(${[...ids]}::int[])`.execute(ctx.db)
  const sideOf = await sidesOf(ctx)
  return new Map(rows.map(({ a }) => [a.id, sideOf(a)]))
}

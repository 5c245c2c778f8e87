import { sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext, ReadContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { EXACT_TOTAL_LIMIT, type Page } from '../../../../platform/wire/page.ts'
import { openableLeads } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { LeadRecord } from '../../../leads/server/queries/records.ts'
import { type duplicateCalls, type Merge, UNDO_DAYS } from '../../contract.ts'
import { mergeFields } from '../../rules/merging.ts'

type Asking = QueryContext & { viewer: Viewer }

/** A merge as it is stored. */
export interface StoredMerge
  extends Pick<Row<'lead_merges'>, 'id' | 'lead_id' | 'merged_id' | 'merged_at' | 'undone_at'> {
  before: LeadRecord
  after: LeadRecord
  merged: LeadRecord
}

/** Stores a merge that is about to happen; answers its id. */
export async function insertMerge(ctx: Change, lead: LeadRecord, other: LeadRecord): Promise<number> {
  const { rows } = await sql<Pick<Row<'lead_merges'>, 'id'>>`
    INSERT INTO lead_merges (lead_id, merged_id, merged_at, merged_by, on_behalf_of, before, after, merged)
    VALUES (${lead.id}, ${other.id}, ${ctx.now}, ${ctx.author?.user_id ?? null}, ${ctx.author?.on_behalf_of ?? null},
            ${JSON.stringify(lead)}::jsonb, '{}', ${JSON.stringify(other)}::jsonb)
    RETURNING id`.execute(ctx.db)
  return rows[0]?.id ?? 0
}

/** Keeps how the merge left the lead that stays. */
export async function saveAfter(ctx: Change, id: number, after: LeadRecord): Promise<void> {
  await ctx.db
    .updateTable('lead_merges')
    .set({ after: JSON.stringify(after) })
    .where('id', '=', id)
    .execute()
}

/** An address by which the lead that stays is known from now on. */
export interface Alias {
  key: string
  shown: string
}

/** Remembers the addresses that a merge would lose. */
export async function insertAliases(
  ctx: Change,
  merge: { id: number; lead_id: number },
  aliases: readonly Alias[],
): Promise<void> {
  await sql`
    INSERT INTO lead_aliases (lead_id, merge_id, key, shown)
    SELECT ${merge.lead_id}, ${merge.id}, a.key, a.shown FROM jsonb_to_recordset(${JSON.stringify(aliases)}::jsonb) AS a(key text, shown text)`.execute(
    ctx.db,
  )
}

/** The addresses of leads that were merged into this one. */
export async function aliasesOf(ctx: QueryContext, id: number): Promise<string[]> {
  const { rows } = await sql<Pick<Row<'lead_aliases'>, 'shown'>>`
    SELECT DISTINCT shown FROM lead_aliases WHERE lead_id = ${id} ORDER BY shown LIMIT 20`.execute(ctx.db)
  return rows.map(row => row.shown)
}

/** Locks a merge for its undo. */
export async function lockMerge(ctx: Change, id: number): Promise<StoredMerge> {
  const { rows } = await sql<StoredMerge>`
    SELECT id, lead_id, merged_id, merged_at, before, after, merged, undone_at FROM lead_merges WHERE id = ${id} FOR UPDATE`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound('merge')
  return rows[0]
}

/** Forgets what a merge wrote beside the records: its entry on the timeline and its aliases. */
export async function closeMerge(ctx: Change, id: number, kept: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('lead_aliases').where('merge_id', '=', id).execute()
  await ctx.db.deleteFrom('lead_merge_moves').where('merge_id', '=', id).execute()
  await ctx.db
    .updateTable('lead_merges')
    .set({ undone_at: ctx.now, undone_by: ctx.author?.user_id ?? null, kept: [...kept] })
    .where('id', '=', id)
    .execute()
}

/** Takes the merge's own entry off a timeline. */
export async function removeMilestone(ctx: Change, leadId: number, mergeId: number): Promise<void> {
  await ctx.db
    .deleteFrom('milestones')
    .where('lead_id', '=', leadId)
    .where('model_type', '=', 'merge')
    .where('model_id', '=', mergeId)
    .execute()
}

interface MergeRow
  extends Pick<Row<'lead_merges'>, 'id' | 'lead_id' | 'merged_id' | 'merged_at' | 'merged_by' | 'undone_at' | 'kept'> {
  first_name: string
  last_name: string
  merged_name: string
  by_name: string | null
  moved: number
}

const untilOf = (at: string): Date => new Date(Date.parse(at) + UNDO_DAYS * 86_400_000)

/** Whether a merge can still be taken back. */
export const isUndoable = (merge: { merged_at: string; undone_at: string | null }, now: Date): boolean =>
  merge.undone_at === null && untilOf(merge.merged_at) > now

const mergeOf = (row: MergeRow, now: Date): Merge => ({
  id: row.id,
  lead: {
    id: row.lead_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    first_name: row.first_name,
    last_name: row.last_name,
  },
  merged: { id: row.merged_id, name: row.merged_name },
  merged_at: row.merged_at,
  merged_by: row.merged_by === null ? null : { id: row.merged_by, name: row.by_name ?? '' },
  moved: row.moved,
  can_undo: isUndoable(row, now),
  undo_until: instantText(untilOf(row.merged_at)),
  undone_at: row.undone_at,
  kept: row.kept.map(name => (name in mergeFields ? mergeFields[name as keyof typeof mergeFields].label : name)),
})

/** Merges into leads that the viewer reaches; one whose lead went on into another belongs to nobody until that is undone. */
const selectMerges = ({ viewer }: Asking) => sql`
  SELECT m.id, m.lead_id, l.first_name, l.last_name, m.merged_id, m.merged_at, m.merged_by, m.undone_at, m.kept,
    trim((m.merged ->> 'first_name') || ' ' || (m.merged ->> 'last_name')) AS merged_name,
    (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = m.merged_by) AS by_name,
    (SELECT coalesce(sum(jsonb_array_length(keys)), 0)::int FROM lead_merge_moves v WHERE v.merge_id = m.id) AS moved
  FROM lead_merges m JOIN (SELECT * FROM leads WHERE ${visibleLeads({ viewer })} AND ${openableLeads(viewer) ?? sql`true`}) l
    ON l.id = m.lead_id`

/** Past merges, newest first. */
export async function pageOfMerges(
  ctx: ReadContext,
  asked: InputOf<typeof duplicateCalls.merges>,
): Promise<Page<Merge>> {
  const { limit, offset } = windowOf(asked)
  const before = asked.cursor ? sql`AND m.id < ${idCursors.read(asked.cursor)}::bigint` : sql``
  const ofLead = asked.lead_id ? sql`m.lead_id = ${asked.lead_id}` : sql`true`
  const { rows } = await sql<MergeRow>`${selectMerges(ctx)}
    WHERE ${ofLead} ${before} ORDER BY m.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (${selectMerges(ctx)} WHERE ${ofLead} LIMIT ${EXACT_TOTAL_LIMIT + 1}) found`.execute(
    ctx.db,
  )
  const total = counted.rows[0]?.total ?? 0
  const merges = rows.map(row => mergeOf(row, ctx.now))
  return pageOf(merges, { asked, total, cursorAfter: ({ id }) => idCursors.write(id) })
}

/** One merge, refused like one that does not exist to those who do not reach the lead that stayed. */
export async function requireMerge(ctx: Asking, id: number): Promise<Merge> {
  const { rows } = await sql<MergeRow>`${selectMerges(ctx)} WHERE m.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw notFound('merge')
  return mergeOf(rows[0], ctx.now)
}

import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Mergeable } from '../../rules/merge.ts'

/** A lead that exists and meets a row of the file; money in cents. */
export interface MergedLead extends Mergeable {
  id: number
}

/** Columns that a merge may change, and its undo puts back. */
export const mergedColumns = [
  'agent_id',
  'first_name',
  'last_name',
  'email',
  'email_key',
  'phone',
  'roles',
  'status_value',
  'stated_price_min',
  'stated_price_max',
  'tag_ids',
  'area_ids',
  'claimed_at',
  'claimed_by',
  'last_contacted_at',
] as const
const assigned = sql.join(mergedColumns.map(name => sql.ref(name)))
const fromRecord = sql.join(mergedColumns.map(name => sql.ref(`n.${name}`)))

/** Leads as they are, locked for a merge, by id. */
export async function lockMergedLeads({ db }: QueryContext, ids: readonly number[]): Promise<Map<number, MergedLead>> {
  const { rows } = await sql<MergedLead>`
    SELECT id, email_private, phone_private, ${assigned} FROM leads WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** Writes merged leads, all in one statement, with the child rows of their tags and areas. */
export async function writeMergedLeads(ctx: QueryContext, leads: readonly MergedLead[], author: number): Promise<void> {
  if (leads.length === 0) return
  const ids = leads.map(lead => lead.id)
  await sql`
    UPDATE leads l SET (${assigned}) = ROW(${fromRecord}), version = l.version + 1, updated_at = ${ctx.now}
    FROM jsonb_array_elements(${JSON.stringify(leads)}::jsonb) AS given, jsonb_populate_record(NULL::leads, given) AS n
    WHERE l.id = n.id`.execute(ctx.db)
  await sql`
    INSERT INTO lead_tags (lead_id, tag_id, added_by) SELECT id, tag, ${author}::int FROM leads, unnest(tag_ids) AS tag
    WHERE id = ANY(${ids}::int[]) ON CONFLICT DO NOTHING`.execute(ctx.db)
  await sql`
    INSERT INTO lead_areas (lead_id, area_id, position)
    SELECT id, area, place - 1 FROM leads, unnest(area_ids) WITH ORDINALITY AS areas (area, place)
    WHERE id = ANY(${ids}::int[]) ON CONFLICT DO NOTHING`.execute(ctx.db)
}

/** A note of the file, for the timeline of its lead. */
export interface ImportedNote {
  lead_id: number
  text: string
}

/** Puts notes on timelines as progress updates; they carry the import, so that its undo finds them. */
export async function insertNotes(
  ctx: QueryContext,
  importId: number,
  notes: readonly ImportedNote[],
  author: number,
): Promise<void> {
  if (notes.length === 0) return
  await sql`
    INSERT INTO milestones (lead_id, milestone_type_id, description, detail, happened_at, author_user_id)
    SELECT n.lead_id, 20, n.text, jsonb_build_object('import_id', ${importId}::int), ${ctx.now}, ${author}
    FROM jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) AS n(lead_id int, text text)`.execute(ctx.db)
}

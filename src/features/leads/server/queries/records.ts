import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { ScoreFacts } from '../../rules.ts'

/** The columns that code names; the others are moved and put back as they are. */
type RecordColumn =
  | 'id'
  | 'version'
  | 'agent_id'
  | 'first_name'
  | 'last_name'
  | 'email_private'
  | 'phone_private'
  | 'email_key'
  | 'roles'
  | 'stated_price_min'
  | 'stated_price_max'
  | 'tag_ids'
  | 'area_ids'
  | 'claimed_at'
  | 'claimed_by'
  | 'deleted_at'
  | 'merged_into'

/** A lead's record as the table holds it, every column that is not generated; money in cents. */
export interface LeadRecord extends ScoreFacts, Pick<Row<'leads'>, RecordColumn> {
  [column: string]: unknown
}

const generated = sql`(SELECT array_agg(attname::text) FROM pg_attribute
  WHERE attrelid = 'leads'::regclass AND attgenerated <> '')`

/** Whole records, locked in the order of their ids; also of leads that are gone. */
export async function lockRecords(ctx: Change, ids: readonly number[]): Promise<Map<number, LeadRecord>> {
  const { rows } = await sql<{ record: LeadRecord }>`
    SELECT to_jsonb(l) - ${generated} AS record FROM leads l WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ record }) => [record.id, record]))
}

/** The same without waiting for anybody. */
export async function readRecords(ctx: QueryContext, ids: readonly number[]): Promise<Map<number, LeadRecord>> {
  const { rows } = await sql<{ record: LeadRecord }>`
    SELECT to_jsonb(l) - ${generated} AS record FROM leads l WHERE id = ANY(${[...ids]}::int[])`.execute(ctx.db)
  return new Map(rows.map(({ record }) => [record.id, record]))
}

/** Writes these columns of records, all in one statement, and makes the rows of their tags and areas agree with them. */
export async function writeRecords(
  ctx: Change,
  records: readonly LeadRecord[],
  columns: readonly string[],
): Promise<void> {
  const ids = records.map(record => record.id)
  const chosen = records.map(record => Object.fromEntries(['id', ...columns].map(name => [name, record[name]])))
  await sql`
    UPDATE leads l SET (${sql.join(columns.map(name => sql.ref(name)))}) = ROW(${sql.join(columns.map(name => sql.ref(`n.${name}`)))}),
      version = l.version + 1, updated_at = ${ctx.now}
    FROM jsonb_array_elements(${JSON.stringify(chosen)}::jsonb) AS given, jsonb_populate_record(NULL::leads, given) AS n
    WHERE l.id = n.id`.execute(ctx.db)
  if (columns.includes('tag_ids')) await agreeTags(ctx, ids)
  if (columns.includes('area_ids')) await agreeAreas(ctx, ids)
}

async function agreeTags(ctx: Change, ids: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM lead_tags t USING leads l
    WHERE l.id = t.lead_id AND l.id = ANY(${[...ids]}::int[]) AND NOT t.tag_id = ANY(l.tag_ids)`.execute(ctx.db)
  await sql`
    INSERT INTO lead_tags (lead_id, tag_id, added_by, added_at)
    SELECT l.id, t.id, ${ctx.author?.user_id ?? null}::int, ${ctx.now} FROM leads l, unnest(l.tag_ids) AS tag JOIN tags t ON t.id = tag
    WHERE l.id = ANY(${[...ids]}::int[]) ON CONFLICT DO NOTHING`.execute(ctx.db)
}

/** Makes the rows of areas of leads what their columns say. */
export async function agreeAreas(ctx: Change, ids: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM lead_areas a USING leads l
    WHERE l.id = a.lead_id AND l.id = ANY(${[...ids]}::int[]) AND NOT a.area_id = ANY(l.area_ids)`.execute(ctx.db)
  await sql`
    INSERT INTO lead_areas (lead_id, area_id, position)
    SELECT id, area, place - 1 FROM leads, unnest(area_ids) WITH ORDINALITY AS areas (area, place)
    WHERE id = ANY(${[...ids]}::int[])
    ON CONFLICT (lead_id, area_id) DO UPDATE SET position = excluded.position`.execute(ctx.db)
}

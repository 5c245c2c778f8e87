import { type RawBuilder, sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'

/** A unique index that the column is part of, with its other columns or expressions as SQL. */
interface UniqueIndex {
  others: string[]
  predicate: string | null
  nulls_alike: boolean
}

/** A column that refers to leads, as the database itself knows it. */
interface Referring {
  schema_name: string
  table_name: string
  column_name: string
  key_columns: string[]
  unique_indexes: UniqueIndex[]
}

/** Tables that speak of merges themselves, or that are written from the lead's own columns. */
const stays = ['leads', 'lead_areas', 'duplicate_pairs', 'lead_merges']

/**
 * Every column with a foreign key to the leads, read from the catalogue: a table that a feature adds later goes over in a
 * merge without being named anywhere.
 */
async function referringColumns(ctx: Pick<QueryContext, 'db'>): Promise<Referring[]> {
  const { rows } = await sql<Referring>`
    SELECT n.nspname AS schema_name, t.relname AS table_name, a.attname AS column_name,
      (SELECT coalesce(array_agg(k.attname::text ORDER BY k.attnum), '{}') FROM pg_index i JOIN pg_attribute k ON k.attrelid = t.oid AND k.attnum = ANY(i.indkey)
       WHERE i.indrelid = t.oid AND i.indisprimary AND k.attname <> a.attname) AS key_columns,
      (SELECT coalesce(jsonb_agg(jsonb_build_object(
          'others', (SELECT coalesce(jsonb_agg(pg_get_indexdef(i.indexrelid, place, true)), '[]') FROM generate_series(1, i.indnkeyatts) AS place
                     WHERE i.indkey[place - 1] <> a.attnum),
          'predicate', pg_get_expr(i.indpred, i.indrelid),
          'nulls_alike', i.indnullsnotdistinct)), '[]')
       FROM pg_index i WHERE i.indrelid = t.oid AND i.indisunique AND a.attnum = ANY(i.indkey)) AS unique_indexes
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = 'leads'::regclass AND cardinality(c.conkey) = 1 AND c.conparentid = 0
      AND NOT t.relname = ANY(${stays})
    ORDER BY t.relname, a.attname`.execute(ctx.db)
  return rows
}

const tableOf = ({ schema_name, table_name }: Pick<Referring, 'schema_name' | 'table_name'>) =>
  sql.id(schema_name, table_name)

/** The primary key of a row without the lead, as JSON. */
const keyOf = ({ key_columns }: Referring): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(key_columns.flatMap(name => [sql.lit(name), sql.ref(`row_.${name}`)]))})`

/** Whether the survivor has a row already that this one would repeat: such a row stays where it is. */
function repeats(column: Referring, survivor: number): RawBuilder<unknown> {
  const conditions = column.unique_indexes.map(({ others, predicate, nulls_alike }) => {
    const of = sql.raw(predicate ?? 'true')
    const values = others.map((text, at) => sql`(${sql.raw(text)}) AS ${sql.id(`k${at}`)}`)
    const alike = others.map((text, at) =>
      nulls_alike
        ? sql`taken.${sql.id(`k${at}`)} IS NOT DISTINCT FROM (${sql.raw(text)})`
        : sql`taken.${sql.id(`k${at}`)} = (${sql.raw(text)})`,
    )
    return sql`((${of}) AND EXISTS (SELECT FROM (
      SELECT ${values.length > 0 ? sql.join(values) : sql`1 AS one`} FROM ${tableOf(column)}
      WHERE ${sql.id(column.column_name)} = ${survivor} AND (${of})) taken
      WHERE ${alike.length > 0 ? sql.join(alike, sql` AND `) : sql`true`}))`
  })
  return conditions.length > 0 ? sql.join(conditions, sql` OR `) : sql`false`
}

/** How many rows of each table refer to a lead. */
export async function rowsOf(ctx: Pick<QueryContext, 'db'>, id: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const column of await referringColumns(ctx)) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${tableOf(column)} WHERE ${sql.id(column.column_name)} = ${id}`.execute(ctx.db)
    counts.set(column.table_name, (counts.get(column.table_name) ?? 0) + (rows[0]?.count ?? 0))
  }
  return counts
}

/** Gives every row of one lead to another, and keeps which they were; answers how many of each table. */
export async function moveRows(
  ctx: Change,
  merge: { id: number; lead_id: number; merged_id: number },
): Promise<Map<string, number>> {
  const moved = new Map<string, number>()
  for (const column of await referringColumns(ctx)) {
    const { rows } = await sql<{ count: number }>`
      WITH moved AS (
        UPDATE ${tableOf(column)} AS row_ SET ${sql.id(column.column_name)} = ${merge.lead_id}
        WHERE ${sql.ref(`row_.${column.column_name}`)} = ${merge.merged_id} AND NOT (${repeats(column, merge.lead_id)})
        RETURNING ${keyOf(column)} AS key),
      kept AS (
        INSERT INTO lead_merge_moves (merge_id, table_name, column_name, keys)
        SELECT ${merge.id}, ${column.table_name}, ${column.column_name}, jsonb_agg(key) FROM moved HAVING count(*) > 0)
      SELECT count(*)::int AS count FROM moved`.execute(ctx.db)
    const count = rows[0]?.count ?? 0
    if (count > 0) moved.set(column.table_name, (moved.get(column.table_name) ?? 0) + count)
  }
  return moved
}

/** Gives the rows of a merge back to where they were, as far as they still are where the merge put them. */
export async function moveRowsBack(
  ctx: Change,
  merge: { id: number; lead_id: number; merged_id: number },
): Promise<Map<string, number>> {
  const moved = new Map<string, number>()
  for (const column of await referringColumns(ctx)) {
    const { rows } = await sql`
      UPDATE ${tableOf(column)} AS row_ SET ${sql.id(column.column_name)} = ${merge.merged_id}
      WHERE ${sql.ref(`row_.${column.column_name}`)} = ${merge.lead_id} AND ${keyOf(column)} IN (
        SELECT jsonb_array_elements(keys) FROM lead_merge_moves
        WHERE merge_id = ${merge.id} AND table_name = ${column.table_name} AND column_name = ${column.column_name})
        AND NOT (${repeats(column, merge.merged_id)})
      RETURNING 1`.execute(ctx.db)
    if (rows.length > 0) moved.set(column.table_name, (moved.get(column.table_name) ?? 0) + rows.length)
  }
  return moved
}

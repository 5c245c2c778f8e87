import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'

/** A column as the database has it. */
export interface TableColumn {
  table: string
  column: string
  type: string
  is_required: boolean
  is_generated: boolean
  /** "leads.id", where the column refers to a row of another table. */
  refers_to: string | null
}

/** Every column of every table of the product, in their order. */
export async function columnsOfTables({ db }: QueryContext): Promise<TableColumn[]> {
  const { rows } = await sql<TableColumn>`
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS is_required,
      a.attgenerated <> '' AS is_generated,
      (SELECT f.relname || '.' || fa.attname FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
         JOIN pg_attribute fa ON fa.attrelid = k.confrelid AND fa.attnum = k.confkey[1]
       WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum] ORDER BY k.oid LIMIT 1) AS refers_to
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY c.relname, a.attnum`.execute(db)
  return rows
}

/** The columns of a table's primary key, in their order. */
export async function keyOfTable({ db }: QueryContext, table: string): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    SELECT a.attname AS column FROM pg_index i CROSS JOIN unnest(i.indkey::int[]) WITH ORDINALITY AS k (attnum, place)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
    WHERE i.indrelid = to_regclass(format('public.%I', ${table}::text)) AND i.indisprimary ORDER BY k.place`.execute(db)
  return rows.map(row => row.column)
}

/** The columns as text: times in UTC, bytes as base64. */
const asText = (columns: readonly TableColumn[]) =>
  sql.join(
    columns.map(({ column, type }) =>
      type === 'bytea'
        ? sql`encode(${sql.ref(column)}, 'base64') AS ${sql.ref(column)}`
        : sql`${sql.ref(column)}::text AS ${sql.ref(column)}`,
    ),
  )

/** Where a piece of a table ended: the values of its key, as text. */
export type TablePlace = readonly string[]

/** What a part of the key is called in the answer; no column of a table has a space in its name. */
const placeColumn = (at: number): string => `place ${at}`

/** The next rows of a table behind a place, in the order of its key, as text. */
export async function rowsAfter(
  { db }: QueryContext,
  given: {
    table: string
    columns: readonly TableColumn[]
    key: readonly Pick<TableColumn, 'column' | 'type'>[]
    after: TablePlace | null
    limit: number
  },
): Promise<{ cells: (string | null)[]; place: TablePlace }[]> {
  const { table, columns, key, after, limit } = given
  // With their table: the columns alone would be those of the answer, which are text and sort as text.
  const names = sql.join(key.map(({ column }) => sql.ref(`${table}.${column}`)))
  // The name of a type is the database's own, from `columnsOfTables`: it cannot be a parameter.
  const values = after && sql.join(key.map(({ type }, at) => sql`${after[at]}::text::${sql.raw(type)}`))
  const { rows } = await sql<Record<string, string | null>>`
    SELECT ${asText(columns)}, ${sql.join(key.map(({ column }, at) => sql`${sql.ref(column)}::text AS ${sql.ref(placeColumn(at))}`))}
    FROM ${sql.table(table)} ${values ? sql`WHERE (${names}) > (${values})` : sql``} ORDER BY ${names} LIMIT ${limit}`.execute(
    db,
  )
  return rows.map(row => ({
    cells: columns.map(({ column }) => row[column] ?? null),
    // No part of a primary key is null.
    place: key.map((_part, at) => row[placeColumn(at)] ?? ''),
  }))
}

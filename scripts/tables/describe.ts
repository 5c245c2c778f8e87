import pg from 'pg'

/** A column as the catalogue of PostgreSQL describes it. */
interface Column {
  table: string
  name: string
  /** The name of the type; of an array, that of its elements. */
  type: string
  is_array: boolean
  is_nullable: boolean
  has_default: boolean
  is_generated: boolean
  /** The definition of a CHECK on this column alone that lists its values. */
  listed: string | null
}

const columnsQuery = `
  SELECT c.relname AS table, a.attname AS name, coalesce(element.typname, t.typname) AS type,
         element.oid IS NOT NULL AS is_array, NOT a.attnotnull AS is_nullable,
         a.atthasdef OR a.attidentity <> '' AS has_default, a.attgenerated <> '' OR a.attidentity = 'a' AS is_generated,
         (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
          WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
            AND pg_get_constraintdef(k.oid) LIKE '%= ANY (ARRAY[%::text%' ORDER BY k.conname LIMIT 1) AS listed
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_type element ON element.oid = t.typelem AND t.typcategory = 'A'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY c.relname COLLATE "C", a.attnum`

/** What arrives from the driver for a type of PostgreSQL, see the parsers of the platform's database. */
const arrivesAs: Readonly<Record<string, string>> = {
  bit: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'number',
  text: 'string',
  time: 'string',
  timestamptz: 'Instant',
  tsquery: 'string',
  tsvector: 'string',
  uuid: 'string',
  varchar: 'string',
  xid8: 'string',
}

/** The types of all tables of a migrated database, as a file of TypeScript. Refuses a type of column that it does not know. */
export async function describeTables(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(columnsQuery)
    const tables = Map.groupBy(rows, column => column.table)
    const interfaces = [...tables].map(([table, columns]) => interfaceOf(table, columns))
    const members = [...tables.keys()].map(table => `  ${table}: ${typeName(table)}`)
    return [header, ...interfaces, `export interface Tables {\n${members.join('\n')}\n}\n`].join('\n')
  } finally {
    await client.end()
  }
}

const header = `// Made from the migrated database: run \`vitest run scripts/tables -u\` after adding a migration. Do not edit.
import type { Defaulted, Derived, Instant } from '../src/platform/server/database/columns.ts'
`

const interfaceOf = (table: string, columns: readonly Column[]): string =>
  `interface ${typeName(table)} {\n${columns.map(column => `  ${column.name}: ${typeOf(column)}`).join('\n')}\n}\n`

/** `LeadAreasTable` of `lead_areas`. */
const typeName = (table: string): string =>
  `${table.replace(/(^|_)([a-z])/g, (_match, _before, character: string) => character.toUpperCase())}Table`

function typeOf(column: Column): string {
  const { is_nullable, has_default, is_generated } = column
  const value = is_nullable ? `${valueTypeOf(column)} | null` : valueTypeOf(column)
  if (is_generated) return `Derived<${value}>`
  return has_default ? `Defaulted<${value}>` : value
}

function valueTypeOf({ table, name, type, is_array, listed }: Column): string {
  const values = [...(listed?.match(/'[^']*'(?=::text)/g) ?? [])]
  const known = values.length > 0 ? values.join(' | ') : arrivesAs[type]
  if (!known) throw new Error(`Column ${name} of ${table} is of type ${type}, which has no type in TypeScript yet.`)
  if (!is_array) return known
  return `${known.includes(' ') ? `(${known})` : known}[]`
}

import { type RawBuilder, sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { anonymousTables } from '../../rules.ts'

/** A column of a table that refers to another by a foreign key. */
interface Reference {
  table: string
  column: string
  parent: string
  parent_column: string
  /** The row outlives what it refers to, and only loses the reference. */
  is_loose: boolean
}

type Condition = RawBuilder<unknown>

/** A table that holds something of a person, and which of its rows. `depth` is how far it is from the lead. */
export interface OwnedTable {
  table: string
  condition: Condition
  depth: number
}

/**
 * Columns that name leads without a foreign key, because what they stand in outlives the lead. What only says that a lead is to be counted
 * again is of the next minute, and names the lead because it is gone.
 */
async function looseColumns({ db }: QueryContext): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT c.relname AS table, a.attname AS column
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'lead_id'
      AND c.relname NOT IN ('erasures', 'recalled_links', 'lead_arrival_changes')
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = c.oid AND a.attnum = ANY(k.conkey))
    ORDER BY c.relname`.execute(db)
  return rows
}

async function references({ db }: QueryContext): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    SELECT t.relname AS table, a.attname AS column, p.relname AS parent, b.attname AS parent_column,
      c.confdeltype = 'n' AS is_loose
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class p ON p.oid = c.confrelid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
      JOIN pg_attribute b ON b.attrelid = p.oid AND b.attnum = c.confkey[1]
    WHERE c.contype = 'f' AND cardinality(c.conkey) = 1 AND t.relnamespace = 'public'::regnamespace AND t.oid <> p.oid
    ORDER BY t.relname, a.attname`.execute(db)
  return rows
}

/** A lead with those that went up in it by a merge: they are the same person. */
export async function leadsOfPerson({ db }: QueryContext, leadId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE person AS (
      SELECT id FROM leads WHERE id = ${leadId}
      UNION SELECT l.id FROM leads l JOIN person ON l.merged_into = person.id)
    SELECT id FROM person ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Every table that holds something of these leads, the nearest first. It is read from the catalogue: a table that a feature adds
 * later is in it without being named anywhere. Rows further away that only lose the reference are not theirs, and what hangs on
 * rows that outlive a person (`anonymousTables`) is not either.
 */
export async function ownedTables(ctx: QueryContext, ids: readonly number[]): Promise<OwnedTable[]> {
  const edges = await references(ctx)
  const list = sql`${[...ids]}::int[]`
  const found = new Map<string, { conditions: Condition[]; depth: number }>([
    ['leads', { conditions: [sql`id = ANY(${list})`], depth: 0 }],
  ])
  for (let depth = 1, nearest = ['leads']; nearest.length > 0; depth++) {
    const next = new Map<string, Condition[]>()
    for (const { table, column, parent, parent_column, is_loose } of edges) {
      const owner = found.get(parent)
      if (!nearest.includes(parent) || !owner || found.has(table)) continue
      if (parent !== 'leads' && (is_loose || anonymousTables.includes(parent))) continue
      const condition = sql`${sql.id(column)} IN (
        SELECT ${sql.id(parent_column)} FROM ${sql.id(parent)} WHERE ${sql.join(owner.conditions, sql` OR `)})`
      next.set(table, [...(next.get(table) ?? []), condition])
    }
    for (const [table, conditions] of next) found.set(table, { conditions, depth })
    nearest = [...next.keys()]
  }
  for (const { table, column } of await looseColumns(ctx))
    if (!found.has(table)) found.set(table, { conditions: [sql`${sql.id(column)} = ANY(${list})`], depth: 1 })
  return [...found].map(([table, { conditions, depth }]) => ({
    table,
    depth,
    condition: sql`(${sql.join(conditions, sql` OR `)})`,
  }))
}

/** How many rows of a table belong to them. */
export async function countOwned({ db }: QueryContext, { table, condition }: OwnedTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.id(table)} WHERE ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Those rows, as they are stored; what is stored as bytes is named by its size. */
export async function rowsOwned(
  { db }: QueryContext,
  { table, condition }: OwnedTable,
): Promise<Record<string, unknown>[]> {
  const columns = await sql<{ name: string; is_bytes: boolean }>`
    SELECT attname AS name, atttypid = 'bytea'::regtype AS is_bytes FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`.execute(db)
  const shown = columns.rows.map(({ name, is_bytes }) =>
    is_bytes ? sql`octet_length(${sql.ref(name)}) AS ${sql.ref(name)}` : sql.ref(name),
  )
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    SELECT to_jsonb(owned) AS row
    FROM (SELECT ${sql.join(shown)} FROM ${sql.id(table)} WHERE ${condition}) AS owned`.execute(db)
  return rows.map(({ row }) => row)
}

/** Deletes them; answers how many there were. */
export async function deleteOwned({ db }: Change, { table, condition }: OwnedTable): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM ${sql.id(table)} WHERE ${condition}`.execute(db)
  return Number(numAffectedRows)
}

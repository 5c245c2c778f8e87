import { sql } from 'kysely'
import type { Db } from '../../../platform/server/database/database.ts'

interface Definition {
  name: string
  table: string
  definition: string
}

/**
 * Takes the indexes and references off the tables that are filled, and answers what puts them back: for many rows building
 * them at the end is several times faster. All in the caller's transaction, so nobody ever sees the tables without them.
 */
export async function dropIndexes(db: Db, filled: readonly string[]): Promise<() => Promise<void>> {
  const { rows: references } = await sql<Definition>`
    SELECT conname AS name, conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY(${[...filled]}::regclass[])`.execute(db)
  const { rows: indexes } = await sql<Definition>`
    SELECT indexrelid::regclass::text AS name, indrelid::regclass::text AS table, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index WHERE indrelid = ANY(${[...filled]}::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`.execute(db)
  for (const { name, table } of references) {
    await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(name)}`.execute(db)
  }
  for (const { name } of indexes) await sql`DROP INDEX ${sql.table(name)}`.execute(db)
  return async () => {
    for (const { definition } of indexes) await sql.raw(definition).execute(db)
    for (const { name, table, definition } of references) {
      await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`.execute(db)
    }
  }
}

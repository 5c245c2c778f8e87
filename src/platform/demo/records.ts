import { sql } from 'kysely'
import type { Db } from '../server/database/database.ts'

/** Writes records with the numbers they have, in one statement: the columns are the keys of the first. */
export async function insertRecords(db: Db, table: string, records: readonly object[]): Promise<void> {
  const [first] = records
  if (!first) return
  const columns = sql.join(Object.keys(first).map(column => sql.ref(column)))
  await sql`
    INSERT INTO ${sql.table(table)} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(records)}::json)`.execute(
    db,
  )
}

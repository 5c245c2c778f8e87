import type { Database } from '../platform/server/database/database.ts'

/** Rows of a query, of whatever shape: tests assert what they find. */
// biome-ignore lint/suspicious/noExplicitAny: tests read rows of any shape and assert what they find
export type ReadRows = (sql: string, values?: unknown[]) => Promise<any[]>

/** Reads and writes a database past the product. */
export const rowsOf =
  ({ pool }: Pick<Database, 'pool'>): ReadRows =>
  async (sql, values = []) =>
    (await pool.query(sql, values)).rows

/** Adds a row with these columns and answers all of it. */
export async function addRow(rows: ReadRows, table: string, columns: Readonly<Record<string, unknown>>) {
  const names = Object.keys(columns)
  const places = names.map((_name, index) => `$${index + 1}`)
  const [row] = await rows(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')}) RETURNING *`,
    Object.values(columns),
  )
  return row
}

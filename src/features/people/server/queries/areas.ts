import { type Kysely, sql } from 'kysely'

interface AreaRow {
  id: number
  name: string
  type: string
  parent_id: number | null
}

/** Places of one kind, by name. */
export async function areasOfType(db: Kysely<unknown>, type: 'locality' | 'sublocality'): Promise<AreaRow[]> {
  const { rows } =
    await sql<AreaRow>`SELECT id, name, type, parent_id FROM areas WHERE type = ${type} ORDER BY name, id`.execute(db)
  return rows
}

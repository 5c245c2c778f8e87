import { sql } from 'kysely'
import type { Db } from '../../../../platform/server/database.ts'

interface AreaRow {
  id: number
  name: string
  type: string
  parent_id: number | null
}

/** Places of one kind, by name. */
export async function areasOfType(db: Db, type: 'locality' | 'sublocality'): Promise<AreaRow[]> {
  const { rows } =
    await sql<AreaRow>`SELECT id, name, type, parent_id FROM areas WHERE type = ${type} ORDER BY name, id`.execute(db)
  return rows
}

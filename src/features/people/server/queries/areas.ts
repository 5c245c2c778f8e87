import { sql } from 'kysely'
import type { Db } from '../../../../platform/server/database/database.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

type AreaRow = Pick<Row<'areas'>, 'id' | 'name' | 'type' | 'parent_id'>

/** Places of one kind, by name. */
export async function areasOfType(db: Db, type: 'locality' | 'sublocality'): Promise<AreaRow[]> {
  const { rows } =
    await sql<AreaRow>`SELECT id, name, type, parent_id FROM areas WHERE type = ${type} ORDER BY name, id`.execute(db)
  return rows
}

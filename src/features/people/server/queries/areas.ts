import { sql } from 'kysely'
import type { Db } from '../../../../platform/server/database/database.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

type AreaRow = Pick<Row<'areas'>, 'id' | 'name' | 'type' | 'parent_id'>

/** Places of one kind that are offered, by name. */
export async function areasOfType(db: Db, type: 'locality' | 'sublocality'): Promise<AreaRow[]> {
  const { rows } = await sql<AreaRow>`
    SELECT a.id, a.name, a.type, a.parent_id FROM areas a LEFT JOIN areas around ON around.id = a.parent_id
    WHERE a.type = ${type} AND a.merged_into IS NULL AND a.retired_at IS NULL AND around.retired_at IS NULL
    ORDER BY a.name, a.id`.execute(db)
  return rows
}

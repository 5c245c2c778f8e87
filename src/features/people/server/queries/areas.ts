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

/** A place that comes to nobody new; one that never was has no name. */
type NotOffered = Pick<Row<'areas'>, 'id'> & { name: string | null }

/** Those of these areas that do not exist, were merged into others, or were retired with whatever they lie in. */
export async function areasNotOffered(db: Db, ids: readonly number[]): Promise<NotOffered[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NotOffered>`
    WITH RECURSIVE around AS (
      SELECT id AS asked, parent_id, retired_at IS NOT NULL OR merged_into IS NOT NULL AS is_gone
      FROM areas WHERE id = ANY (${[...ids]}::int[])
      UNION
      SELECT r.asked, p.parent_id, p.retired_at IS NOT NULL FROM around r JOIN areas p ON p.id = r.parent_id)
    SELECT asked.id, a.name FROM unnest(${[...ids]}::int[]) AS asked (id) LEFT JOIN areas a USING (id)
    WHERE (SELECT coalesce(bool_or(is_gone), true) FROM around WHERE around.asked = asked.id) ORDER BY asked.id`.execute(
    db,
  )
  return rows
}

/** Those of these sites that do not exist, or were retired. */
export async function sitesNotOffered(db: Db, ids: readonly number[]): Promise<NotOffered[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NotOffered>`
    SELECT asked.id, s.name FROM unnest(${[...ids]}::int[]) AS asked (id) LEFT JOIN sites s USING (id)
    WHERE s.id IS NULL OR s.retired_at IS NOT NULL ORDER BY asked.id`.execute(db)
  return rows
}

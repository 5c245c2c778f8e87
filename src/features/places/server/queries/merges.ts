import { subDays } from 'date-fns'
import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { UNDO_DAYS } from '../../contract.ts'
import type { RecordedArea, RecordedMerge } from '../../rules/undoing.ts'

/** A merge as it is kept, with where its areas lay. */
export interface StoredMerge extends Pick<Row<'area_merges'>, 'id' | 'into_id' | 'merged_at' | 'undone_at'> {
  area_id: number
  name: string
  into: string
  merged_by: string | null
  areas: RecordedArea[]
}

const selectMerges = sql`
  SELECT m.id, m.area_id, a.name, m.into_id, other.name AS into, m.merged_at, m.undone_at,
    (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = m.merged_by) AS merged_by,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.area_id, 'name', own.name, 'parent_id', r.parent_id,
       'type', r.type, 'into_id', r.into_id) ORDER BY lower(own.name), own.id), '[]')
     FROM area_merge_areas r JOIN areas own ON own.id = r.area_id
     WHERE r.merge_id = m.id AND r.merged_into IS NULL) AS areas
  FROM area_merges m JOIN areas a ON a.id = m.area_id JOIN areas other ON other.id = m.into_id`

/** A merge by its id, undone ones too. */
export async function storedMerge({ db }: QueryContext, id: number): Promise<StoredMerge | null> {
  const { rows } = await sql<StoredMerge>`${selectMerges} WHERE m.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Merges that were made after this one and hold, the oldest first. */
export async function laterMerges({ db }: QueryContext, id: number): Promise<RecordedMerge[]> {
  const { rows } = await sql<StoredMerge>`
    ${selectMerges} WHERE m.id > ${id} AND m.undone_at IS NULL ORDER BY m.id`.execute(db)
  return rows
}

/** Merges that can be undone, as far as their days go, the newest first. */
export async function recentMerges({ db, now }: QueryContext): Promise<StoredMerge[]> {
  const { rows } = await sql<StoredMerge>`
    ${selectMerges} WHERE m.undone_at IS NULL AND m.merged_at > ${subDays(now, UNDO_DAYS)} ORDER BY m.id DESC`.execute(
    db,
  )
  return rows
}

/** Marks a merge as undone, after whatever moves leads for it has ended its batch. */
export async function closeMerge({ db, now, author }: Change, id: number): Promise<void> {
  await sql`
    UPDATE area_merges SET undone_at = ${now}, undone_by = ${author?.user_id ?? null}::int WHERE id = ${id}`.execute(db)
}

/** Has the areas that had been merged earlier, and that a merge passed on, stand for what they stood for before it. */
export async function passBack({ db }: Change, id: number): Promise<void> {
  await sql`
    UPDATE areas SET merged_into = r.merged_into FROM area_merge_areas r
    WHERE r.merge_id = ${id} AND r.area_id = areas.id AND r.merged_into IS NOT NULL`.execute(db)
}

import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { TextPicture } from '../../contract.ts'

/** The pictures of `texts t`, as their list says them. */
export const picturesOfText = sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', p.id, 'state', p.state, 'width', p.width, 'height', p.height) ORDER BY p.id)
  FROM text_pictures p WHERE p.text_id = t.id), '[]')`

/** A file of the store, and how large its picture is. */
export interface StoredPicture {
  file: string
  width: number
  height: number
}

/** Writes down what came with a text, to be fetched; answers the ids. */
export async function insertArriving(
  { db, now }: Change,
  textId: number,
  sources: readonly string[],
): Promise<number[]> {
  if (sources.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    INSERT INTO text_pictures (text_id, source, state, created_at)
    SELECT ${textId}, source, 'arriving', ${now} FROM unnest(${[...sources]}::text[]) WITH ORDINALITY AS s (source, place)
    ORDER BY place RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A picture that is to be fetched, and whose thread it is in; `null` once it is not. */
export async function arrivingPicture(
  { db }: Pick<QueryContext, 'db'>,
  id: number,
): Promise<{ source: string; number: string; lead: { id: number; agent_id: number | null } | null } | null> {
  const { rows } = await sql<{ source: string; number: string; lead_id: number | null; agent_id: number | null }>`
    SELECT p.source, t.number, t.lead_id, l.agent_id
    FROM text_pictures p JOIN texts t ON t.id = p.text_id LEFT JOIN leads l ON l.id = t.lead_id
    WHERE p.id = ${id} AND p.state = 'arriving'`.execute(db)
  const [row] = rows
  if (!row) return null
  const { source, number, lead_id, agent_id } = row
  return { source, number, lead: lead_id === null ? null : { id: lead_id, agent_id } }
}

/** Says what became of a picture that was to be fetched; answers whether it still was. */
export async function saveArrival(
  { db }: Change,
  id: number,
  arrival: StoredPicture | 'unreadable' | 'gone',
): Promise<boolean> {
  const { file, width, height } = typeof arrival === 'string' ? { file: null, width: null, height: null } : arrival
  const { rows } = await sql`
    UPDATE text_pictures SET state = ${typeof arrival === 'string' ? arrival : 'stored'}, file = ${file}, width = ${width},
      height = ${height}
    WHERE id = ${id} AND state = 'arriving' RETURNING id`.execute(db)
  return rows.length > 0
}

/** Stores a picture that somebody chose for a text that they write. */
export async function insertChosen(
  { db, now }: Change,
  { file, width, height }: StoredPicture,
  userId: number,
): Promise<TextPicture> {
  const { rows } = await sql<TextPicture>`
    INSERT INTO text_pictures (user_id, file, width, height, state, created_at)
    VALUES (${userId}, ${file}, ${width}, ${height}, 'stored', ${now}) RETURNING id, state, width, height`.execute(db)
  const [picture] = rows
  if (!picture) throw new Error('A picture that was stored is missing.')
  return picture
}

/** Gives what this person chose to their text; answers how many that were. */
export async function attachChosen(
  { db }: Change,
  textId: number,
  ids: readonly number[],
  userId: number,
): Promise<number> {
  const { rows } = await sql`
    UPDATE text_pictures SET text_id = ${textId}
    WHERE id = ANY(${[...ids]}::int[]) AND text_id IS NULL AND user_id = ${userId} RETURNING id`.execute(db)
  return rows.length
}

/** The file of a picture that the viewer may see: of a lead that they reach, of a number that nobody knows, or what they chose. */
export async function fileOfPicture(ctx: QueryContext & { viewer: Viewer }, id: number): Promise<string | null> {
  const { rows } = await sql<{ file: string | null }>`
    SELECT p.file FROM text_pictures p LEFT JOIN texts t ON t.id = p.text_id
    WHERE p.id = ${id} AND CASE WHEN p.text_id IS NULL THEN p.user_id = ${ctx.viewer.user_id}
      ELSE NOT t.is_dropped AND (t.lead_id IS NULL OR t.lead_id IN (SELECT id FROM leads WHERE ${visibleLeads(ctx)})) END`.execute(
    ctx.db,
  )
  return rows[0]?.file ?? null
}

/** The files of a text that goes out, in order. */
export async function filesToSend({ db }: Pick<QueryContext, 'db'>, textId: number): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    SELECT file FROM text_pictures WHERE text_id = ${textId} AND file IS NOT NULL ORDER BY id`.execute(db)
  return rows.map(({ file }) => file)
}

/** Whether a file belongs to a text that goes out: only those can be fetched from outside. */
export async function isOfSentText({ db }: Pick<QueryContext, 'db'>, file: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM text_pictures p JOIN texts t ON t.id = p.text_id
    WHERE p.file = ${file} AND t.direction = 'out'`.execute(db)
  return rows.length > 0
}

/** Forgets what was chosen before this moment and never sent. */
export async function deleteUnsent({ db }: Change, before: Date): Promise<void> {
  await sql`DELETE FROM text_pictures WHERE text_id IS NULL AND created_at < ${before}`.execute(db)
}

/** Which of these files a picture has. */
export async function filesInUse({ db }: Pick<QueryContext, 'db'>, files: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    SELECT file FROM text_pictures WHERE file = ANY(${[...files]}::text[])`.execute(db)
  return rows.map(({ file }) => file)
}

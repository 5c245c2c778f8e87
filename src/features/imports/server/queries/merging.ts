import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'

/** A note of the file, for the timeline of its lead. */
export interface ImportedNote {
  lead_id: number
  text: string
}

/** Puts notes on timelines as progress updates; they carry the import, so that its undo finds them. */
export async function insertNotes(
  ctx: QueryContext,
  importId: number,
  notes: readonly ImportedNote[],
  author: number,
): Promise<void> {
  if (notes.length === 0) return
  await sql`
    INSERT INTO milestones (lead_id, milestone_type_id, description, detail, happened_at, author_user_id)
    SELECT n.lead_id, 20, n.text, jsonb_build_object('import_id', ${importId}::int), ${ctx.now}, ${author}
    FROM jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) AS n(lead_id int, text text)`.execute(ctx.db)
}

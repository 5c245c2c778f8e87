import { latestNotes, partsOfLead } from '../../leads/events.ts'
import { newestNotes, notesOf } from './queries.ts'

/** Notes that a lead carries itself; earlier ones are read page by page. */
const CARRIED = 100

/** Puts the notes beside a lead, and the newest of each into search results. */
export function contributeNotes(): void {
  partsOfLead.from(async (ctx, { id }) => ({ notes: [...(await notesOf(ctx, id, { limit: CARRIED }))] }))
  latestNotes.from(async (ctx, { ids }) => ({ notes: await newestNotes(ctx, ids) }))
}

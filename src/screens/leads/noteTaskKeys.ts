import { queryClient } from '../../platform/web/calls/queryClient.ts'
import { leadInCache } from '../lead/leadInCache.ts'
import { type NoteTaskVariant, openNoteTask } from '../lead/modals/noteTask.ts'

const ROW = 'lead-row-'

/** Opens what writes a note or a task down for the lead under the cursor. */
export function openForCursor(variant: NoteTaskVariant): void {
  const row = document.querySelector(`[data-cursor][id^="${ROW}"]`)
  const lead = row ? leadInCache(queryClient, Number(row.id.slice(ROW.length))) : undefined
  if (lead) openNoteTask({ lead, variant })
}

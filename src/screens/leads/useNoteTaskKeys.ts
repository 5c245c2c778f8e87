import { useQueryClient } from '@tanstack/react-query'
import { useShortcuts } from '../../platform/web/page/keys.ts'
import { leadInCache } from '../lead/leadInCache.ts'
import { type NoteTaskVariant, openNoteTask } from '../lead/modals/noteTask.ts'

const ROW = 'lead-row-'

/** The keys that write a note or a task down for the lead under the cursor. */
export function useNoteTaskKeys(): void {
  const client = useQueryClient()
  const open = (variant: NoteTaskVariant) => () => {
    const row = document.querySelector(`[data-cursor][id^="${ROW}"]`)
    const lead = row ? leadInCache(client, Number(row.id.slice(ROW.length))) : undefined
    if (lead) openNoteTask({ lead, variant })
  }
  const group = 'Leads'
  useShortcuts([
    { keys: 'n', label: 'Add a note', group, run: open('note') },
    { keys: 't', label: 'Add a task', group, run: open('task') },
  ])
}

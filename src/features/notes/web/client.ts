import type { QueryClient } from '@tanstack/react-query'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { queuedKind, type ShownChange, showOnItsWay } from '../../../platform/web/offline/offlinePatches.ts'
import { callOrQueue, type OfflinePatch, provisionalId } from '../../../platform/web/offline/offlineQueue.ts'
import { SENT_LATER } from '../../../platform/web/offline/sentences.ts'
import type { OutputOf } from '../../../platform/wire/call.ts'
import { whoWrites } from '../../people/web/client/people.ts'
import { type Note, noteCalls } from '../contract.ts'
import { type NoteDraft, noteFields } from './rules/draft.ts'

/** A note that is being written, for forms of other screens. */
export { emptyNote, parseNoteDraft } from './rules/draft.ts'

/** What is said of a note that was not saved. */
export const noteFailure = (error: unknown): string => serverSentence(error, 'Failed to save note.')

/** The notes of a lead as they are read. */
export type NotePage = OutputOf<typeof noteCalls.list>

const SHOWN = 200

/** The newest notes of a lead. */
export const notesQuery = (leadId: number) =>
  queryOf(
    noteCalls.list,
    { leadId, perPage: SHOWN },
    { topics: [{ topic: 'notes', ids: [leadId] }], patches: [notesThatWait(leadId)], staleTime: 15_000 },
  )

/** Shows notes that wait for the network among those of their lead. */
const notesThatWait =
  (leadId: number): OfflinePatch<NotePage> =>
  (page, write) => {
    const change = queuedNotes.changeOf(write)
    if (!change || (change.after ?? change.before)?.lead_id !== leadId) return page
    const { id } = change
    const note = change.after && { ...change.after, id }
    const isThere = page.data.some(each => each.id === id)
    const others = page.data.filter(each => each.id !== id)
    if (!note) return isThere ? { ...page, data: others, total: page.total - 1 } : page
    if (isThere) return { ...page, data: page.data.map(each => (each.id === id ? note : each)) }
    const place = others.findIndex(each => each.date <= note.date)
    return { ...page, data: others.toSpliced(place < 0 ? others.length : place, 0, note), total: page.total + 1 }
  }

/** Colleagues who can be named on a lead. */
export const colleaguesQuery = (leadId: number, search: string) =>
  queryOf(noteCalls.colleagues, { leadId, search }, { topics: [], staleTime: 60_000 })

const LINE = 60

/** A note as a line about it says, for the time that a change of it waits. */
const queuedLabelOf = (id: number, description: string) => ({
  label: 'Note',
  summary: description.trim().slice(0, LINE),
  text: description,
  record: queuedNotes.record(id),
})

/** Notes whose changes wait for the network. */
export const queuedNotes = queuedKind<Note>(
  'note',
  (value): value is Note => 'lead_id' in value && 'description' in value && 'date' in value,
)

/** What a note was and what becomes of it; `null` where there is none. */
export type ShownNote = ShownChange<Note>

/** Adds a note; without a network it waits on the device, and `null` comes back. */
export function addNote(leadId: number, draft: NoteDraft, key: string) {
  const id = provisionalId()
  const now = new Date().toISOString()
  const { description, date } = noteFields({ ...draft, date: draft.date || now })
  const after: Note = {
    id,
    lead_id: leadId,
    description,
    date: date ?? now,
    created_at: now,
    updated_at: now,
    version: 1,
    mentions: draft.picked,
    ...whoWrites(),
  }
  const shows: ShownNote = { before: null, after }
  return callOrQueue(
    noteCalls.create,
    { leadId, ...noteFields({ ...draft, date: draft.date || now }) },
    { ...queuedLabelOf(id, description), key, adds: ['id'], shows },
  )
}

/** Changes a note; refused when somebody else was faster. Without a network it waits, and `null` comes back. */
export function changeNote(note: Note, draft: NoteDraft) {
  const { description, date = note.date } = noteFields(draft)
  const shows: ShownNote = { before: note, after: { ...note, description, date, mentions: draft.picked } }
  return callOrQueue(
    noteCalls.update,
    { id: note.id, ...noteFields(draft) },
    { ...queuedLabelOf(note.id, description), shows, ifMatch: `"${note.version}"` },
  )
}

/** Fetches again whatever shows notes of a lead. */
export async function refetchNotes(client: QueryClient, leadId: number): Promise<void> {
  await invalidateTopic(client, 'notes', [leadId])
}

/** Takes a note away at once, puts it back when that fails, and offers to undo it. */
export async function removeNote(client: QueryClient, note: Note): Promise<void> {
  const { id, lead_id } = note
  const label = queuedLabelOf(id, note.description)
  const gone: ShownNote = { before: note, after: null }
  const back: ShownNote = { before: null, after: note }
  await undoable({
    show: () => showOnItsWay(client, { record: label.record, shows: gone }),
    run: () => callOrQueue(noteCalls.remove, { id }, { ...label, shows: gone }),
    said: sent => (sent ? 'Note deleted.' : `Note deleted. ${SENT_LATER}`),
    undo: () => callOrQueue(noteCalls.restore, { id }, { ...label, shows: back }),
    failed: 'Failed to delete Note.',
    undoFailed: 'We couldn’t restore the note.',
    destructive: true,
    settle: () => refetchNotes(client, lead_id),
  })
}

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { callOrQueue, provisionalId } from '../../../platform/web/offline/offlineQueue.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import type { OutputOf } from '../../../platform/wire/call.ts'
import { refetchTimeline } from '../../milestones/web/client.ts'
import { whoWrites } from '../../people/web/client/people.ts'
import { type Note, noteCalls } from '../contract.ts'
import { type NoteDraft, noteFields } from './rules/draft.ts'

/** A note that is being written, for forms of other screens. */
export { emptyNote, parseNoteDraft } from './rules/draft.ts'

export const NOTE_FAILED = 'Failed to save note.'

export const noteKeys = {
  ofLead: (leadId: number) => ['notes', leadId] as const,
  mentions: ['mentions'] as const,
}

/** The notes of a lead as they are read. */
export type NotePage = OutputOf<typeof noteCalls.list>

const SHOWN = 200

/** The newest notes of a lead. */
export const notesQuery = (leadId: number) =>
  queryOptions({
    queryKey: noteKeys.ofLead(leadId),
    queryFn: ({ signal }) => call(noteCalls.list, { leadId, perPage: SHOWN }, { signal }),
    staleTime: 15_000,
  })

/** Notes that name the reader. */
export const mentionsQuery = () =>
  queryOptions({
    queryKey: noteKeys.mentions,
    queryFn: ({ signal }) => call(noteCalls.mentions, {}, { signal }),
    staleTime: 60_000,
  })

/** Colleagues who can be named on a lead. */
export const colleaguesQuery = (leadId: number, search: string) =>
  queryOptions({
    queryKey: ['colleagues', leadId, search],
    queryFn: ({ signal }) => call(noteCalls.colleagues, { leadId, search }, { signal }),
    staleTime: 60_000,
  })

/** Marks all mentions as read. */
export const readMentions = () => call(noteCalls.readMentions)

const LINE = 60

/** A note as a line about it says, for the time that a change of it waits. */
const queuedLabelOf = (id: number, description: string) => ({
  label: 'Note',
  summary: description.trim().slice(0, LINE),
  text: description,
  record: `note:${id}`,
})

/** What a note was and what becomes of it; `null` where there is none. */
export interface ShownNote {
  before: Note | null
  after: Note | null
}

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
  await Promise.all([client.invalidateQueries({ queryKey: noteKeys.ofLead(leadId) }), refetchTimeline(client, leadId)])
}

/** Takes a note away at once, puts it back when that fails, and offers to undo it. */
export async function removeNote(client: QueryClient, note: Note): Promise<void> {
  const key = noteKeys.ofLead(note.lead_id)
  await client.cancelQueries({ queryKey: key })
  const before = client.getQueryData(notesQuery(note.lead_id).queryKey)
  client.setQueryData(notesQuery(note.lead_id).queryKey, page =>
    page ? { ...page, data: page.data.filter(each => each.id !== note.id), total: page.total - 1 } : page,
  )
  try {
    const summary = queuedLabelOf(note.id, note.description)
    const gone: ShownNote = { before: note, after: null }
    const sent = await callOrQueue(noteCalls.remove, { id: note.id }, { ...summary, shows: gone })
    const restore = async () => {
      const back: ShownNote = { before: null, after: note }
      await callOrQueue(noteCalls.restore, { id: note.id }, { ...summary, shows: back }).catch(() =>
        notifyFailure('We couldn’t restore the note.'),
      )
      await refetchNotes(client, note.lead_id)
    }
    notify(sent ? 'Note deleted.' : 'Note deleted. It will be sent when you’re back online.', {
      destructive: true,
      action: { label: 'Undo', run: () => void restore() },
    })
  } catch {
    client.setQueryData(notesQuery(note.lead_id).queryKey, before)
    notifyFailure('Failed to update Note.', () => void removeNote(client, note))
  }
  await refetchNotes(client, note.lead_id)
}

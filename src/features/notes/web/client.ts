import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/call.ts'
import { notify, notifyFailure } from '../../../platform/web/notices.ts'
import { callOrKeep } from '../../../platform/web/outgoing.ts'
import { refetchTimeline } from '../../milestones/web/client.ts'
import { type Note, noteCalls } from '../contract.ts'
import { type NoteDraft, noteFields } from './rules/draft.ts'

export const NOTE_FAILED = 'Failed to save note.'

export const noteKeys = {
  ofLead: (leadId: number) => ['notes', leadId] as const,
  mentions: ['mentions'] as const,
}

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

/** Adds a note; without a network it waits on the device, and `null` comes back. */
export const addNote = (leadId: number, draft: NoteDraft, key: string) =>
  callOrKeep(
    noteCalls.create,
    { leadId, ...noteFields({ ...draft, date: draft.date || new Date().toISOString() }) },
    { key, label: 'Note', words: draft.description.trim().slice(0, LINE), about: `lead:${leadId}` },
  )

/** Changes a note; refused when somebody else was faster. */
export const changeNote = (note: Note, draft: NoteDraft) =>
  call(noteCalls.update, { id: note.id, ...noteFields(draft) }, { ifMatch: `"${note.version}"` })

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
    await call(noteCalls.remove, { id: note.id })
    const restore = async () => {
      await call(noteCalls.restore, { id: note.id }).catch(() => notifyFailure('The note could not be brought back.'))
      await refetchNotes(client, note.lead_id)
    }
    notify('Note deleted.', { destructive: true, act: { label: 'Undo', run: () => void restore() } })
  } catch {
    client.setQueryData(notesQuery(note.lead_id).queryKey, before)
    notifyFailure('Failed to update Note.', () => void removeNote(client, note))
  }
  await refetchNotes(client, note.lead_id)
}

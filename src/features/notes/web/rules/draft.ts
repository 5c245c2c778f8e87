import { z } from 'zod'
import { localInstant } from '../../../../platform/web/forms/localInstant.ts'
import type { Note } from '../../contract.ts'
import { stillMentioned } from '../../rules.ts'

const Draft = z.object({
  description: z.string(),
  /** Local time as the field holds it; empty means now. */
  date: z.string(),
  /** Colleagues who were picked while typing. */
  picked: z.array(z.object({ id: z.int(), name: z.string() })),
})
/** What stands in a note form. */
export type NoteDraft = z.output<typeof Draft>

export const emptyNote: NoteDraft = { description: '', date: '', picked: [] }

/** Reads a draft that was kept. */
export const parseNoteDraft = (stored: unknown): NoteDraft | null => Draft.safeParse(stored).data ?? null

const Edit = z.object({ words: Draft, version: z.int() })
/** An edit of a note that is not saved, with the version that it started from. */
export type NoteEdit = z.output<typeof Edit>

/** Reads an edit that was kept. */
export const parseNoteEdit = (stored: unknown): NoteEdit | null => Edit.safeParse(stored).data ?? null

/** A note that is there, as the form edits it. */
export const draftOf = (note: Note): NoteDraft => ({
  description: note.description,
  date: '',
  picked: note.mentions,
})

/** What the calls take. */
export function noteFields({ description, date, picked }: NoteDraft) {
  const words = description.trim()
  return {
    description: words,
    mentions: stillMentioned(words, picked).map(person => person.id),
    ...(date ? { date: localInstant(date) } : {}),
  }
}

/** The draft after somebody was picked from the list: their name takes the place of what was typed of it. */
export function withMention(
  draft: NoteDraft,
  typed: { from: number; search: string },
  person: { id: number; name: string },
): { draft: NoteDraft; caret: number } {
  const before = draft.description.slice(0, typed.from)
  const after = draft.description.slice(typed.from + 1 + typed.search.length)
  const name = `@${person.name}${after.startsWith(' ') ? '' : ' '}`
  const picked = [...draft.picked.filter(each => each.id !== person.id), person]
  return { draft: { ...draft, description: before + name + after, picked }, caret: before.length + name.length }
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EntryMenu } from '../../../platform/ui/EntryMenu.tsx'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { WaitingMark } from '../../../platform/ui/marks/WaitingMark.tsx'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { hasDraft } from '../../../platform/web/forms/drafts.ts'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { useReplaceTheirs } from '../../../platform/web/forms/useReplaceTheirs.ts'
import { SAVED_ON_DEVICE } from '../../../platform/web/offline/sentences.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { useSession } from '../../people/web/client/people.ts'
import { type Note, noteCalls } from '../contract.ts'
import { mayChangeNote, noteParts } from '../rules.ts'
import { changeNote, refetchNotes, removeNote } from './client.ts'
import { NoteField } from './NoteField.tsx'
import classes from './Notes.module.css'
import { draftOf, noteFields, parseNoteEdit } from './rules/draft.ts'

export { NoteComposer } from './NoteComposer.tsx'
export { NoteField } from './NoteField.tsx'

/** The words of a note, with the colleagues whom it names. */
export function NoteText({ note }: { note: Pick<Note, 'description' | 'mentions'> }) {
  return noteParts(note.description, note.mentions).map((part, place) =>
    part.isMention ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <mark key={place} className={classes.mention}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}

/** Who wrote a note, and on whose behalf. */
export const noteAuthor = ({ author, on_behalf_of }: Pick<Note, 'author' | 'on_behalf_of'>): string =>
  [author?.name ?? '', on_behalf_of ? `for ${on_behalf_of.name}` : ''].filter(Boolean).join(' ')

const editName = (note: Note) => `note-edit-${note.id}`

/** A note that is read, and edited in its place by those who may. */
export function NoteBody({ note }: { note: Note }) {
  const [editing, setEditing] = useState(false)
  return editing ? (
    <NoteEditor note={note} onDone={() => setEditing(false)} />
  ) : (
    <div className={classes.body}>
      <blockquote className={classes.quote} dir="auto">
        <NoteText note={note} /> <WaitingMark record={`note:${note.id}`} />
      </blockquote>
      <NoteMenu note={note} onEdit={() => setEditing(true)} />
      {hasDraft(editName(note)) && (
        <Button size="compact-xs" variant="subtle" onClick={() => setEditing(true)}>
          Continue editing
        </Button>
      )}
    </div>
  )
}

function NoteMenu({ note, onEdit }: { note: Note; onEdit(): void }) {
  const client = useQueryClient()
  const { user } = useSession()
  const seesAll = user?.permissions.includes('view_all_leads') ?? false
  if (!user || !mayChangeNote(note, { user_id: user.id, seesAll })) return null
  return (
    <EntryMenu
      label="Change this note"
      className={classes.menu}
      onEdit={onEdit}
      onDelete={() => void removeNote(client, note)}
    />
  )
}

function NoteEditor({ note, onDone }: { note: Note; onDone(): void }) {
  const client = useQueryClient()
  const [initial] = useState(() => ({ words: draftOf(note), version: note.version }))
  const entry = useDraftForm(noteCalls.update, {
    initial,
    draft: { name: editName(note), parse: parseNoteEdit },
    inputOf: ({ words }) => ({ id: note.id, ...noteFields(words) }),
    send: (_input, _options, { words, version }) => changeNote({ ...note, version }, words),
    failed: error => serverSentence(error, 'Failed to update Note.'),
    async onSaved(saved) {
      await refetchNotes(client, note.lead_id)
      notify(saved ? 'Note has been updated.' : SAVED_ON_DEVICE)
      onDone()
    },
  })
  const { form, draft, isSending, submit } = entry
  const failure = useReplaceTheirs(entry, 'note')
  const { words } = form.values
  const cancel = () => {
    draft.clear()
    onDone()
  }
  const save = () => {
    if (words.description.trim() !== '') void submit()
  }
  return (
    <div className={classes.editor}>
      <NoteField
        leadId={note.lead_id}
        value={words}
        onChange={next => form.setFieldValue('words', next)}
        onSubmit={save}
        onCancel={cancel}
        label="Edit the note"
        autoFocus
      />
      {failure !== null && (
        <p className={classes.failed} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.foot}>
        <DraftMark draft={draft} />
        <Button size="xs" variant="default" onClick={cancel}>
          Cancel
        </Button>
        <Button size="xs" loading={isSending} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  )
}

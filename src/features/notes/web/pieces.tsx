import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EntryMenu } from '../../../platform/ui/EntryMenu.tsx'
import { ApiError } from '../../../platform/web/apiErrors.ts'
import { notify } from '../../../platform/web/notices.ts'
import { useSession } from '../../people/web/client.ts'
import type { Note } from '../contract.ts'
import { mayChangeNote, noteParts } from '../rules.ts'
import { changeNote, refetchNotes, removeNote } from './client.ts'
import { NoteField } from './NoteField.tsx'
import classes from './Notes.module.css'
import { draftOf } from './rules/draft.ts'

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

/** A note that is read, and edited in its place by those who may. */
export function NoteBody({ note }: { note: Note }) {
  const [editing, setEditing] = useState(false)
  return editing ? (
    <NoteEditor note={note} onDone={() => setEditing(false)} />
  ) : (
    <div className={classes.body}>
      <blockquote className={classes.quote} dir="auto">
        <NoteText note={note} />
      </blockquote>
      <NoteMenu note={note} onEdit={() => setEditing(true)} />
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

const STALE =
  'Somebody else changed this note in the meantime. Your words are still here: save again to replace theirs.'

function NoteEditor({ note, onDone }: { note: Note; onDone(): void }) {
  const client = useQueryClient()
  const [base, setBase] = useState(note)
  const [draft, setDraft] = useState(() => draftOf(note))
  const [state, setState] = useState<'idle' | 'sending' | { failed: string }>('idle')
  const save = async () => {
    if (state === 'sending' || draft.description.trim() === '') return
    setState('sending')
    try {
      await changeNote(base, draft)
      await refetchNotes(client, note.lead_id)
      notify('Note has been updated.')
      onDone()
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'stale'
      if (isStale) setBase(error.data as Note)
      setState({ failed: isStale ? STALE : 'Failed to update Note.' })
    }
  }
  return (
    <div className={classes.editor}>
      <NoteField
        leadId={note.lead_id}
        value={draft}
        onChange={setDraft}
        onSubmit={() => void save()}
        onCancel={onDone}
        label="Edit the note"
        autoFocus
      />
      {typeof state === 'object' && (
        <p className={classes.failed} role="alert">
          {state.failed}
        </p>
      )}
      <div className={classes.foot}>
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button size="xs" loading={state === 'sending'} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </div>
  )
}

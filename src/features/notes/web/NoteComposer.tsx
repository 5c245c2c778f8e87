import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { sentenceOf, ValidationError } from '../../../platform/web/calls/apiErrors.ts'
import { useDraft } from '../../../platform/web/forms/drafts.ts'
import { localNow } from '../../../platform/web/time/time.ts'
import { ComposerFrame } from '../../milestones/web/pieces/MilestoneEntries.tsx'
import { addNote, NOTE_FAILED, refetchNotes } from './client.ts'
import { NoteField } from './NoteField.tsx'
import { emptyNote, parseNoteDraft } from './rules/draft.ts'

interface NoteComposerProps {
  leadId: number
  /** Stands above the field: the other kinds of things to write down. */
  kinds: ReactNode
}

/** Writes a note down. What is typed survives a reload; without a network the note waits on the device. */
export function NoteComposer({ leadId, kinds }: NoteComposerProps) {
  const client = useQueryClient()
  const draft = useDraft(`note-${leadId}`, emptyNote, parseNoteDraft)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [state, setState] = useState<'idle' | 'sending' | { failed: string }>('idle')
  const { value } = draft
  const isEmpty = value.description.trim() === ''
  const save = async () => {
    if (state === 'sending' || isEmpty) return
    setState('sending')
    try {
      await addNote(leadId, value, key)
      draft.clear()
      setKey(crypto.randomUUID())
      setState('idle')
      await refetchNotes(client, leadId)
    } catch (error) {
      setState({ failed: error instanceof ValidationError ? sentenceOf(error) : NOTE_FAILED })
    }
  }
  return (
    <ComposerFrame
      label="Add a note"
      kinds={kinds}
      failure={typeof state === 'object' ? state.failed : null}
      isDraftSaved={draft.dirty && !draft.full && !isEmpty}
      options={
        <TextInput
          size="xs"
          type="datetime-local"
          aria-label="When"
          value={value.date || localNow()}
          max={localNow()}
          onChange={event => draft.change({ ...value, date: event.currentTarget.value })}
        />
      }
      submit={{ label: 'Save note', isSending: state === 'sending', isDisabled: isEmpty }}
      onSubmit={() => void save()}
    >
      <NoteField leadId={leadId} value={value} onChange={draft.change} onSubmit={() => void save()} />
    </ComposerFrame>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { localNow } from '../../../platform/web/time/time.ts'
import { ComposerFrame } from '../../milestones/web/pieces/MilestoneEntries.tsx'
import { noteCalls } from '../contract.ts'
import { addNote, noteFailure, refetchNotes } from './client.ts'
import { NoteField } from './NoteField.tsx'
import { emptyNote, noteFields, parseNoteDraft } from './rules/draft.ts'

interface NoteComposerProps {
  leadId: number
  /** Stands above the field: the other kinds of things to write down. */
  kinds: ReactNode
}

/** Writes a note down. What is typed survives a reload; without a network the note waits on the device. */
export function NoteComposer({ leadId, kinds }: NoteComposerProps) {
  const client = useQueryClient()
  const entry = useDraftForm(noteCalls.create, {
    initial: emptyNote,
    draft: { name: `note-${leadId}`, parse: parseNoteDraft },
    inputOf: values => ({ leadId, ...noteFields(values) }),
    send: (_input, { idempotencyKey }, values) => addNote(leadId, values, idempotencyKey),
    staysOpen: true,
    failed: noteFailure,
    onSaved: () => refetchNotes(client, leadId),
  })
  const { form, draft, failure, isSending, submit } = entry
  const value = form.values
  const isEmpty = value.description.trim() === ''
  const save = () => {
    if (!isEmpty) void submit()
  }
  return (
    <ComposerFrame
      label="Add a note"
      kinds={kinds}
      failure={failure}
      isDraftSaved={draft.dirty && !draft.full && !isEmpty}
      options={
        <DateTimeField
          kind="datetime"
          quiet
          prefers="past"
          placeholder="Now"
          size="xs"
          aria-label="When"
          value={value.date}
          max={localNow()}
          onChange={date => form.setFieldValue('date', date)}
        />
      }
      submit={{ label: 'Save note', isSending, isDisabled: isEmpty }}
      onSubmit={save}
    >
      <NoteField leadId={leadId} value={value} onChange={form.setValues} onSubmit={save} />
    </ComposerFrame>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { addNote, emptyNote, noteFailure, parseNoteDraft, refetchNotes } from '../../../features/notes/web/client.ts'
import type { TaskOfLead } from '../../../features/tasks/contract.ts'
import {
  changedFields,
  draftOf,
  emptyDraft,
  fieldsOf,
  parseTaskDraft,
  type TaskDraft,
  withType,
} from '../../../features/tasks/rules/draft.ts'
import { isAutomatic } from '../../../features/tasks/rules/tasks.ts'
import { refetchTasksOf } from '../../../features/tasks/web/client/actions.ts'
import { addTask, changeAutomated, changeTask } from '../../../features/tasks/web/client/tasks.ts'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useDraft } from '../../../platform/web/forms/drafts.ts'
import { SAVED_ON_DEVICE } from '../../../platform/web/offline/sentences.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import type { LeadOfModal, NoteTaskVariant } from './noteTask.ts'

interface FormOptions {
  lead: LeadOfModal
  variant: NoteTaskVariant
  /** The task that is edited. */
  task: TaskOfLead | undefined
  now: Date
  zone: string
  onSaved(): void
}

/** One key for one form: pressed twice, or sent again after a lost connection, it still counts once. */
const newKeys = () => ({ note: crypto.randomUUID(), task: crypto.randomUUID() })

/** What the modal holds, and how it is sent: the note first, then the task; what was saved is not sent again. */
export function useNoteTaskForm({ lead, variant, task, now, zone, onSaved }: FormOptions) {
  const client = useQueryClient()
  const [keys] = useState(newKeys)
  // An edited task has its own subject.
  const proposedName = task ? '' : lead.first_name || leadName(lead)
  const [initial] = useState(() =>
    task ? draftOf(task, zone) : withType(emptyDraft(now, zone), 'phone_call', proposedName),
  )
  const note = useDraft(`note-task-note-${lead.id}`, emptyNote, parseNoteDraft)
  // An older draft must not replace what an edited task says now.
  const stored = useDraft(task ? `task-${task.id}-${task.version}` : `task-of-${lead.id}`, initial, parseTaskDraft)
  const [isNoteSaved, setIsNoteSaved] = useState(false)
  const [state, setState] = useState<'idle' | 'sending' | 'saved' | { failed: string }>('idle')
  const hasNote = variant !== 'task' && note.value.description.trim() !== ''
  // Nothing is added that nobody typed or saw: a new task says what it is about.
  const isEmpty = variant === 'note' ? !hasNote : !task && stored.value.subject.trim() === ''

  const sendNote = async () => {
    if (!hasNote || isNoteSaved) return
    try {
      await addNote(lead.id, note.value, keys.note)
      setIsNoteSaved(true)
      void refetchNotes(client, lead.id)
    } catch (error) {
      throw new Error(noteFailure(error))
    }
  }
  const save = async () => {
    if (state === 'sending' || state === 'saved' || isEmpty) return
    setState('sending')
    try {
      await sendNote()
      if (variant !== 'note') await sendTask({ lead, task, draft: stored.value, zone, key: keys.task })
      else notify('Note saved.')
      note.clear()
      stored.clear()
      setState('saved')
      onSaved()
      void refetchTasksOf(lead.id)
    } catch (error) {
      setState({ failed: sentenceOf(error) })
    }
  }
  return {
    note,
    draft: stored,
    failure: typeof state === 'object' ? state.failed : null,
    isSending: state === 'sending',
    isEmpty,
    proposedName,
    isDraftSaved: (note.dirty && hasNote) || (stored.dirty && variant !== 'note'),
    save: () => void save(),
  }
}

interface SentTask {
  lead: LeadOfModal
  task: TaskOfLead | undefined
  draft: TaskDraft
  zone: string
  key: string
}

const listNames = { today: 'Today', overdue: 'Overdue', future: 'Future', calendar: 'the calendar' } as const

async function sendTask({ lead, task, draft, zone, key }: SentTask): Promise<void> {
  if (!task) {
    const added = await addTask(lead.id, fieldsOf(draft, zone), key)
    notify(added ? 'Task has been Added.' : SAVED_ON_DEVICE)
  } else if (isAutomatic(task.task_type)) {
    await changeAutomated(task.id, { subject: draft.subject, content: draft.content })
    notify('Task saved.')
  } else {
    const changed = await changeTask(task, changedFields(task, draft, zone), task.version)
    const moved = changed?.moved
    if (!changed) notify(SAVED_ON_DEVICE)
    else notify(moved ? `Task moved to ${listNames[moved.to]}.` : 'Task saved.')
  }
}

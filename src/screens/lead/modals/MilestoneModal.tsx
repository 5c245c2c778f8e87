import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { statusLabel } from '../../../features/leads/rules.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { milestoneType, milestoneTypes } from '../../../features/milestones/rules.ts'
import {
  emptyDraft,
  parseProgressDraft,
  refetchTimeline,
  savedSentence,
  storeMilestone,
} from '../../../features/milestones/web/client.ts'
import { ProgressDetails } from '../../../features/milestones/web/pieces/ProgressDetails.tsx'
import { completeTask } from '../../../features/tasks/web/client/actions.ts'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { useCloseAfterSuccess } from '../../../platform/ui/dialogs/modals.ts'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { Initials } from '../../../platform/ui/pieces.tsx'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { useDraft } from '../../../platform/web/forms/drafts.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import classes from './NoteTaskModal.module.css'
import { type AskedMilestone, closeNoteTask } from './noteTask.ts'

const types = milestoneTypes.filter(type => type.byHand).map(type => type.id)

/** Writes a milestone down for a lead from wherever the person is; opens with today and "Progress Update". */
export function MilestoneModal({ asked: { lead, call } }: { asked: AskedMilestone }) {
  const wide = useIsWide()
  return (
    <Dialog
      opened
      onClose={closeNoteTask}
      size={520}
      fullScreen={!wide}
      classNames={{ header: classes.header, body: classes.body, title: classes.title }}
      title={
        <span className={classes.head}>
          <Initials text={initialsOf(lead.first_name, lead.last_name)} hue="moss" size={28} />
          <span className={classes.names}>
            <span>{call ? 'Log call' : 'Milestone'}</span>
            <span className={classes.person}>
              {leadName(lead)} · {statusLabel(lead.status_value)}
            </span>
          </span>
        </span>
      }
    >
      <Form lead={lead} call={call} />
    </Dialog>
  )
}

type FormProps = Pick<AskedMilestone, 'lead' | 'call'>

function Form(props: FormProps) {
  const { draft, failure, isSending, save } = useMilestoneForm(props)
  const { value, change } = draft
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className={classes.half}>
        <div className={classes.details}>
          <ProgressDetails value={value} types={types} onChange={patch => change({ ...value, ...patch })} />
        </div>
        <label className={classes.label} htmlFor="milestone-description">
          Description
        </label>
        <textarea
          id="milestone-description"
          data-composer
          maxLength={5000}
          value={value.description}
          onChange={event => change({ ...value, description: event.currentTarget.value })}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
          }}
        />
      </div>
      <footer className={classes.foot}>
        {failure && (
          <span className={classes.failure} role="alert">
            {failure}
          </span>
        )}
        {!failure && <DraftMark draft={draft} />}
        <span className={classes.buttons}>
          <Button size="md" variant="subtle" color="gray" onClick={closeNoteTask}>
            Cancel
          </Button>
          <Button size="md" type="submit" loading={isSending}>
            {props.call ? 'Save call' : 'Save milestone'}
          </Button>
        </span>
      </footer>
    </form>
  )
}

/** What the modal holds, and how it is sent: pressed twice, it counts once. */
function useMilestoneForm({ lead: { id: leadId }, call }: FormProps) {
  const client = useQueryClient()
  const closeSoon = useCloseAfterSuccess(closeNoteTask)
  const [initial] = useState(() => (call ? { ...emptyDraft, type: milestoneType.call } : emptyDraft))
  const draft = useDraft(call ? `call-of-${call.id}` : `milestone-of-${leadId}`, initial, parseProgressDraft)
  const [key] = useState(() => crypto.randomUUID())
  const [state, setState] = useState<'idle' | 'sending' | { failed: string }>('idle')
  const save = async () => {
    if (state === 'sending') return
    setState('sending')
    try {
      const saved = await storeMilestone(leadId, draft.value, key)
      notify(saved ? savedSentence(draft.value.type) : 'Saved on this device. It will be sent when you’re back online.')
      draft.clear()
      closeSoon()
      if (call && !call.completed) void completeTask(call)
      void refetchTimeline(client, leadId)
    } catch (error) {
      setState({ failed: serverSentence(error, 'Failed to create milestone.') })
    }
  }
  return {
    draft,
    failure: typeof state === 'object' ? state.failed : null,
    isSending: state === 'sending',
    save,
  }
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { statusLabel } from '../../../features/leads/rules.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { milestoneCalls } from '../../../features/milestones/contract.ts'
import { isEmptyEntry, milestoneTypes } from '../../../features/milestones/rules.ts'
import {
  emptyDraft,
  parseProgressDraft,
  refetchTimeline,
  savedSentence,
  storedMilestone,
  storeMilestone,
} from '../../../features/milestones/web/client.ts'
import { ProgressDetails } from '../../../features/milestones/web/pieces/ProgressDetails.tsx'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { useCloseAfterSuccess } from '../../../platform/ui/dialogs/modals.ts'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { Initials } from '../../../platform/ui/pieces.tsx'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { SAVED_ON_DEVICE } from '../../../platform/web/offline/sentences.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import classes from './NoteTaskModal.module.css'
import { type AskedMilestone, closeNoteTask } from './noteTask.ts'

const types = milestoneTypes.filter(type => type.byHand).map(type => type.id)

/** Writes a milestone down for a lead from wherever the person is; opens with today and "Progress Update". */
export function MilestoneModal({ asked: { lead } }: { asked: AskedMilestone }) {
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
            <span>Milestone</span>
            <span className={classes.person}>
              {leadName(lead)} · {statusLabel(lead.status_value)}
            </span>
          </span>
        </span>
      }
    >
      <Form lead={lead} />
    </Dialog>
  )
}

type FormProps = Pick<AskedMilestone, 'lead'>

function Form(props: FormProps) {
  const { form, draft, failure, isSending, submit } = useMilestoneForm(props)
  const value = form.values
  const isEmpty = isEmptyEntry(value)
  return (
    <form noValidate onSubmit={event => void submit(event)}>
      <div className={classes.half}>
        <div className={classes.details}>
          <ProgressDetails value={value} types={types} onChange={patch => form.setValues({ ...value, ...patch })} />
        </div>
        <label className={classes.label} htmlFor="milestone-description">
          Description
        </label>
        <textarea
          id="milestone-description"
          data-composer
          maxLength={5000}
          value={value.description}
          onChange={event => form.setFieldValue('description', event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isEmpty) void submit()
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
          <Button size="md" type="submit" loading={isSending} disabled={isEmpty}>
            Save milestone
          </Button>
        </span>
      </footer>
    </form>
  )
}

/** What the modal holds, and how it is sent: pressed twice, it counts once. */
function useMilestoneForm({ lead: { id: leadId } }: FormProps) {
  const client = useQueryClient()
  const closeSoon = useCloseAfterSuccess(closeNoteTask)
  return useDraftForm(milestoneCalls.store, {
    initial: emptyDraft,
    draft: { name: `milestone-of-${leadId}`, parse: parseProgressDraft },
    inputOf: values => storedMilestone(leadId, values),
    async send(_input, { idempotencyKey }, values) {
      const saved = await storeMilestone(leadId, values, idempotencyKey)
      return saved ? savedSentence(values.type) : SAVED_ON_DEVICE
    },
    failed: error => serverSentence(error, 'Failed to create milestone.'),
    onSaved(sentence) {
      notify(sentence)
      closeSoon()
      void refetchTimeline(client, leadId)
    },
  })
}

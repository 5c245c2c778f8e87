import { Button, SegmentedControl } from '@mantine/core'
import { IconCloudCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { statusLabel } from '../../../features/leads/rules.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { NoteField } from '../../../features/notes/web/pieces.tsx'
import { useSession } from '../../../features/people/web/client/viewer.ts'
import { isAutomatic } from '../../../features/tasks/rules/tasks.ts'
import { removeTask } from '../../../features/tasks/web/client/actions.ts'
import { useTaskDay } from '../../../features/tasks/web/client/useTaskDay.ts'
import { TaskForm } from '../../../features/tasks/web/pieces/TaskForm.tsx'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { useCloseAfterSuccess } from '../../../platform/ui/dialogs/modals.ts'
import { Initials, KeyHint } from '../../../platform/ui/pieces.tsx'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { localNow } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { region } from '../../../product/region/region.ts'
import { LeadPicker } from './LeadPicker.tsx'
import classes from './NoteTaskModal.module.css'
import { type AskedNoteTask, closeNoteTask, type LeadOfModal, type NoteTaskVariant, openCallLog } from './noteTask.ts'
import { useNoteTaskForm } from './useNoteTaskForm.ts'

const MODAL_WIDTH = { both: 820, task: 600, note: 600 } as const

const variants: { value: NoteTaskVariant; label: string; title: string }[] = [
  { value: 'both', label: 'Note and task', title: 'Note and task' },
  { value: 'task', label: 'Task only', title: 'Task' },
  { value: 'note', label: 'Note only', title: 'Note' },
]

/** The modal in its three variants; it closes on success only. */
export function NoteTaskModal({ asked }: { asked: AskedNoteTask }) {
  const wide = useIsWide()
  const [variant, setVariant] = useState(asked.variant)
  const [lead, setLead] = useState(asked.lead)
  const title = asked.task ? 'Edit task' : (variants.find(known => known.value === variant)?.title ?? '')
  return (
    <Dialog
      opened
      onClose={closeNoteTask}
      size={MODAL_WIDTH[variant]}
      fullScreen={!wide}
      classNames={{ header: classes.header, body: classes.body, title: classes.title }}
      title={
        <span className={classes.head}>
          {lead && <Initials text={initialsOf(lead.first_name, lead.last_name)} hue="moss" size={28} />}
          <span className={classes.names}>
            <span>{title}</span>
            {lead && (
              <span className={classes.person}>
                {leadName(lead)} · {statusLabel(lead.status_value)}
              </span>
            )}
          </span>
        </span>
      }
    >
      {!asked.task && (
        <SegmentedControl
          className={classes.variants}
          size="xs"
          aria-label="What to add"
          data={variants}
          value={variant}
          onChange={next => setVariant(variants.find(known => known.value === next)?.value ?? variant)}
        />
      )}
      {asked.mayChoose && lead && (
        <Button className={classes.another} size="compact-sm" variant="subtle" onClick={() => setLead(null)}>
          Choose another lead
        </Button>
      )}
      {lead ? <Form key={lead.id} asked={asked} lead={lead} variant={variant} /> : <LeadPicker onPick={setLead} />}
    </Dialog>
  )
}

const submitLabels = { both: 'Save note and task', task: 'Save task', note: 'Save note' } as const

interface FormProps {
  asked: AskedNoteTask
  lead: LeadOfModal
  variant: NoteTaskVariant
}

function Form({ asked: { task }, lead, variant }: FormProps) {
  const { user } = useSession()
  const zone = user?.zone ?? region.zone
  const now = useTaskDay(zone)
  const textOnly = task !== undefined && isAutomatic(task.task_type)
  const closeSoon = useCloseAfterSuccess(closeNoteTask)
  const form = useNoteTaskForm({ lead, variant, task, now, zone, onSaved: closeSoon })
  const { note, draft, failure, isSending, isEmpty, isDraftSaved, save } = form
  useShortcuts([
    { keys: 'mod+Enter', label: submitLabels[variant], group: 'Note and task', whileTyping: true, run: save },
  ])
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <div className={classes.halves} data-variant={variant}>
        {variant !== 'task' && (
          <div className={classes.half}>
            <span className={classes.label}>Note</span>
            <NoteField leadId={lead.id} value={note.value} onChange={note.change} onSubmit={save} autoFocus />
            <DateTimeField
              kind="datetime"
              prefers="past"
              placeholder="Now"
              className={classes.date}
              label="Date"
              value={note.value.date}
              max={localNow(now)}
              onChange={next => note.change({ ...note.value, date: next })}
            />
          </div>
        )}
        {variant !== 'note' && (
          <div className={classes.half}>
            <TaskForm
              value={draft.value}
              now={now}
              zone={zone}
              textOnly={textOnly}
              isFirst={variant === 'task'}
              name={form.proposedName}
              onChange={draft.change}
            />
          </div>
        )}
      </div>
      <footer className={classes.foot}>
        {task && (
          <Button
            size="md"
            variant="subtle"
            color="red"
            onClick={() => {
              closeNoteTask()
              void removeTask(task)
            }}
          >
            Delete
          </Button>
        )}
        {task?.task_type === 'phone_call' && !task.completed && (
          <Button size="md" variant="subtle" color="gray" onClick={() => openCallLog(lead, task)}>
            Log call
          </Button>
        )}
        {failure ? (
          <span className={classes.failure} role="alert">
            {failure}
          </span>
        ) : (
          isDraftSaved && (
            <span className={classes.stored}>
              <IconCloudCheck size={15} stroke={1.6} aria-hidden /> Draft saved on this device
            </span>
          )
        )}
        <span className={classes.buttons}>
          <Button size="md" variant="subtle" color="gray" onClick={closeNoteTask}>
            Cancel
          </Button>
          <Button size="md" type="submit" loading={isSending} disabled={isEmpty}>
            {submitLabels[variant]}
            <span className={classes.keys}>
              <KeyHint keys={printedKeys('mod+Enter')} />
            </span>
          </Button>
        </span>
      </footer>
    </form>
  )
}

import { Button, Checkbox } from '@mantine/core'
import { statusLabel } from '../../../features/leads/rules.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { taskTitle } from '../../../features/tasks/web/pieces/TaskMarks.tsx'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { Initials, KeyHint, ToggleChip } from '../../../platform/ui/pieces.tsx'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { localNow } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import modal from '../modals/NoteTaskModal.module.css'
import { type AskedCallLog, closeNoteTask } from '../modals/noteTask.ts'
import card from './CallCard.module.css'
import classes from './CallLogModal.module.css'
import { whenText } from './logCall.ts'
import { Outcomes } from './Outcomes.tsx'
import { type CallLogState, useCallLog } from './useCallLog.ts'

/** Writes down the call that a task asked for: how it went by one key, then what was said and what comes next. */
export function CallLogModal({ asked }: { asked: AskedCallLog }) {
  const { lead } = asked
  const wide = useIsWide()
  return (
    <Dialog
      opened
      onClose={closeNoteTask}
      size={560}
      fullScreen={!wide}
      classNames={{ header: modal.header, body: modal.body, title: modal.title }}
      title={
        <span className={modal.head}>
          <Initials text={initialsOf(lead.first_name, lead.last_name)} hue="moss" size={28} />
          <span className={modal.names}>
            <span>Log call</span>
            <span className={modal.person}>
              {leadName(lead)} · {statusLabel(lead.status_value)}
            </span>
          </span>
        </span>
      }
    >
      <Form asked={asked} />
    </Dialog>
  )
}

function Form({ asked }: { asked: AskedCallLog }) {
  const log = useCallLog(asked)
  const { value, next, isEmpty, isSaving } = log
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void log.save()
      }}
    >
      <section className={classes.part} aria-label="Outcome">
        <h3>Outcome</h3>
        <div className={card.options}>
          <Outcomes outcome={value.outcome} showsKeys isFirst onChoose={log.choose} />
        </div>
      </section>
      <Said log={log} />
      <Next log={log} />
      {!asked.call.completed && (
        <Checkbox
          className={classes.completes}
          label={`Complete “${taskTitle(asked.call)}”`}
          checked={log.completes}
          onChange={event => log.setCompletes(event.currentTarget.checked)}
        />
      )}
      <footer className={modal.foot}>
        <DraftMark draft={log.draft} />
        <span className={modal.buttons}>
          <Button size="md" variant="subtle" color="gray" onClick={closeNoteTask}>
            Cancel
          </Button>
          <Button size="md" type="submit" loading={isSaving} disabled={isEmpty}>
            {next ? 'Save call and task' : 'Save call'}
            <span className={modal.keys}>
              <KeyHint keys={printedKeys('mod+Enter')} />
            </span>
          </Button>
        </span>
      </footer>
    </form>
  )
}

function Said({ log: { value, set, note } }: { log: CallLogState }) {
  const wasTalk = value.outcome === null || value.outcome === 'connected'
  return (
    <section className={classes.part} aria-label="Note">
      <h3>
        <label htmlFor="call-log-note">{wasTalk ? 'What did you talk about?' : 'Note'}</label>
        {value.outcome !== null && <span>optional</span>}
      </h3>
      <textarea
        ref={note}
        id="call-log-note"
        data-composer
        className={classes.note}
        rows={3}
        maxLength={5000}
        value={value.note}
        onChange={event => set({ note: event.currentTarget.value })}
      />
      <div className={classes.when}>
        <span>When</span>
        <DateTimeField
          kind="datetime"
          quiet
          prefers="past"
          placeholder="Now"
          size="xs"
          aria-label="When"
          value={value.date}
          max={localNow()}
          onChange={date => set({ date })}
        />
      </div>
    </section>
  )
}

function Next({ log: { value, set, steps, now, zone } }: { log: CallLogState }) {
  return (
    <section className={classes.part} aria-label="Next step">
      <h3>Next step</h3>
      <div className={classes.steps}>
        {steps.map(({ id, label, task }) => (
          <ToggleChip key={id} on={value.step === id} onChange={() => set({ step: id })}>
            <span title={task?.scheduled_at ? whenText(task.scheduled_at, now, zone) : undefined}>{label}</span>
          </ToggleChip>
        ))}
      </div>
      {value.step === 'pick' && (
        <DateTimeField
          kind="datetime"
          prefers="future"
          className={classes.pick}
          aria-label="When to call again"
          value={value.picked}
          onChange={picked => set({ picked })}
        />
      )}
    </section>
  )
}

import '@mantine/dates/styles.css'
import { Button, CloseButton } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconBell } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { Initials, KeyHint } from '../../../platform/ui/pieces.tsx'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { callWith } from '../../../platform/web/calls/call.ts'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { monthLabels, noDays } from '../../../platform/web/time/monthLabels.ts'
import { localNow } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { instantAt } from '../../../platform/wire/days.ts'
import { region } from '../../../product/region/region.ts'
import { fullName } from '../../leads/rules.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { snoozeCalls } from '../contract.ts'
import { choiceDay, SNOOZE_FAILED, snoozeChoices, snoozeTime, snoozeUntilText, WAKING_TIME } from '../rules.ts'
import { closeSnooze, type SnoozeAsked } from './client/open.ts'
import { confirmSnooze } from './client/snooze.ts'
import classes from './Snooze.module.css'

/** Asks until when nothing is to be heard of a lead: five days to choose by their keys, or any day and time. */
export function SnoozeDialog({ asked }: { asked: SnoozeAsked }) {
  const { lead, reason } = asked
  const wide = useIsWide()
  const zone = useSession().user?.zone ?? region.zone
  const [now] = useState(() => new Date())
  const choices = snoozeChoices(now, zone)
  const today = localNow(now, zone).slice(0, 10)
  const entry = useCallForm(snoozeCalls.store, {
    initial: { day: localNow(choices[0]?.until ?? now, zone).slice(0, 10), time: WAKING_TIME },
    inputOf: ({ day, time }) => ({ id: lead.id, snooze_until: snoozeUntilText(instantAt(day, time, zone)) }),
    send: (input, how) => callWith(snoozeCalls.store, input, how).catch(reportFailure),
    onSaved() {
      closeSnooze()
      confirmSnooze(asked, until, zone)
    },
  })
  const { day, time } = entry.form.values
  const until = instantAt(day, time, zone)
  const isPast = until <= now
  const choose = (chosen: Date) => {
    entry.form.setValues({ day: localNow(chosen, zone).slice(0, 10), time: WAKING_TIME })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
    const choice = choices[Number(event.key) - 1]
    if (choice) choose(choice.until)
    else if (event.key !== 'Enter' || isButton(event.target)) return
    else if (!isPast) void entry.submit()
    event.preventDefault()
  }
  return (
    <Dialog
      opened
      onClose={closeSnooze}
      withCloseButton={false}
      padding={0}
      size={520}
      fullScreen={!wide}
      attributes={{ content: { 'aria-label': `Snooze ${fullName(lead)}` } }}
      onKeyDown={onKeyDown}
    >
      <form className={classes.form} onSubmit={event => void entry.submit(event)}>
        <header className={classes.head}>
          <Initials text={initialsOf(lead.first_name, lead.last_name)} hue="pink" size={32} />
          <div className={classes.who}>
            <h2>Snooze</h2>
            <p dir="auto">{[fullName(lead), reason].filter(Boolean).join(' · ')}</p>
          </div>
          <CloseButton aria-label="Close" onClick={closeSnooze} />
        </header>
        <div className={classes.body}>
          <div className={classes.left}>
            <div className={classes.choices} role="radiogroup" aria-label="Until">
              {choices.map(({ label, until: offered }, place) => (
                // biome-ignore lint/a11y/useSemanticElements: a row with its day and its key, pressed like a button
                <button
                  key={label}
                  type="button"
                  role="radio"
                  aria-checked={offered.getTime() === until.getTime()}
                  data-autofocus={place === 0 || undefined}
                  className={classes.choice}
                  onClick={() => choose(offered)}
                  onDoubleClick={() => void entry.submit()}
                >
                  <span>{label}</span>
                  <span className={classes.day}>{choiceDay(offered, zone)}</span>
                  {wide && <KeyHint keys={String(place + 1)} />}
                </button>
              ))}
            </div>
            <DateTimeField
              kind="time"
              label="Time"
              value={time}
              onChange={next => entry.form.setFieldValue('time', next || WAKING_TIME)}
              error={isPast ? 'Choose a time in the future.' : undefined}
            />
          </div>
          <DatePicker
            className={classes.month}
            value={day}
            defaultDate={day}
            minDate={today}
            highlightToday
            weekendDays={noDays}
            size={wide ? 'xs' : 'md'}
            ariaLabels={monthLabels}
            onChange={next => next && entry.form.setFieldValue('day', next)}
          />
        </div>
        <p className={classes.meaning} role="status">
          <IconBell size={15} stroke={1.6} aria-hidden /> No opportunities from {lead.first_name || 'this lead'} until{' '}
          {snoozeTime(until, zone)}.
        </p>
        <footer className={classes.foot}>
          <span className={classes.still}>Tasks, calls and texts still reach you.</span>
          <Button variant="subtle" color="gray" onClick={closeSnooze}>
            Cancel
          </Button>
          <Button type="submit" loading={entry.isSending} disabled={isPast} rightSection={wide && <KeyHint keys="↵" />}>
            Snooze
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Whether Enter presses what has the focus; on a day that is offered it saves. */
const isButton = (target: EventTarget): boolean =>
  target instanceof HTMLButtonElement && target.getAttribute('role') !== 'radio'

/** The dialog stays open, so that one can try again. */
function reportFailure(error: unknown): never {
  notifyFailure(serverSentence(error, SNOOZE_FAILED))
  throw error
}

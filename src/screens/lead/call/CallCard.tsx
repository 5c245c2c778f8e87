import { Button, Checkbox } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { lineQuery } from '../../../features/calling/web/client/calls.ts'
import { usePhoneText } from '../../../features/leads/web/client/phones.ts'
import { taskTitle } from '../../../features/tasks/web/pieces/TaskMarks.tsx'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { Initials, KeyHint } from '../../../platform/ui/pieces.tsx'
import { initialsOf } from '../../../platform/web/text.ts'
import classes from './CallCard.module.css'
import { whenText } from './logCall.ts'
import type { MadeCall } from './madeCalls.ts'
import { Outcomes } from './Outcomes.tsx'
import { type CardState, useCallCard } from './useCallCard.ts'

/** After a call: how it went by one press, what comes next by another, which saves. */
export function CallCard({ made }: { made: MadeCall }) {
  const card = useCallCard(made)
  const phone = usePhoneText(made.phone)
  const isHandedOn = useIsHandedOn(made)
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={first}
      tabIndex={-1}
      className={classes.card}
      data-keep-clear
      role="dialog"
      aria-label={`How did the call with ${card.name} go?`}
      onPointerDown={card.touch}
      onKeyDown={card.touch}
    >
      <header className={classes.head}>
        <Initials text={initialsOf(made.lead.first_name, made.lead.last_name)} hue="moss" size={32} />
        <div>
          <h2 dir="auto">{card.name}</h2>
          <CallFacts made={made} phone={phone} duration={card.duration} isHandedOn={isHandedOn} />
        </div>
        {made.voice ? (
          <span className={classes.written}>
            {isHandedOn ? (
              'on the timeline when it ends'
            ) : (
              <>
                on the timeline <IconCircleCheck size={15} stroke={1.6} aria-hidden />
              </>
            )}
          </span>
        ) : (
          <button type="button" className={classes.quiet} onClick={card.discard}>
            Didn’t call
          </button>
        )}
      </header>
      <Choice title="How did it go?" columns={4}>
        <Outcomes outcome={card.outcome} showsKeys={card.outcome === null} onChoose={card.choose} />
      </Choice>
      {card.outcome && <Next card={card} />}
      <Note card={card} />
      <footer className={classes.foot}>
        {card.fulfilled && (
          <Checkbox
            size="xs"
            label={`Complete “${taskTitle(card.fulfilled)}”`}
            checked={card.completes}
            onChange={event => card.setCompletes(event.currentTarget.checked)}
          />
        )}
        <Button variant="subtle" color="gray" ml="auto" onClick={card.later}>
          Later
        </Button>
        <Button disabled={!card.outcome || card.isSaving} loading={card.isSaving} onClick={card.saveAsIs}>
          Save
        </Button>
      </footer>
    </div>
  )
}

/** Whether the call goes on with a colleague to whom it was handed: its line of the timeline comes when they end it. */
function useIsHandedOn({ voice }: MadeCall): boolean {
  const { data: line } = useQuery({ ...lineQuery(voice?.callId ?? 0), enabled: voice !== null })
  return line?.state === 'connected' && (!line.is_mine || line.colleague?.how === 'rung')
}

interface CallFactsProps {
  made: MadeCall
  phone: string
  duration: string
  isHandedOn: boolean
}

/** "Call ended · 12:04 · you called (416) 555-0117". */
function CallFacts({ made: { voice }, phone, duration, isHandedOn }: CallFactsProps) {
  const number = <span className={classes.number}>{phone}</span>
  if (!voice)
    return (
      <p>
        You called {number}
        {duration && ` · ${duration}`}
      </p>
    )
  return (
    <p>
      {voice.problem || (isHandedOn ? 'Transferred' : 'Call ended')} · {duration} ·{' '}
      {voice.direction === 'outbound' ? <>you called {number}</> : <>{number} called you</>}
    </p>
  )
}

function Next({ card }: { card: CardState }) {
  return (
    <Choice
      title="What’s next?"
      hint={card.outcome === 'wrong number' ? 'saves the call, marks the number' : 'saves the call'}
      columns={2}
    >
      {card.steps.map((step, index) => (
        <button
          key={step.id}
          type="button"
          className={classes.next}
          data-first={index === 0 || undefined}
          disabled={card.isSaving}
          onClick={() => card.finish(step)}
        >
          <kbd aria-hidden>{index + 1}</kbd>
          <span>{step.label}</span>
          {step.task?.scheduled_at && <small>{whenText(step.task.scheduled_at, card.now, card.zone)}</small>}
        </button>
      ))}
      {card.isPicking && (
        <div className={classes.pick}>
          <DateTimeField
            kind="datetime"
            prefers="future"
            aria-label="When to call again"
            value={card.picked}
            onChange={card.setPicked}
          />
        </div>
      )}
    </Choice>
  )
}

interface ChoiceProps {
  title: string
  hint?: string
  columns: number
  children: ReactNode
}

function Choice({ title, hint, columns, children }: ChoiceProps) {
  return (
    <section className={classes.choice} aria-label={title}>
      <h3>
        {title}
        {hint && <span>{hint}</span>}
      </h3>
      <div className={classes.options} data-columns={columns}>
        {children}
      </div>
    </section>
  )
}

function Note({ card }: { card: CardState }) {
  return (
    <section className={classes.choice} aria-label="Note">
      <h3>
        <label htmlFor="call-note">Note</label>
        <span className={classes.hint} data-hints>
          <KeyHint keys="N" /> to write
        </span>
      </h3>
      <textarea
        id="call-note"
        className={classes.note}
        rows={2}
        maxLength={5000}
        value={card.note}
        onChange={event => card.setNote(event.currentTarget.value)}
      />
    </section>
  )
}

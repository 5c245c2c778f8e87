import { Button } from '@mantine/core'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { KeyHint } from '../../../../platform/ui/pieces.tsx'
import { useOffline } from '../../../../platform/web/calls/useOffline.ts'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { pressFocused } from '../../../../platform/web/page/pressFocused.ts'
import { count } from '../../../../platform/web/text.ts'
import { dayInSentence, formatDuration, timeOfDay } from '../../../../platform/web/time/time.ts'
import { countdown } from '../../../../platform/wire/clock.ts'
import type { HappyHourState } from '../../contract.ts'
import { endSession, startSession } from '../client.ts'
import classes from './HappyHour.module.css'
import { isLive } from './moments.ts'

interface SessionRingProps {
  state: HappyHourState
  /** The server's clock, in milliseconds. */
  now: number
  isActive: boolean
}

const RING = 264
const THICKNESS = 9

/** What is left of the session, as a ring that runs empty. */
export function SessionRing({ state, now, isActive }: SessionRingProps) {
  const { session } = state
  const live = isLive(state, now)
  const end = Date.parse(session.sessionEnd ?? '')
  const start = Date.parse(session.sessionStart ?? '')
  const left = isActive ? Math.max(0, end - now) : 0
  const text = countdown(left / 1000)
  return (
    <section className={classes.left} aria-label="Session">
      <p className={classes.live} data-on={live || undefined}>
        {liveText(state, now)}
      </p>
      <Ring
        size={RING}
        thickness={THICKNESS}
        turn={isActive ? left / (end - start) : 0}
        label={isActive ? `${text} left in your session` : 'No session'}
      >
        <span className={classes.countdown}>
          {isActive ? (
            <>
              <b>{text}</b>
              <small>left in your session</small>
            </>
          ) : (
            <WaitingInside state={state} now={now} live={live} />
          )}
        </span>
      </Ring>
      <Facts state={state} />
      {isActive ? <EndButton /> : live && <StartButton state={state} />}
    </section>
  )
}

function liveText(state: HappyHourState, now: number): string {
  const { happyHour } = state.session
  if (!happyHour) return 'No happy hour is planned'
  if (isLive(state, now)) return `Live until ${timeOfDay(happyHour.end)}`
  return `Opens ${dayInSentence(happyHour.start, new Date(now))} at ${timeOfDay(happyHour.start)}`
}

function WaitingInside({ state, now, live }: { state: HappyHourState; now: number; live: boolean }) {
  const { happyHour, id } = state.session
  if (live) return <small>{id === null ? 'Start a session to claim leads' : 'Your session is over'}</small>
  if (!happyHour) return null
  const minutes = Math.max(1, Math.round((Date.parse(happyHour.start) - now) / 60_000))
  return (
    <>
      <strong>{formatDuration(minutes)}</strong>
      <small>until it opens</small>
    </>
  )
}

function Facts({ state: { session, pool } }: { state: HappyHourState }) {
  const facts = [
    ['Started', session.sessionStart && timeOfDay(session.sessionStart)],
    [session.isActive ? 'Ends' : 'Ended', session.sessionEnd && timeOfDay(session.sessionEnd)],
    ['Claims', `${session.claimedLeads.length} of ${session.maxClaims}`],
    ['Pool', pool === 1 ? '1 lead' : `${count(pool)} leads`],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => value && [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  )
}

function StartButton({ state }: { state: HappyHourState }) {
  const isOffline = useOffline()
  const { run, isPending } = useUndoable(() => ({ run: () => startSession(undefined), said: () => null }))
  const start = () => pressFocused() || (!isOffline && !isPending && run())
  useShortcuts([{ keys: ' ', label: 'Start a session', group: 'Happy hour', run: () => void start() }])
  return (
    <Button
      size="lg"
      loading={isPending}
      disabled={isOffline}
      className={classes.start}
      rightSection={<KeyHint keys="Space" />}
      onClick={() => run()}
    >
      {isOffline ? 'Needs a connection' : state.session.id === null ? 'Start a session' : 'Start again'}
    </Button>
  )
}

function EndButton() {
  const { run, isPending } = useUndoable(() => ({
    run: () => endSession(undefined),
    said: 'Your session has ended.',
    undo: () => startSession(undefined),
  }))
  return (
    <Button variant="subtle" loading={isPending} onClick={() => run()}>
      End session
    </Button>
  )
}

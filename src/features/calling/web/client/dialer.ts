import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../../platform/web/calls/call.ts'
import { DRAFT_AGE_MS, draftKey } from '../../../../platform/web/forms/draftStore.ts'
import { deviceOwner } from '../../../../platform/web/owner.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { storage } from '../../../../platform/web/storage.ts'
import { calendarDay, shortDay } from '../../../../platform/web/time/time.ts'
import { outboundCalls } from '../../../outbound/contract.ts'
import {
  afterDial,
  type DialEvent,
  type Dialer,
  type DialRow,
  isStillDue,
  refusalOf,
  resumed,
  startDialer,
} from '../rules/dialer.ts'
import { outcomeSaid, placeListedCall } from './dial.ts'
import { callState, watchCallState } from './store.ts'

export {
  countsOf,
  type Dialer,
  type DialResult,
  type DialRow,
  endText,
  phaseText,
  placeText,
  RING_SECONDS,
  skipReasons,
} from '../rules/dialer.ts'

const SECOND = 1_000

/** What this window knows of the list that is called down. */
interface Dialing {
  dialer: Dialer
  /** What is called down: "No contact 14 days". */
  title: string
}

const Result = z.union([
  z.object({ kind: z.literal('skipped'), reason: z.string() }),
  z.object({ kind: z.literal('called'), outcome: z.string(), seconds: z.number() }),
])
const Kept: z.ZodType<Dialing> = z.object({
  title: z.string(),
  dialer: z.object({
    rows: z.array(
      z.object({
        leadId: z.int(),
        name: z.string(),
        number: z.string(),
        taskId: z.int().nullable(),
        why: z.string(),
      }),
    ),
    at: z.int(),
    phase: z.enum(['checking', 'ringing', 'calling', 'asking', 'paused', 'over']),
    left: z.number(),
    pausesNext: z.boolean(),
    results: z.record(z.string(), Result),
  }),
})

const nameOf = () => draftKey(deviceOwner(), 'dialer')
const lockName = () => `keyturn-dialer-${deviceOwner()}`

let dialing: Dialing | null = null
/** Ends the hold on the lock, and what this window listens to; `null` while it does not run the list. */
let stop: (() => void) | null = null
const watchers = new Set<() => void>()

function show(next: Dialing | null): void {
  dialing = next
  if (next) storage.write(nameOf(), next)
  else storage.remove(nameOf())
  for (const watcher of watchers) watcher()
}

/** The list that is called down; `null` while there is none. */
export const useDialing = (): Dialing | null =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => dialing,
  )

/** What becomes of the list by what happens, and what that sets off. */
export function dial(event: DialEvent): void {
  if (!dialing) return
  const before = dialing.dialer
  const dialer = afterDial(before, event)
  if (dialer === before) return
  show({ ...dialing, dialer })
  if (dialer.phase !== before.phase || dialer.at !== before.at) void begin(dialer)
}

/** Starts what a phase is about. What has become of the list meanwhile is for the events to say. */
async function begin({ phase, at, rows }: Dialer): Promise<void> {
  const row = rows[at]
  if (!row) return
  if (phase === 'checking') dial({ type: 'checked', at, refusal: await askWhetherToCall(row.leadId) })
  if (phase === 'calling') {
    try {
      const lead = { id: row.leadId, first_name: row.name, last_name: '' }
      const isDue = () => isStillDue(dialing?.dialer ?? null, at)
      const reason = await placeListedCall({ ...row, lead }, isDue)
      if (reason !== null) dial({ type: 'refused', at, reason })
      else if (!isDue()) dial({ type: 'stuck', at })
    } catch (error) {
      notifyFailure(error instanceof Error ? error.message : 'The phone is not ready.')
      dial({ type: 'stuck', at })
    }
  }
}

/** Why somebody may not be called now, in a sentence: asked when their turn comes, and again by the server at the call. */
async function askWhetherToCall(id: number): Promise<string | null> {
  try {
    const now = new Date()
    const reach = await call(outboundCalls.reach, { id })
    return refusalOf(reach.call, { instant: at => shortDay(at, now), day: calendarDay })
  } catch (error) {
    return serverSentence(error, 'Nobody knows whether they may be called.')
  }
}

/** Calls down a list, one after the other; what was called down before ends. Another window may be at it already. */
export async function startDialing(rows: readonly DialRow[], title: string): Promise<void> {
  if (rows.length === 0) return void notify('Nobody in this list has a phone number.', { tone: 'info' })
  if (!(await takeOver())) return void notify('The dialer runs in another window.', { tone: 'info' })
  show({ dialer: startDialer(rows), title })
  void begin(startDialer(rows))
}

/** Goes on where the list stopped, also tomorrow, or in the place of a window that was closed. */
export async function continueDialing(): Promise<void> {
  if (!(await takeOver())) return void notify('The dialer runs in another window.', { tone: 'info' })
  dial({ type: 'continue' })
}

/** Leaves the list for good. */
export function finishDialing(): void {
  stop?.()
  show(null)
}

/** Shows a list that was being called down when its page went away: paused. */
export function resumeDialing(): void {
  const kept = Kept.safeParse(storage.read(nameOf(), DRAFT_AGE_MS)).data
  if (!kept || dialing || kept.dialer.phase === 'over') return
  dialing = { ...kept, dialer: resumed(kept.dialer) }
  for (const watcher of watchers) watcher()
  void takeOver()
}

/** Makes this the window that runs the list; answers whether it could. */
function takeOver(): Promise<boolean> {
  if (stop) return Promise.resolve(true)
  return new Promise(answer => {
    void navigator.locks.request(lockName(), { ifAvailable: true }, lock => {
      if (!lock) return void answer(false)
      return new Promise<void>(release => {
        const stopListening = listen()
        stop = () => {
          stopListening()
          stop = null
          release()
        }
        answer(true)
      })
    })
  })
}

/** Follows the seconds, the call and what is said of it. */
function listen(): () => void {
  const timer = setInterval(() => dial({ type: 'tick' }), SECOND)
  let before = callState()
  const stopWatching = watchCallState(() => {
    const now = callState()
    const isOver = before.active && !now.active
    if (isOver && before.leadId !== null)
      dial({ type: 'over', leadId: before.leadId, seconds: before.timer.minutes * 60 + before.timer.seconds })
    // Somebody calls in between: never two at once.
    if (now.active && now.direction === 'inbound') dial({ type: 'pause' })
    before = now
  })
  const stopHearing = outcomeSaid.listen(({ leadId, outcome, seconds }) =>
    dial(outcome === null ? { type: 'pause' } : { type: 'saved', leadId, outcome, seconds }),
  )
  return () => {
    clearInterval(timer)
    stopWatching()
    stopHearing()
  }
}

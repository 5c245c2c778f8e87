import { ApiError, serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../../platform/web/page/confirm.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { createSignal } from '../../../../platform/web/signal.ts'
import type { PreparedCall, RingingCall, VoiceToken } from '../../contract.ts'
import type { CallOutcome } from '../../rules.ts'
import { type CallState, mayCall, noCall, problemOf } from '../rules/callState.ts'
import { fetchToken, prepareCall } from './calls.ts'
import { CallDevice } from './device.ts'
import { callState, showCallState, watchCallState } from './store.ts'
import { joinWindows, type Windows } from './windows.ts'

/** Whom to call. */
export interface WantedCall {
  lead: { id: number; first_name: string; last_name: string }
  name: string
  number: string
  taskId: number | null
}

/** Tells of each call that ended, in the window that had it. */
export const callOver = createSignal<CallState>()

/** How a call went, as somebody has just said; `null` when they put that off, or took it back. */
export interface SaidOutcome {
  leadId: number
  outcome: CallOutcome | 'logged' | null
  seconds: number
}
/** Tells of it in this window. */
export const outcomeSaid = createSignal<SaidOutcome>()

let windows: Windows | null = null

/** Whether calls go out from the browser here; numbers are otherwise called by what the device has for it. */
export const isCallingSetUp = (): boolean => windows !== null

/** How long somebody who has pressed a number waits for the phone to get ready. */
const READY_WITHIN_MS = 10_000

/** When this browser can call, or says why it cannot. */
function whenReady(): Promise<void> {
  const isDecided = ({ ready, devices, lost }: CallState) => (ready && devices !== noCall.devices) || lost !== ''
  return new Promise(resolve => {
    const done = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = watchCallState(() => isDecided(callState()) && done())
    const timer = setTimeout(done, READY_WITHIN_MS)
    if (isDecided(callState())) done()
  })
}

/**
 * Registers this browser for calls as far as that is set up, and says once it is known whether it calls, and ready for that. The
 * function that comes back ends that.
 */
export function startCalling(onKnown: () => void): () => void {
  let isStopped = false
  const begin = (token: VoiceToken) => {
    if (isStopped) return
    windows = joinWindows({
      mirror: showCallState,
      own: publish =>
        new CallDevice(token, {
          show(state) {
            showCallState(state)
            publish(state)
          },
          over: state => callOver.emit(state),
        }),
    })
  }
  // Where nobody carries voice, and without the right to call, numbers stay links.
  void fetchToken()
    .then(begin, () => undefined)
    .then(() => (isCallingSetUp() ? whenReady() : undefined))
    .then(() => isStopped || onKnown())
  return () => {
    isStopped = true
    windows?.stop()
    windows = null
    showCallState(noCall)
  }
}

/** Calls a lead from the browser. Says why not, and asks where the hour is unusual. */
export async function placeCall(wanted: WantedCall): Promise<void> {
  const { ready, active, devices } = callState()
  if (active) return void notify('You are in a call. End it first.', { tone: 'info' })
  if (!mayCall({ ready, active, number: wanted.number }))
    return void notify('The phone is getting ready. Try again in a moment.', { tone: 'info' })
  const problem = problemOf(devices)
  if (problem) return void notifyFailure(problem)
  const prepared = await prepare(wanted)
  if (prepared) connect(wanted, prepared)
}

/**
 * Calls a lead from a list that is called down. Answers why the lead was not called, in a sentence; a question that nobody watches is
 * not asked. Throws when this device cannot call at all. Nothing rings for a list that `isStillDue` says was left meanwhile.
 */
export async function placeListedCall(wanted: WantedCall, isStillDue: () => boolean): Promise<string | null> {
  requireDevice()
  const task = wanted.taskId === null ? {} : { task_id: wanted.taskId }
  let prepared: PreparedCall
  try {
    prepared = await prepareCall({ lead_id: wanted.lead.id, by_dialer: true, ...task })
  } catch (error) {
    return serverSentence(error, 'The call could not be placed.')
  }
  // Somebody may have called in, or the microphone may be gone, while the server was asked.
  requireDevice()
  if (isStillDue()) connect(wanted, prepared)
  return null
}

function requireDevice(): void {
  const { ready, active, devices } = callState()
  const problem = problemOf(devices)
  if (!mayCall({ ready, active, number: 'any' }) || problem) throw new Error(problem ?? 'The phone is not ready.')
}

function connect(wanted: WantedCall, { call, params }: PreparedCall): void {
  windows?.run({
    kind: 'place',
    call: {
      number: wanted.number,
      name: wanted.name,
      callParams: params,
      callId: call.id,
      direction: 'outbound',
      leadId: wanted.lead.id,
      agentId: call.agent_id,
      taskId: wanted.taskId,
    },
  })
}

async function prepare({ lead, taskId }: WantedCall): Promise<PreparedCall | null> {
  const asked = { lead_id: lead.id, ...(taskId === null ? {} : { task_id: taskId }) }
  try {
    return await prepareCall(asked).catch(async error => {
      if (!isQuestion(error)) throw error
      const yes = await confirm({ title: 'Call at this hour?', message: error.message })
      return yes ? prepareCall({ ...asked, confirmed: true }) : null
    })
  } catch (error) {
    notifyFailure(serverSentence(error, 'The call could not be placed.'))
    return null
  }
}

const isQuestion = (error: unknown): error is ApiError =>
  error instanceof ApiError && typeof error.data === 'object' && error.data !== null && 'confirm' in error.data

/** Answers a call that rings. */
export function answerCall(call: RingingCall, name: string): void {
  if (call.provider_id === null) return
  windows?.run({
    kind: 'answer',
    providerId: call.provider_id,
    call: {
      number: call.number,
      name,
      callParams: null,
      callId: call.id,
      direction: 'inbound',
      leadId: call.lead?.id ?? null,
      agentId: null,
      taskId: null,
    },
  })
}

export const hangUp = (): void => windows?.run({ kind: 'hang up' })
export const toggleMute = (): void => windows?.run({ kind: 'mute' })
/** Has a call ring no more at this person's extension of the brokerage's own telephone system. */
export const rejectRinging = (providerId: string): void => windows?.run({ kind: 'reject', providerId })
/** Puts the other side on hold by this browser, or takes them back. */
export const holdHere = (held: boolean): void => windows?.run({ kind: 'hold', held })
/** Hands the call on by this browser. */
export const transferHere = (to: { target: string; userId: number; name: string }): void =>
  windows?.run({ kind: 'transfer', ...to })
/** Presses a key of the telephone: a digit, * or #. */
export const pressKey = (keys: string): void => windows?.run({ kind: 'press', keys })
/** Takes the bar of a call away that is over. */
export const closeCall = (): void => windows?.run({ kind: 'close' })
/** Speaks into, or hears from, another device from now on. */
export const chooseDevice = (which: 'input' | 'output', id: string): void => windows?.run({ kind: 'choose', which, id })

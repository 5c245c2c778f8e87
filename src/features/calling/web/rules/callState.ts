/** A microphone or a speaker of this device. */
export interface AudioDevice {
  id: string
  label: string
}

/** What there is to speak into and to hear with, and what is chosen. */
export interface AudioDevices {
  input: readonly AudioDevice[]
  output: readonly AudioDevice[]
  chosenInput: string | null
  chosenOutput: string | null
}

export type StatusClass = 'idle' | 'initializing' | 'connecting' | 'connected' | 'disconnected' | 'error'

/** What the voice connects with. */
export interface CallParams {
  /** The lead. */
  user_id: string
  agent_id: string
  task_id?: string | undefined
}

/** A call as the browser shows it, and whether it can make one. */
export interface CallState {
  /** The device is registered. */
  ready: boolean
  /** A call is going on. */
  active: boolean
  number: string
  name: string
  callParams: CallParams | null
  /** The record of the call on the server. */
  callId: number | null
  direction: 'outbound' | 'inbound'
  leadId: number | null
  agentId: number | null
  taskId: number | null
  devices: AudioDevices
  muted: boolean
  timer: { minutes: number; seconds: number }
  status: '' | 'connecting...' | 'connected' | 'disconnected' | 'error'
  statusClass: StatusClass
  /** What an error says. */
  message: string
  /** Why calls cannot go through at the moment; empty while they can, and before the first try. */
  lost: string
}

/** Who is called, or has called. */
export type CallSubject = Pick<
  CallState,
  'number' | 'name' | 'callParams' | 'callId' | 'direction' | 'leadId' | 'agentId' | 'taskId'
>

export type CallEvent =
  | { type: 'initializing' }
  | { type: 'registered' }
  | { type: 'unregistered'; reason?: string | undefined }
  | { type: 'devices'; devices: AudioDevices }
  | { type: 'placed'; call: CallSubject }
  | { type: 'accepted' }
  | { type: 'tick' }
  | { type: 'muted'; muted: boolean }
  | { type: 'failed'; message: string }
  | { type: 'disconnected' }
  | { type: 'closed' }

const noDevices: AudioDevices = { input: [], output: [], chosenInput: null, chosenOutput: null }

const nobody: CallSubject = {
  number: '',
  name: '',
  callParams: null,
  callId: null,
  direction: 'outbound',
  leadId: null,
  agentId: null,
  taskId: null,
}

/** Before the device is asked for. */
export const noCall: CallState = {
  ...nobody,
  ready: false,
  active: false,
  devices: noDevices,
  muted: false,
  timer: { minutes: 0, seconds: 0 },
  status: '',
  statusClass: 'idle',
  message: '',
  lost: '',
}

/** What becomes of a call by what happens to it. */
export function afterEvent(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case 'initializing':
      return { ...state, ready: false, ...(state.status === '' ? { statusClass: 'initializing' } : {}) }
    case 'registered':
      return {
        ...state,
        ready: true,
        lost: '',
        ...(state.statusClass === 'initializing' ? { statusClass: 'idle' } : {}),
      }
    case 'unregistered':
      return { ...state, ready: false, lost: event.reason ?? RECONNECTING }
    case 'devices':
      return { ...state, devices: event.devices }
    case 'placed':
      return mayCall({ ...state, number: event.call.number }) ? begun(state, event.call) : state
    case 'accepted':
      return state.active && state.status === 'connecting...'
        ? { ...state, status: 'connected', statusClass: 'connected' }
        : state
    case 'tick':
      return state.status === 'connected' ? { ...state, timer: ticked(state.timer) } : state
    case 'muted':
      return state.active ? { ...state, muted: event.muted } : state
    case 'failed':
      return { ...state, status: 'error', statusClass: 'error', message: event.message }
    case 'disconnected':
      return disconnected(state)
    case 'closed':
      return state.active
        ? state
        : { ...state, ...nobody, status: '', statusClass: 'idle', message: '', timer: noCall.timer, muted: false }
  }
}

/** A call is placed only when the device is ready, no call is active, and there is a number. */
export const mayCall = ({ ready, active, number }: Pick<CallState, 'ready' | 'active' | 'number'>): boolean =>
  ready && !active && number !== ''

const begun = (state: CallState, call: CallSubject): CallState => ({
  ...state,
  ...call,
  active: true,
  muted: false,
  timer: noCall.timer,
  status: 'connecting...',
  statusClass: 'connecting',
  message: '',
})

/** What went wrong stays to be read after the call is gone. */
function disconnected(state: CallState): CallState {
  const over = { ...state, active: false, muted: false }
  if (state.status === '' || state.status === 'error') return over
  return { ...over, status: 'disconnected', statusClass: 'disconnected' }
}

const ticked = ({ minutes, seconds }: CallState['timer']): CallState['timer'] =>
  seconds === 59 ? { minutes: minutes + 1, seconds: 0 } : { minutes, seconds: seconds + 1 }

/** "12:04". */
export const timerText = ({ minutes, seconds }: CallState['timer']): string =>
  `${minutes}:${String(seconds).padStart(2, '0')}`

/** What the bar says of a call. */
export const statusText = ({ status, message }: Pick<CallState, 'status' | 'message'>): string =>
  status === 'error' ? ['Error', message].filter(Boolean).join(': ') : status

const CHECK = 'please check your browser/app microphone permission settings.'
export const NO_INPUT = `No Input Audio Devices Available, ${CHECK}`
export const NO_OUTPUT = `No Output Audio Devices Available, ${CHECK}`
/** The specification's own spelling. */
export const NO_DEVICES = `No Audio Devices Avaialble, ${CHECK}`
export const CHOOSE_DEVICES =
  'Please select your audio input and output devices in order to start your call. If none are available, check your browser audio permissions.'
export const CONNECTION_LOST =
  'Your connection to Twilio has been lost. Please check your internet connection, refresh the page, and try again.'

/** Said while the line to whatever carries calls is broken. */
export const RECONNECTING = 'Phone offline, reconnecting'
/** The same for the brokerage's own telephone system. */
export const SYSTEM_LOST =
  'Your connection to the telephone system has been lost. Please check your internet connection, refresh the page, and try again.'

/** Why no call can be made with these devices; `null` when one can. */
export function problemOf({ input, output, chosenInput, chosenOutput }: AudioDevices): string | null {
  if (input.length === 0) return output.length === 0 ? NO_DEVICES : NO_INPUT
  if (output.length === 0) return NO_OUTPUT
  return chosenInput === null || chosenOutput === null ? CHOOSE_DEVICES : null
}

/** How long a call outlives the page that it was made on. */
export const RELOAD_MS = 10_000

import { milestoneType, milestoneTypeOf } from '../milestones/rules.ts'

/** Which way a call goes. */
export const callDirections = ['outbound', 'inbound'] as const

/**
 * What a call can be. `prepared`: decided on, and not at the provider yet. `missed`: nobody answered. `refused`: never
 * connected, such as one from a blocked number. `unknown`: the provider never said how it ended.
 */
export const callStates = [
  'prepared',
  'ringing',
  'connected',
  'ended',
  'failed',
  'missed',
  'refused',
  'unknown',
] as const
export type CallState = (typeof callStates)[number]

/** How a call went, in the order of its keys. */
export const callOutcomes = ['connected', 'voicemail', 'no answer', 'wrong number'] as const
export type CallOutcome = (typeof callOutcomes)[number]

export const outcomeLabels: Readonly<Record<CallOutcome, string>> = {
  connected: 'Connected',
  voicemail: 'Voicemail',
  'no answer': 'No answer',
  'wrong number': 'Wrong number',
}

const callOption = (name: string): number | null =>
  milestoneTypeOf(milestoneType.call)?.options.find(option => option.name === name)?.id ?? null

const optionNames: Readonly<Record<CallOutcome, string>> = {
  connected: 'Connected',
  voicemail: 'Left voicemail',
  'no answer': 'No answer',
  'wrong number': 'Wrong number',
}

/** The option of the milestone that records an outcome. */
export const optionOf = (outcome: CallOutcome): number | null => callOption(optionNames[outcome])

/** Why a call to a busy line failed; it is under "No answer" for people, and "Busy" on the timeline. */
export const BUSY = 'The line is busy.'

/** The option of the milestone of a call that nobody has said anything about yet. */
export function ownOption({
  state,
  reason,
  isVoicemail,
}: {
  state: CallState
  reason: string | null
  isVoicemail: boolean
}) {
  if (isVoicemail) return callOption('Left voicemail')
  if (reason === BUSY) return callOption('Busy')
  if (state === 'ended') return callOption('Connected')
  return state === 'missed' ? callOption('No answer') : null
}

/** The provider's words for where a call is (CallStatus of its hooks). */
export type ProviderStatus =
  | 'initiated'
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'canceled'

/** What a browser says of a call by SIP. `canceled`: given up before anybody answered. */
export const sipEvents = [
  'ringing',
  'answered',
  'ended',
  'busy',
  'no-answer',
  'failed',
  'canceled',
  'held',
  'resumed',
  'transferred',
  'alive',
] as const
export type SipEvent = (typeof sipEvents)[number]

const ranks: Readonly<Record<CallState, number>> = {
  prepared: 0,
  ringing: 1,
  connected: 2,
  unknown: 3,
  ended: 4,
  failed: 4,
  missed: 4,
  refused: 4,
}

/** Whether a call is over or given up on, so that what it came to can be written down. */
const isReported = (state: CallState): boolean => ranks[state] >= ranks.unknown

/** What a hook reports of a call. */
export interface Report {
  status: ProviderStatus
  /** `person`: the leg to whom is called. `call`: all of it, as the provider opened it. */
  leg: 'person' | 'call'
}

/** What becomes of a call by a report; `null` when that is old, repeated, or says nothing about the call as a whole. */
export function afterReport(
  call: { direction: 'outbound' | 'inbound'; state: CallState; wasConnected: boolean },
  { status, leg }: Report,
): { state: CallState; reason?: string } | null {
  const next = reportedState(call, { status, leg })
  return next && ranks[next.state] > ranks[call.state] ? next : null
}

function reportedState(
  { direction, wasConnected }: { direction: 'outbound' | 'inbound'; wasConnected: boolean },
  { status, leg }: Report,
): { state: CallState; reason?: string } | null {
  // An inbound call rings several people, one after the other: that one of them did not answer ends nothing.
  const isOneOfMany = direction === 'inbound' && leg === 'person'
  switch (status) {
    case 'initiated':
    case 'queued':
      return null
    case 'ringing':
      return { state: 'ringing' }
    case 'in-progress':
      // The provider answers the leg of the browser, or of the caller, at once; nobody talks until the other one answers.
      return leg === 'person' ? { state: 'connected' } : null
    case 'completed':
      if (leg === 'person') return { state: 'ended' }
      return { state: wasConnected ? 'ended' : 'missed' }
    case 'busy':
      return isOneOfMany ? null : { state: 'failed', reason: BUSY }
    case 'failed':
      return isOneOfMany ? null : { state: 'failed', reason: 'The call could not be connected.' }
    case 'no-answer':
    case 'canceled':
      return isOneOfMany ? null : { state: wasConnected ? 'ended' : 'missed' }
  }
}

/** Whether what a call came to is to be written on the timeline. */
export const isToBeWritten = ({ state, milestone_id }: { state: CallState; milestone_id: number | null }): boolean =>
  isReported(state) && state !== 'refused' && milestone_id === null

/** "12:04". */
export const talkTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Why nobody can be called from the browser here. */
export const NOT_SET_UP = 'Calling from the browser is not set up.'
/** The feature that opens the power dialer. */
export const POWER_DIALER = 'power_dialer'
/** Said to those for whom it is off. */
export const NO_DIALER = 'The power dialer is switched off for you.'
/** Why a call that came in did not ring. */
export const NUMBER_BLOCKED = 'The number is blocked.'
/** Why a call is not connected whose caller may not call the lead any more. */
export const NO_LONGER_THEIRS = 'Whoever wanted to call may no longer open this lead.'
/** Why somebody cannot call by the brokerage's own telephone system. */
export const NO_EXTENSION = 'You have no extension at the telephone system. Ask an administrator for one.'
/** Why the provider is not told to do something about a call. */
export const MOVED_BY_BROWSER =
  'The telephone system of the brokerage carries this call: only its own window can do that.'
/** What is said to a caller whose call was not decided on. */
export const NOT_PREPARED = 'This call was not prepared.'

/** What the provider is to do with a call. */
export type Instruction =
  | { do: 'dial'; number: string; hasNotice: boolean }
  /** Rings people for so many seconds, then asks for the next step. The caller hears the notice before. */
  | { do: 'ring'; identities: readonly string[]; seconds: number; next: string; notice?: string }
  /** Said to whoever has answered, before they are connected. */
  | { do: 'say'; sentence: string }
  /** Waits, and asks again. */
  | { do: 'hold' }
  /** Talks with whoever else is in the room of the call. */
  | { do: 'room'; room: string }
  | { do: 'voicemail'; greeting: string }
  | { do: 'hang up'; sentence?: string }
  /** Never answers it: whoever calls hears that the number is not reachable. */
  | { do: 'reject' }

const IDENTITY = /^user_(\d+)$/

/** The name under which calls reach a user; the provider allows letters, digits and underscores. */
export const identityOf = (userId: number): string => `user_${userId}`

/** Whose name it is; `null` for one that is nobody's here. */
export function userOfIdentity(identity: string): number | null {
  const [, id] = IDENTITY.exec(identity.replace(/^client:/, '')) ?? []
  return id === undefined ? null : Number(id)
}

/** What the administrators set about calls. */
export interface CallSettings {
  /** Calls are recorded, both ways, after the notice. */
  is_recorded: boolean
  /** What everybody hears before they are recorded: that, and what for. */
  notice: string
  /** Days for which recordings are kept. */
  keep_days: number
  /** What callers hear whom nobody answers; `null` for a sentence with the name of the brokerage. */
  greeting: string | null
}

/** Without anything set nothing is recorded. */
export const defaultCallSettings: CallSettings = {
  is_recorded: false,
  notice: 'This call is recorded so that we can follow up on what you ask for. Please tell us if you do not want that.',
  keep_days: 90,
  greeting: null,
}

/** What callers hear whom nobody answers, unless the administrators wrote something else. */
export const usualGreeting = (siteName: string): string =>
  `You have reached ${siteName}. Nobody can take your call right now. Please leave a message after the tone.`

/** What a recording can be; `refused`: the lead did not want it, and it was deleted. */
export const recordingStates = [
  'starting',
  'recording',
  'paused',
  'arriving',
  'stored',
  'refused',
  'failed',
  'removed',
] as const
export type RecordingState = (typeof recordingStates)[number]

/** What a person may do about the recording of a call that goes on. */
export const recordingActions = ['pause', 'resume', 'refuse'] as const

/** Who is to be done something with. */
interface Line {
  id: number
  state: CallState
  lead_leg: string | null
  agent_leg: string | null
  consult_leg: string | null
  bridged: 'lead' | 'agent' | null
  held_at: string | null
  transfer_to: number | null
}

/** Seconds that a colleague is rung to whom a call is handed, or who is asked. */
export const COLLEAGUE_SECONDS = 20

/**
 * What a leg is to do that asks, by how the call is at that moment: the same whichever hook asks, how often, and in which order.
 */
export function nextOnLine(call: Line, leg: string): Instruction {
  if (call.state !== 'connected' || call.bridged !== null) return { do: 'hang up' }
  if (leg === call.lead_leg) {
    if (call.transfer_to !== null) {
      const identities = [identityOf(call.transfer_to)]
      return { do: 'ring', identities, seconds: COLLEAGUE_SECONDS, next: 'back' }
    }
    return call.held_at === null ? { do: 'room', room: roomOf(call) } : { do: 'hold' }
  }
  // Whoever hands a call on without asking leaves it.
  if (call.transfer_to !== null) return { do: 'hang up' }
  return leg === call.agent_leg || leg === call.consult_leg ? { do: 'room', room: roomOf(call) } : { do: 'hang up' }
}

const roomOf = ({ id }: Pick<Line, 'id'>): string => `call-${id}`

/**
 * The leg that asks what to do when both are connected and something changes: the one that was dialed. The other one asks by itself, as
 * soon as that leaves it.
 */
export const legToMove = ({ bridged, lead_leg, agent_leg }: Line): string | null =>
  bridged === 'agent' ? agent_leg : lead_leg

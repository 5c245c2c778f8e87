import { createRequire } from 'node:module'

/** The package's own module of answers: its main file would load the client of every product that Twilio has. */
const VoiceResponse = createRequire(import.meta.url)(
  'twilio/lib/twiml/VoiceResponse.js',
) as typeof import('twilio/lib/twiml/VoiceResponse.js')

/** Addresses of the product's hooks, whole. */
export interface VoiceHooks {
  /** Asked for what to do, first and after each step; the step stands in the query. */
  voice(step: string): string
  status: string
  recording: string
}

/** What the provider reports of a leg. */
export const STATUS_EVENTS = ['initiated', 'ringing', 'answered', 'completed'] as const

/** Seconds that somebody is rung who is called from the browser. */
const OUTBOUND_SECONDS = 40

/** Connects a browser with a number; who answers may hear a notice first. */
export function dialNumber(
  to: string,
  { callerId, hasNotice, hooks }: { callerId: string; hasNotice: boolean; hooks: VoiceHooks },
): string {
  const response = new VoiceResponse()
  const dial = response.dial({ callerId, answerOnBridge: true, timeout: OUTBOUND_SECONDS, action: hooks.voice('done') })
  const notice = hasNotice ? { url: hooks.voice('notice') } : {}
  dial.number({ ...notice, statusCallback: hooks.status, statusCallbackEvent: [...STATUS_EVENTS] }, to)
  return response.toString()
}

/** Rings browsers at once, and asks again when nobody has answered in time. */
export function ringClients(
  identities: readonly string[],
  { seconds, next, notice, hooks }: { seconds: number; next: string; notice?: string | undefined; hooks: VoiceHooks },
): string {
  const response = new VoiceResponse()
  if (notice) response.say(notice)
  const dial = response.dial({ timeout: seconds, answerOnBridge: true, action: hooks.voice(next) })
  for (const identity of identities)
    dial.client({ statusCallback: hooks.status, statusCallbackEvent: [...STATUS_EVENTS] }, identity)
  return response.toString()
}

/** Longest voicemail, in seconds. */
const VOICEMAIL_SECONDS = 180

/** Says a sentence to whoever has answered, before they are connected. */
export function sayNotice(notice: string): string {
  const response = new VoiceResponse()
  response.say(notice)
  return response.toString()
}

/** Seconds after which a leg that is held asks again what to do. */
const HOLD_SECONDS = 20

/** Has somebody wait, who asks again and again whether they still are to. */
export function holdLine(hooks: VoiceHooks): string {
  const response = new VoiceResponse()
  response.say('One moment please. You are on hold.')
  response.pause({ length: HOLD_SECONDS })
  response.redirect(hooks.voice('next'))
  return response.toString()
}

/** Puts a leg into the room of its call, where all talk who are in it. */
export function joinRoom(room: string, hooks: VoiceHooks): string {
  const response = new VoiceResponse()
  const dial = response.dial({ action: hooks.voice('next') })
  dial.conference({ beep: 'false', startConferenceOnEnter: true, endConferenceOnExit: false, waitUrl: '' }, room)
  return response.toString()
}

/** Greets whoever nobody answers, and records what they say. */
export function takeVoicemail(greeting: string, hooks: VoiceHooks): string {
  const response = new VoiceResponse()
  response.say(greeting)
  response.record({
    maxLength: VOICEMAIL_SECONDS,
    playBeep: true,
    action: hooks.voice('done'),
    recordingStatusCallback: hooks.recording,
  })
  return response.toString()
}

/** Ends a call that was answered, or that nothing follows. */
export function hangUp(sentence?: string): string {
  const response = new VoiceResponse()
  if (sentence) response.say(sentence)
  response.hangup()
  return response.toString()
}

/** Turns a call away before it is answered; the caller hears that the number is not in service. */
export function rejectCall(): string {
  const response = new VoiceResponse()
  response.reject({ reason: 'rejected' })
  return response.toString()
}

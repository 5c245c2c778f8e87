import { C } from 'jssip'
import type { EndEvent, ReferOptions, RTCSession } from 'jssip/lib/RTCSession.js'
import { ApiError } from '../../../../platform/web/calls/apiErrors.ts'
import { call as ask } from '../../../../platform/web/calls/call.ts'
import { callingCalls } from '../../contract.ts'
import { BUSY, type SipEvent } from '../../rules.ts'
import { SYSTEM_LOST } from '../rules/callState.ts'
import { microphone, playKey, ringTone } from './sound.ts'
import type { CallHearer, ChosenDevices, VoiceCall } from './voice.ts'

const ALIVE_MS = 30_000
const RETRY_MS = 2_000
const TRIES = 5
/** Ways to the other side are sent off after so long: a server that does not answer would hold up the call. */
const GATHER_MS = 1_000

/** Tells the server what becomes of a call, one after the other, and again where it could not be reached. */
export function reporterOf(provider_id: string): (event: SipEvent, userId?: number) => void {
  let last = Promise.resolve()
  const send = async (event: SipEvent, userId?: number) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const said = { provider_id, event, ...(userId === undefined ? {} : { user_id: userId }) }
      const failure = await ask(callingCalls.sipReport, said, { keepalive: true }).catch((error: unknown) => error)
      if (!(failure instanceof ApiError) || (failure.status > 0 && failure.status < 500)) return
      await new Promise(resolve => setTimeout(resolve, RETRY_MS))
    }
  }
  return (event, userId) => {
    last = last.then(() => send(event, userId))
  }
}

interface Parts {
  hearer: CallHearer
  providerId: string
  stream: MediaStream
  chosen: ChosenDevices
}

/** One call by SIP: its sound, and what it tells the bar and the server. */
export class SipCall implements VoiceCall {
  readonly #session: RTCSession
  readonly #hearer: CallHearer
  readonly #report: (event: SipEvent, userId?: number) => void
  readonly #speaker = new Audio()
  readonly #alive: ReturnType<typeof setInterval>
  #stream: MediaStream
  #input: string | null
  #stopRinging: (() => void) | null = null

  constructor(session: RTCSession, { hearer, providerId, stream, chosen }: Parts) {
    this.#session = session
    this.#hearer = hearer
    this.#stream = stream
    this.#input = chosen.input
    this.#report = reporterOf(providerId)
    this.#alive = setInterval(() => this.#report('alive'), ALIVE_MS)
    void this.#playThrough(chosen.output)
    this.#listen()
  }

  hangUp(): void {
    if (!this.#session.isEnded()) this.#session.terminate()
  }

  mute(muted: boolean): void {
    if (muted) this.#session.mute({ audio: true })
    else this.#session.unmute({ audio: true })
  }

  press(keys: string): void {
    playKey(keys)
    this.#session.sendDTMF(keys, { transportType: C.DTMF_TRANSPORT.RFC2833 })
  }

  hold(held: boolean): void {
    if (held) this.#session.hold()
    else this.#session.unhold()
  }

  transfer({ target, userId }: { target: string; userId: number }): Promise<void> {
    return new Promise((resolve, reject) => {
      const refused = () => reject(new Error('The telephone system did not hand the call on.'))
      const handed = () => {
        this.#report('transferred', userId)
        this.hangUp()
        resolve()
      }
      const eventHandlers = { requestFailed: refused, failed: refused, accepted: handed }
      this.#session.refer(target, { eventHandlers } satisfies ReferOptions)
    })
  }

  /** The call is over with its page. */
  resumeKey = (): string => ''

  /** Speaks into, and hears from, other devices. */
  async switchTo({ input, output }: ChosenDevices): Promise<void> {
    await this.#playThrough(output)
    if (input === this.#input || this.#session.isEnded()) return
    this.#input = input
    const stream = await microphone(input)
    const [track] = stream.getAudioTracks()
    const sender = this.#session.connection?.getSenders().find(each => each.track?.kind === 'audio')
    if (!track || !sender) return
    track.enabled = sender.track?.enabled ?? true
    await sender.replaceTrack(track)
    stopAll(this.#stream)
    this.#stream = stream
  }

  async #playThrough(output: string | null): Promise<void> {
    if (output && 'setSinkId' in this.#speaker) await this.#speaker.setSinkId(output).catch(() => undefined)
  }

  #listen(): void {
    const session = this.#session
    if (session.connection) this.#hear(session.connection)
    session.on('peerconnection', ({ peerconnection }) => this.#hear(peerconnection))
    let isWaiting = false
    session.on('icecandidate', ({ ready }) => {
      if (!isWaiting) setTimeout(ready, GATHER_MS)
      isWaiting = true
    })
    session.on('progress', () => {
      if (`${session.direction}` !== 'outgoing') return
      this.#stopRinging ??= ringTone()
      this.#report('ringing')
    })
    session.on('accepted', () => {
      this.#stopRinging?.()
      if (`${session.direction}` === 'outgoing') this.#report('answered')
      this.#hearer.accepted()
    })
    session.on('hold', ({ originator }) => `${originator}` === 'local' && this.#report('held'))
    session.on('unhold', ({ originator }) => `${originator}` === 'local' && this.#report('resumed'))
    session.on('failed', event => this.#failed(event))
    session.on('ended', ({ cause }) => {
      if (cause === 'Connection Error') this.#hearer.failed(SYSTEM_LOST)
      this.#over('ended')
    })
    addEventListener('pagehide', this.#leave)
  }

  readonly #leave = (): void => this.hangUp()

  #failed({ cause, originator }: EndEvent): void {
    const [event, sentence] = failures[cause] ?? (['failed', 'The call could not be connected.'] as const)
    if (event !== 'canceled' || `${originator}` === 'remote') this.#hearer.failed(sentence)
    this.#over(event)
  }

  #hear(connection: RTCPeerConnection): void {
    connection.addEventListener('track', ({ streams: [heard] }) => {
      this.#speaker.srcObject = heard ?? null
      void this.#speaker.play().catch(() => undefined)
    })
  }

  #over(event: SipEvent): void {
    clearInterval(this.#alive)
    removeEventListener('pagehide', this.#leave)
    this.#stopRinging?.()
    stopAll(this.#stream)
    this.#speaker.srcObject = null
    this.#report(event)
    this.#hearer.disconnected()
  }
}

/** Lets the microphone go. */
export function stopAll(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** What became of a call that nobody answered, by the library's word for it, and what is said of it. */
const failures: Readonly<Record<string, readonly [SipEvent, string]>> = {
  Busy: ['busy', BUSY],
  Unavailable: ['no-answer', 'Nobody answered.'],
  'No Answer': ['no-answer', 'Nobody answered.'],
  'Request Timeout': ['failed', SYSTEM_LOST],
  'Connection Error': ['failed', SYSTEM_LOST],
  Canceled: ['canceled', 'The call was canceled.'],
  Rejected: ['busy', 'The call was declined.'],
  'Not Found': ['failed', 'The telephone system does not know this number.'],
}

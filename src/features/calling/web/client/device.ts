import { z } from 'zod'
import { deviceOwner } from '../../../../platform/web/owner.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { storage } from '../../../../platform/web/storage.ts'
import type { VoiceToken } from '../../contract.ts'
import {
  afterEvent,
  type CallEvent,
  type CallState,
  type CallSubject,
  CONNECTION_LOST,
  noCall,
  RELOAD_MS,
} from '../rules/callState.ts'
import { audioDevices } from '../voice/devices.ts'
import type { CallHearer, ChosenDevices, Voice, VoiceCall, VoiceOptions } from '../voice/voice.ts'
import { fetchToken } from './calls.ts'
import type { Command } from './windows.ts'

/** Devices are asked for so long after registration (specification §9). */
const DEVICES_MS = 1_000
const SECOND = 1_000
const RETRY_MS = 10_000
/** Whoever comes back within this much to a call that is over by then sees that, and is asked how it went. */
const LEFT_MS = 60 * 60_000
/** A token is asked for again when it has less than this left, in milliseconds. */
const FRESH_MS = 10 * 60_000

const Chosen = z.object({ input: z.string().nullable(), output: z.string().nullable() })
const chosenKey = () => `audio-devices-${deviceOwner()}`
const liveKey = () => `call-live-${deviceOwner()}`

/** A call that was going on when its window went away. */
interface Interrupted {
  state: CallState
  key: string
}

interface Reports {
  /** Hears of each state. */
  show(state: CallState): void
  /** Hears of each call that has ended. */
  over(state: CallState): void
}

/** The device of this browser, in the window that has it. */
export class CallDevice {
  #state = noCall
  #voice: Voice | null = null
  #call: VoiceCall | null = null
  /** Stands for the call that goes on: what is heard of an earlier one changes nothing any more. */
  #line: object | null = null
  #timer: ReturnType<typeof setInterval>
  #talking: { since: number; ticks: number } | null = null
  #chosen: ChosenDevices = Chosen.safeParse(storage.read(chosenKey())).data ?? { input: null, output: null }
  readonly #stopped = new AbortController()
  readonly #firstToken: VoiceToken
  readonly #reports: Reports

  /** Registers this browser for calls. */
  constructor(firstToken: VoiceToken, reports: Reports) {
    this.#firstToken = firstToken
    this.#reports = reports
    this.#timer = setInterval(() => this.#tick(), SECOND)
    navigator.mediaDevices?.addEventListener('devicechange', this.#onDevices)
    void this.#start()
  }

  state = (): CallState => this.#state

  stop(): void {
    this.#stopped.abort()
    clearInterval(this.#timer)
    navigator.mediaDevices?.removeEventListener('devicechange', this.#onDevices)
    this.#call?.hangUp()
    this.#voice?.close()
  }

  /** Does what this window, or another one, asks for. */
  run(command: Command): void {
    if (command.kind === 'place') this.#place(command.call)
    else if (command.kind === 'answer') this.#answer(command)
    else if (command.kind === 'hang up') {
      this.#call?.hangUp()
      this.#disconnected()
    } else if (command.kind === 'mute') {
      this.#call?.mute(!this.#state.muted)
      this.#dispatch({ type: 'muted', muted: !this.#state.muted })
      this.#keep()
    } else if (command.kind === 'press') this.#call?.press(command.keys)
    else if (command.kind === 'reject') this.#voice?.reject?.(command.providerId)
    else if (command.kind === 'hold') this.#call?.hold?.(command.held)
    else if (command.kind === 'transfer') void this.#transfer(command)
    else if (command.kind === 'close') this.#dispatch({ type: 'closed' })
    else {
      this.#chosen = { ...this.#chosen, [command.which]: command.id }
      storage.write(chosenKey(), this.#chosen)
      this.#onDevices()
    }
  }

  #place(call: CallSubject): void {
    const { callParams } = call
    if (callParams && this.#begun(call)) void this.#open((voice, hearer) => voice.connect(callParams, hearer))
  }

  #answer({ call, providerId }: Extract<Command, { kind: 'answer' }>): void {
    if (this.#begun(call)) void this.#open((voice, hearer) => voice.answer(providerId, hearer))
  }

  async #transfer(colleague: Extract<Command, { kind: 'transfer' }>): Promise<void> {
    try {
      await this.#call?.transfer?.(colleague)
      void notify(`The call rings for ${colleague.name}.`)
    } catch (error) {
      notifyFailure(error instanceof Error ? error.message : 'The call could not be handed on.')
    }
  }

  #dispatch(event: CallEvent): void {
    const before = this.#state
    this.#state = afterEvent(before, event)
    if (this.#state === before) return
    this.#reports.show(this.#state)
    if (before.active && !this.#state.active) this.#reports.over(this.#state)
  }

  /** Whether a call could be begun: there is one at a time. */
  #begun(call: CallSubject): boolean {
    if (this.#state.active) return false
    this.#dispatch({ type: 'placed', call })
    return this.#state.active
  }

  async #start(): Promise<void> {
    this.#dispatch({ type: 'initializing' })
    try {
      this.#voice ??= await makeVoice(this.#firstToken, {
        token: freshToken(this.#firstToken),
        reachable: (is, reason) => {
          // The line of a person who has signed out says nothing to the next one.
          if (!this.#stopped.signal.aborted)
            this.#dispatch(is ? { type: 'registered' } : { type: 'unregistered', reason })
        },
      })
      await this.#voice.register()
      this.#dispatch({ type: 'registered' })
      this.#resume()
      this.#later(this.#onDevices, DEVICES_MS)
    } catch {
      this.#later(() => void this.#start(), RETRY_MS)
    }
  }

  /** Goes on with the call of a page that was reloaded, or of a window that was closed, a moment ago. */
  #resume(): void {
    const interrupted = storage.read(liveKey(), RELOAD_MS) as Interrupted | null
    const left = interrupted ?? (storage.read(liveKey(), LEFT_MS) as Interrupted | null)
    storage.remove(liveKey())
    if (!interrupted && left?.state?.active) {
      this.#state = { ...left.state, ready: true }
      this.#dispatch({ type: 'disconnected' })
    }
    if (!interrupted?.state?.active) return
    const { minutes, seconds } = interrupted.state.timer
    const ticks = minutes * 60 + seconds
    this.#talking = { since: Date.now() - ticks * SECOND, ticks }
    this.#state = { ...interrupted.state, ready: true }
    this.#reports.show(this.#state)
    void this.#open((voice, hearer) => voice.resume(interrupted.key, hearer))
  }

  async #open(open: (voice: Voice, hearer: CallHearer) => Promise<VoiceCall>): Promise<void> {
    if (!this.#voice) return
    const line = {}
    this.#line = line
    const hearer = this.#hearerOf(line)
    try {
      const call = await open(this.#voice, hearer)
      if (this.#line === line) {
        this.#call = call
        // Muted before it was there, also on the page before a reload.
        if (this.#state.muted) call.mute(true)
      }
      // Whoever hung up meanwhile hears nobody.
      else call.hangUp()
    } catch (error) {
      hearer.failed(error instanceof Error && error.message ? error.message : CONNECTION_LOST)
      hearer.disconnected()
    }
    // With the microphone allowed, devices have their names.
    this.#onDevices()
  }

  #hearerOf(line: object): CallHearer {
    const whileOn = (run: () => void) => () => void (this.#line === line && run())
    return {
      accepted: whileOn(() => this.#accepted()),
      disconnected: whileOn(() => this.#disconnected()),
      failed: message => void (this.#line === line && this.#dispatch({ type: 'failed', message })),
    }
  }

  #accepted(): void {
    this.#talking ??= { since: Date.now(), ticks: 0 }
    this.#dispatch({ type: 'accepted' })
  }

  #disconnected(): void {
    this.#call = null
    this.#line = null
    this.#talking = null
    storage.remove(liveKey())
    this.#dispatch({ type: 'disconnected' })
  }

  /** A tab that was frozen ticks late, not less often. */
  #tick(): void {
    if (!this.#talking || !this.#state.active) return
    while (this.#talking.ticks < Math.floor((Date.now() - this.#talking.since) / SECOND)) {
      this.#talking.ticks += 1
      this.#dispatch({ type: 'tick' })
    }
    this.#keep()
  }

  /** Keeps the call for the page after a reload. */
  #keep(): void {
    if (this.#call && this.#talking)
      storage.write(liveKey(), { state: this.#state, key: this.#call.resumeKey() } satisfies Interrupted)
  }

  readonly #onDevices = (): void => void this.#refreshDevices()

  async #refreshDevices(): Promise<void> {
    const devices = await audioDevices(this.#chosen)
    await this.#voice?.use({ input: devices.chosenInput, output: devices.chosenOutput }).catch(() => undefined)
    this.#dispatch({ type: 'devices', devices })
  }

  #later(run: () => void, ms: number): void {
    const timer = setTimeout(run, ms)
    this.#stopped.signal.addEventListener('abort', () => clearTimeout(timer))
  }
}

/** The script of whatever carries the voice comes with the first use. */
async function makeVoice(first: VoiceToken, options: VoiceOptions): Promise<Voice> {
  if (first.maker === 'loopback') return (await import('../voice/loopback.ts')).loopbackVoice(options)
  if (first.maker === 'sip') return (await import('../voice/sip.ts')).sipVoice(options)
  return (await import('../voice/twilio.ts')).twilioVoice(options)
}

/** Answers a token that is good for a while, asking for another one by its own clock. */
function freshToken(first: VoiceToken): VoiceOptions['token'] {
  let held = { token: first, until: Date.now() + first.ttl * SECOND }
  return async ({ anew = false } = {}) => {
    if (anew || held.until - Date.now() < FRESH_MS) {
      const token = await fetchToken()
      held = { token, until: Date.now() + token.ttl * SECOND }
    }
    return held.token
  }
}

import type { VoiceToken } from '../../contract.ts'
import type { CallParams } from '../rules/callState.ts'

/** What a call says of itself. */
export interface CallHearer {
  accepted(): void
  disconnected(): void
  /** Always followed by `disconnected`. */
  failed(message: string): void
}

/** A call that is going on. */
export interface VoiceCall {
  hangUp(): void
  mute(muted: boolean): void
  /** Presses keys: digits, * and #. */
  press(keys: string): void
  /** Puts the other side on hold, or takes them back, where the provider is not told to. */
  hold?(held: boolean): void
  /** Hands the call to a colleague at an address, and leaves it; rejects when they cannot be reached. */
  transfer?(colleague: { userId: number; target: string }): Promise<void>
  /** What brings the call back on another page; it may be read at any time. */
  resumeKey(): string
}

/** Microphone and speaker, by the browser's names. */
export interface ChosenDevices {
  input: string | null
  output: string | null
}

/** Carries voice between this browser and a telephone. */
export interface Voice {
  /** Makes this browser reachable; resolves once it is. */
  register(): Promise<void>
  /** Calls a lead. */
  connect(params: CallParams, hearer: CallHearer): Promise<VoiceCall>
  /** Answers a call that rings here, by the provider's name for it. */
  answer(providerId: string, hearer: CallHearer): Promise<VoiceCall>
  /** Has a call ring here no more, where the provider is not told to. */
  reject?(providerId: string): void
  /** Goes on with a call that another page was in; rejects when it is over. */
  resume(key: string, hearer: CallHearer): Promise<VoiceCall>
  use(devices: ChosenDevices): Promise<void>
  close(): void
}

/** What a maker of voice gets. */
export interface VoiceOptions {
  /** A token that is good now; `anew`, another one than the last, which was refused. */
  token(options?: { anew?: boolean }): Promise<VoiceToken>
  /** The line to the provider broke, for a reason that people can do something about, or is back. */
  reachable(isReachable: boolean, reason?: string): void
}

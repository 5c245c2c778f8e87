import type { Logger } from 'pino'
import type { Call } from '../../wire/call.ts'
import { Refusal } from '../errors.ts'

/** Requests that one process works on at once for each connection to the database; beyond, answers only come later and later. */
const PER_CONNECTION = 8
/** A burst, such as when all browsers fetch what changed, is worked off within this time and refused nothing. */
const BURST_MS = 2_000
const RETRY_AFTER_SECONDS = 3

/** Whether a call counts as load, and is put off under too much of it: not what anybody may ask, as signing in, nor what waits for a provider. */
const isDeferrable = ({ kind, right, isUrgent }: Call): boolean =>
  kind !== 'remote' && right !== 'public' && isUrgent !== true

/**
 * What one process has in hand. When that has been too much for longer than a burst, further calls are refused at once, so that those
 * in hand are answered soon; signing in and telephone calls go on. It is over when half of it is done.
 */
export class Load {
  #inHand = 0
  #fullSince: number | null = null
  #isShedding = false
  readonly #limit: number
  readonly #log: Pick<Logger, 'warn' | 'info'>

  constructor(connections: number, log: Pick<Logger, 'warn' | 'info'>) {
    this.#limit = connections * PER_CONNECTION
    this.#log = log
  }

  /** How many calls are being worked on. */
  get inHand(): number {
    return this.#inHand
  }

  /** Lets a call in, or throws the refusal: 503, with the time after which to try again. */
  admit(call: Call, now: Date): void {
    // Looked at when somebody asks, not when a call ends: between being known and being worked on a call is not in hand.
    if (this.#inHand < (this.#isShedding ? this.#limit / 2 : this.#limit)) this.#relax()
    if (!isDeferrable(call) || (!this.#isShedding && this.#inHand < this.#limit)) return
    this.#fullSince ??= now.getTime()
    if (now.getTime() - this.#fullSince < BURST_MS) return
    if (!this.#isShedding) this.#log.warn({ in_hand: this.#inHand }, 'too many requests at once: some are put off')
    this.#isShedding = true
    throw new Refusal('unavailable', `There is too much to do right now. Try again in ${RETRY_AFTER_SECONDS} s.`, {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }

  /** Counts a call while it is worked on. */
  async during<Result>(call: Call, work: () => Promise<Result>): Promise<Result> {
    if (!isDeferrable(call)) return work()
    this.#inHand++
    try {
      return await work()
    } finally {
      this.#inHand--
    }
  }

  #relax(): void {
    this.#fullSince = null
    if (this.#isShedding) this.#log.info('requests are no longer put off')
    this.#isShedding = false
  }
}

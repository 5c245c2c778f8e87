import type { Reading } from './changes.ts'

/** When something was last published, by channel, in milliseconds of a clock that only goes forward. */
export class RecentChanges {
  readonly #at = new Map<string, number>()
  #anythingAt = Number.NEGATIVE_INFINITY

  /** Notes channels on which something changed. */
  add(channels: Iterable<string>, now: number): void {
    for (const channel of channels) this.#at.set(channel, now)
  }

  /** Notes what was read; of too much nobody knows whom it was about. */
  addRead({ changes, isComplete }: Pick<Reading, 'changes' | 'isComplete'>, now: number): void {
    if (!isComplete) this.#anythingAt = now
    for (const { audience } of changes) this.add(audience, now)
  }

  /** Whether something changed on one of the channels at this moment or later. */
  isSince(channels: Iterable<string>, moment: number): boolean {
    if (this.#anythingAt >= moment) return true
    for (const channel of channels) if ((this.#at.get(channel) ?? Number.NEGATIVE_INFINITY) >= moment) return true
    return false
  }
}

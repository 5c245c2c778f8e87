declare const granted: unique symbol

/**
 * Leave to hand one message to a provider. Whatever sends to people asks for one; who grants them decides whether the message may
 * go, and has that decision on disk before the provider is asked. Good for one message: used twice, it throws.
 */
export interface SendPermit {
  /** What it was granted for, as the log names it. */
  readonly cause: string
  use(): void
  readonly [granted]: true
}

/** Grants one. Only those who decide about messages import this, which a check enforces. */
export function grantPermit(cause: string): SendPermit {
  let isUsed = false
  const permit = {
    cause,
    use() {
      if (isUsed) throw new Error(`The permit for ${cause} was used before.`)
      isUsed = true
    },
  }
  return permit as SendPermit
}

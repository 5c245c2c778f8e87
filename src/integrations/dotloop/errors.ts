/** Why Dotloop did not give what was asked for. */
export class DotloopError extends Error {
  /**
   * - `revoked`: it no longer accepts the token, or the account, which then has to be connected again
   * - `missing`: what was asked for is not there, or not this account's
   * - `refused`: it does not do what was asked for, and will not do it the next time
   * - `busy`: more requests than it takes in a minute, and no time to wait
   * - `unreachable`: no answer, or none that can be read; may be over soon. What was asked for may have been done.
   */
  readonly reason: 'revoked' | 'missing' | 'refused' | 'busy' | 'unreachable'
  /** Milliseconds until it takes requests again, where it said so. */
  readonly resetMs: number | null
  constructor(message: string, reason: DotloopError['reason'], resetMs: number | null = null) {
    super(message)
    this.name = 'DotloopError'
    this.reason = reason
    this.resetMs = resetMs
  }
}

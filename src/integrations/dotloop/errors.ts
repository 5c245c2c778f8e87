/** Why Dotloop did not give what was asked for. */
export class DotloopError extends Error {
  /**
   * - `revoked`: it no longer accepts the token, or the account, which then has to be connected again
   * - `missing`: what was asked for is not there, or not this account's
   * - `busy`: more requests than it takes in a minute, and no time to wait
   * - `unreachable`: no answer, or none that can be read; may be over soon
   */
  readonly reason: 'revoked' | 'missing' | 'busy' | 'unreachable'
  constructor(message: string, reason: DotloopError['reason']) {
    super(message)
    this.name = 'DotloopError'
    this.reason = reason
  }
}

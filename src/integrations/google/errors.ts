/** Why Google did not give what was asked for. */
export class GoogleError extends Error {
  /**
   * - `revoked`: the access token is no longer taken; of a refresh token: the person or Google ended the access
   * - `denied`: the token is good, and what was asked for is not among what was granted
   * - `missing`: what was asked for is not there (404), or the position that it was to go on from is too old (410)
   * - `conflict`: it was changed meanwhile (412)
   * - `busy`: too many requests; `retryAfterMs` where Google said how long
   * - `unreachable`: no answer, or none that can be read; may be over soon
   * - `refused`: Google does not understand the request, which will not be over soon
   */
  readonly reason: 'revoked' | 'denied' | 'missing' | 'conflict' | 'busy' | 'unreachable' | 'refused'
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  readonly retryAfterMs: number | null
  constructor(
    message: string,
    reason: GoogleError['reason'],
    { status = 0, retryAfterMs = null }: { status?: number; retryAfterMs?: number | null } = {},
  ) {
    super(message)
    this.name = 'GoogleError'
    this.reason = reason
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** Reasons of a 403 that mean "too many requests", by the error pages of Google's interfaces. */
const RATE_REASONS: ReadonlySet<string> = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
])

/** What an answer that is no success means. `reason` is the first that its body names. */
export function errorOf(status: number, reason: string, retryAfter: string | null): GoogleError {
  const message = `Google answered ${status}${reason ? ` (${reason})` : ''}.`
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter)
  const details = { status, retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null }
  return new GoogleError(message, meaningOf(status, reason), details)
}

function meaningOf(status: number, reason: string): GoogleError['reason'] {
  if (status === 401) return 'revoked'
  if (status === 429) return 'busy'
  if (status === 403) return RATE_REASONS.has(reason) ? 'busy' : 'denied'
  if (status === 404 || status === 410) return 'missing'
  if (status === 409 || status === 412) return 'conflict'
  return status >= 500 ? 'unreachable' : 'refused'
}

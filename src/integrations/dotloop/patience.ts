import { type Answer, ask } from './answer.ts'
import type { DotloopService } from './config.ts'
import { DotloopError } from './errors.ts'

/** Nobody waits longer before a screen for a crowded minute to end. */
export const MAX_WAIT_MS = 20_000
const MAX_TRIES = 3

/** What is asked of the programming interface. */
export interface Asked {
  path: string
  accept?: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: object
}

/** As whom, and how patiently. */
export interface Patience {
  service: DotloopService
  token: string
  timeoutMs: number
  maxWaitMs: number
  pause(ms: number): Promise<unknown>
}

/**
 * Asks again once a crowded minute is over, and after a failure that may be over; not after a refusal. What changes something
 * is not asked for a second time after a failure: it may have been done.
 */
export async function askPatiently(
  { path, accept = 'application/json', method = 'GET', body }: Asked,
  { service, token, timeoutMs, maxWaitMs, pause }: Patience,
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${token}`,
    accept,
    ...(body && { 'content-type': 'application/json' }),
  }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(service.apiUrl + path, init, timeoutMs)
    const { response } = answer
    if (response.ok) return answer
    await answer.drop()
    const { status } = response
    if (status === 401) throw new DotloopError('Dotloop no longer accepts this account.', 'revoked')
    // A profile or loop that is not this account's, or no longer; the account itself is well.
    if (status === 403 || status === 404) throw new DotloopError('Dotloop has no such record.', 'missing')
    if (status !== 429 && status < 500)
      throw new DotloopError(`Dotloop answered ${status}.`, method === 'GET' ? 'unreachable' : 'refused')
    const isOver = attempt >= MAX_TRIES || (status !== 429 && method !== 'GET')
    const pauseMs = status === 429 ? untilReset(response) : 500 * 2 ** (attempt - 1)
    if (isOver || pauseMs > maxWaitMs)
      throw status === 429
        ? new DotloopError('Dotloop takes no more requests for this account this minute.', 'busy', pauseMs)
        : new DotloopError(`Dotloop answered ${status}.`, 'unreachable')
    await pause(pauseMs)
  }
}

/** The service names the rest of its minute in milliseconds, unlike most. */
function untilReset({ headers }: Response): number {
  const rest = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  return Number.isFinite(rest) && rest >= 0 ? rest : 1000
}

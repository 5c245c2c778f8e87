/** What is reached of a Google account. */
export const googleServices = ['mail', 'calendar'] as const
export type GoogleServiceName = (typeof googleServices)[number]

/**
 * - `connected`: it is reached
 * - `revoked`: it was reached, and Google no longer takes the tokens: the person has to connect again
 * - `disconnected`: the person switched it off here
 * - `missing`: nothing was granted so far
 * - `unavailable`: this installation does not reach Google
 */
export const serviceStates = ['connected', 'revoked', 'disconnected', 'missing', 'unavailable'] as const
export type ServiceState = (typeof serviceStates)[number]

/** What is stored of an account, as far as its state follows from it. */
interface StoredState {
  granted: readonly GoogleServiceName[]
  has_tokens: boolean
  problem: string | null
  disconnected: readonly string[]
}

/** The state of each service of an account. */
export function statesOf(stored: StoredState, isAvailable: boolean): Record<GoogleServiceName, ServiceState> {
  const stateOf = (service: GoogleServiceName): ServiceState => {
    if (!isAvailable) return 'unavailable'
    if (!stored.granted.includes(service) || !stored.has_tokens) return 'missing'
    if (stored.disconnected.includes(service)) return 'disconnected'
    return stored.problem === null ? 'connected' : 'revoked'
  }
  return { mail: stateOf('mail'), calendar: stateOf('calendar') }
}

/** Sentences of this feature that both sides say. */
export const googleSentences = {
  revoked: 'Google revoked access, most likely because your password changed. Reconnect and everything catches up.',
  notConnected: 'Your Google account is not connected.',
  unavailable: 'Google is not set up for this installation.',
  unreachable: 'Google cannot be reached right now. Try again in a few minutes.',
} as const

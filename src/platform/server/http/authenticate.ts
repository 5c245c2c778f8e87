import type { Call } from '../../wire/call.ts'
import type { Actor, Viewer } from '../context.ts'
import type { Db } from '../database/database.ts'

/** The key of another system, which may make some calls and no others. */
export interface ApiKey {
  id: number
  /** Asked with the call and the name of its feature. */
  mayCall(named: { feature: string; call: Call }): boolean
}

/** Who a token stands for. */
export interface SignedIn {
  viewer: Viewer
  actor: Actor
  /** `null` for the keys of other systems. */
  session_id: number | null
  apiKey?: ApiKey
}

/**
 * Finds out who a bearer token stands for, or which of the three refusals it earns. `isUse` says that somebody uses the
 * session now; a stream that is looked up again does not keep it alive.
 */
export type Authenticate = (
  db: Db,
  token: string,
  at: { now: Date; isUse: boolean },
) => Promise<SignedIn | 'token_invalid' | 'non_refreshable'>

/** Stops calls before they start, such as during maintenance; throws a `Refusal`. */
export type Guard = (db: Db, about: { viewer: Viewer | null; path: string; now: Date }) => Promise<void>

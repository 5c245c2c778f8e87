import type { Actor, Viewer } from '../context.ts'
import type { Db } from '../database/database.ts'

/** Who a token stands for. */
export interface SignedIn {
  viewer: Viewer
  actor: Actor
  session_id: number
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

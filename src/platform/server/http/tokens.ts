import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { Authenticate, SignedIn } from './authenticate.ts'

/** How long a token is taken as known; a change to people ends that at once, here and in other processes. */
const KNOWN_MS = 2000
const MAX_KNOWN_TOKENS = 10_000

const SESSION_ENDED = 'Your session has expired, please login again.'

/** Who the bearer tokens of requests stand for. */
export interface Tokens {
  /** The viewer who sends this `Authorization` header; rejects with the refusal of a missing or bad token. */
  identify(authorization: string | undefined, now: Date): Promise<SignedIn>
  /** The same, without counting as use of the session. */
  check(authorization: string | undefined, now: Date): Promise<SignedIn>
  /** Whether the token of this header was good when it was looked up last. */
  wasGood(authorization: string | undefined): boolean
  /** Has every token looked up anew. */
  expire(): void
}

interface Known {
  signedIn: SignedIn
  until: number
  generation: number
}

/** Looks tokens up, at most every two seconds unless told that people changed. */
export function startTokens(database: Database, authenticate: Authenticate): Tokens {
  const known = new Map<string, Known>()
  let generation = 0
  const underWay = new Map<string, ReturnType<Authenticate>>()
  /** Requests of one person that come together ask once. */
  const lookUpOnce = (question: string, ask: () => ReturnType<Authenticate>) => {
    const asked = underWay.get(question) ?? ask().finally(() => underWay.delete(question))
    underWay.set(question, asked)
    return asked
  }
  const lookUp = async (authorization: string | undefined, at: { now: Date; isUse: boolean }) => {
    const token = bearerOf(authorization)
    if (!token) throw new Refusal('no_token', SESSION_ENDED)
    const key = keyOf(token)
    const hit = known.get(key)
    if (hit && hit.generation === generation && hit.until > performance.now()) return hit.signedIn
    // What is looked up while people change may be older than the change: it is good for this request only.
    const lookup = generation
    const found = await lookUpOnce(`${key} ${at.isUse} ${lookup}`, () => authenticate(database.db, token, at))
    if (typeof found === 'string') {
      known.delete(key)
      throw new Refusal(found, SESSION_ENDED)
    }
    if (known.size >= MAX_KNOWN_TOKENS) known.clear()
    known.set(key, { signedIn: found, until: performance.now() + KNOWN_MS, generation: lookup })
    return found
  }
  return {
    identify: (authorization, now) => lookUp(authorization, { now, isUse: true }),
    check: (authorization, now) => lookUp(authorization, { now, isUse: false }),
    wasGood(authorization) {
      const token = bearerOf(authorization)
      return token !== undefined && known.has(keyOf(token))
    },
    expire() {
      generation++
    },
  }
}

const bearerOf = (authorization = '') => /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]

const keyOf = (token: string) => createHash('sha256').update(token).digest('base64')

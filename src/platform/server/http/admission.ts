import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '../../wire/call.ts'
import type { Config } from '../config.ts'
import { forbidden, Refusal } from '../errors.ts'
import { isSameText } from '../secrets.ts'
import type { Load } from './load.ts'
import type { RequestCounts } from './request-counts.ts'
import type { Tokens } from './tokens.ts'

const MINUTE_MS = 60_000

/** What admitting requests needs of the process. */
export interface AdmissionDependencies {
  config: Config
  tokens: Tokens
  counts: RequestCounts
  load: Load
  clock: () => Date
}

/** Lets a request in before its body is read, or throws the refusal. */
export type Admit = (request: FastifyRequest) => Promise<void>

/** Lets the library keep its counts where all processes see them. */
function storeOf(counts: RequestCounts) {
  return class SharedStore implements FastifyRateLimitStore {
    incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number, max: number): void {
      counts.count(key, { max, windowMs }).then(
        count => done(null, count),
        error => done(error),
      )
    }
    read(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1]): void {
      done(null, counts.peek(key))
    }
    child(): FastifyRateLimitStore {
      return this
    }
  }
}

/** The address that a request counts for: of IPv6 the network of a customer, as anybody has many addresses in theirs. */
export const addressOf = (request: FastifyRequest): string => `address ${normalizeIP(request.ip, 64)}`
/** Whom a request counts for: the user or the key once that is known, the address before. A key takes nothing from its user. */
function callerOf(request: FastifyRequest): string {
  if (request.apiKeyId !== null) return `key ${request.apiKeyId}`
  return request.userId === null ? addressOf(request) : `user ${request.userId}`
}

/**
 * Prepares what stands before every call: the gate, who asks, and how often. A user has one limit wherever they are;
 * an address has one for what anybody may ask and for tokens that are refused.
 */
export async function startAdmission(
  app: FastifyInstance,
  { config, tokens, counts, load, clock }: AdmissionDependencies,
): Promise<(named: { name: string; call: Call }) => Admit> {
  await app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    store: storeOf(counts),
    // For routes that are no calls: each has a limit of its own, apart from that of the calls.
    keyGenerator: request => `${request.routeOptions.url} ${addressOf(request)}`,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
  })
  const limiter = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    const count = app.createRateLimit({ max, keyGenerator })
    return async (request: FastifyRequest, { peek = false } = {}) => {
      const counted = await count(request, { increment: !peek })
      if (counted.isAllowed) return
      if (peek ? counted.remaining === 0 : counted.isExceeded) throw tooMany(counted.ttlInSeconds)
    }
  }
  const unlimited = async () => {}
  const isLimited = config.requestsPerMinute > 0
  const byAddress = isLimited ? limiter(config.requestsPerMinute, addressOf) : unlimited
  const byCaller = isLimited ? limiter(config.requestsPerMinute, callerOf) : unlimited

  return ({ name, call }) => {
    const limit = call.perMinute ? limiter(call.perMinute, request => `${name} ${callerOf(request)}`) : byCaller
    return async request => {
      if (!call.fromEmails) checkPlatformGate(request, config)
      load.admit(call, clock())
      if (call.right !== 'public') {
        const { authorization } = request.headers
        // Where too many tokens were refused, no new one is looked up; colleagues behind the same address go on.
        if (!tokens.wasGood(authorization)) await byAddress(request, { peek: true })
        // Whoever waits to be known is in hand as well: behind a database that lags, that is where all wait.
        const known = load.during(call, () => tokens.identify(authorization, clock()))
        const signedIn = await known.catch(async error => {
          if (error instanceof Refusal) await byAddress(request)
          throw error
        })
        request.userId = signedIn.actor.user_id
        request.apiKeyId = signedIn.apiKey?.id ?? null
      }
      await limit(request)
    }
  }
}

const tooMany = (seconds: number) =>
  new Refusal('rate_limited', `Too many requests. Try again in ${seconds} s.`, { retryAfter: Math.max(1, seconds) })

/** Header that carries the gate value, when one is configured. */
const GATE_HEADER = 'x-platform-gate'

function checkPlatformGate(request: FastifyRequest, { platformGate }: Config): void {
  const sent = request.headers[GATE_HEADER]
  if (platformGate && !isSameText(typeof sent === 'string' ? sent : '', platformGate))
    throw forbidden('You do not have access to this address.')
}

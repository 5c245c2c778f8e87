import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../../platform/server/feature.ts'
import { addressOf } from '../../../../platform/server/http/admission.ts'
import { requireSignature, requireSource, sourceFinder } from '../commands/keys.ts'
import { storeRefusal } from '../commands/receive.ts'
import type { KnownSource } from '../queries/sources.ts'

/** Requests a minute of one address without a valid key or signature. */
const REFUSED_LIMIT = 300
const headerOf = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

/** What lets requests in. */
export interface Admission {
  /** Before the body is read: a valid key of a source that is on. */
  identify(request: FastifyRequest): Promise<void>
  /** The source of a key, which must be valid and on; a wrong one counts against the address. */
  known(request: FastifyRequest, key: string | null): Promise<KnownSource>
  /** Runs what may refuse a request, and counts that against its address. */
  counted<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result>
  /** The source that was identified. */
  sourceOf(request: FastifyRequest): KnownSource | null
  /** The source and the body of a request that carries the signature of its key. */
  admit(request: FastifyRequest): Promise<{ source: KnownSource; body: Buffer }>
}

/** What lets signed requests in, and slows down addresses whose requests are refused. */
export function admissionOf(app: FastifyInstance, dependencies: RouteDependencies): Admission {
  const { config, database, log, transaction } = dependencies
  const refusedBefore = app.createRateLimit({
    max: REFUSED_LIMIT,
    keyGenerator: request => `intake refused ${addressOf(request)}`,
  })
  const find = sourceFinder(() => ({ db: database.db, now: new Date(), config, log }))
  const sources = new WeakMap<FastifyRequest, KnownSource>()

  /** Runs what may refuse a request, and counts that against its address. */
  async function counted<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal) await refusedBefore(request)
      throw error
    }
  }

  async function known(request: FastifyRequest, key: string | null): Promise<KnownSource> {
    const before = await refusedBefore(request, { increment: false })
    if (!before.isAllowed && before.remaining === 0) throw tooMany(before.ttlInSeconds)
    return counted(request, async () => {
      const source = await requireSource(find, key)
      if (!source.is_active) throw new Refusal('forbidden', 'This source is switched off.')
      return source
    })
  }

  async function identify(request: FastifyRequest): Promise<void> {
    sources.set(request, await known(request, headerOf(request, 'x-intake-key')))
  }

  async function admit(request: FastifyRequest): Promise<{ source: KnownSource; body: Buffer }> {
    const source = sources.get(request)
    if (!source) throw new Error('A request reached a door of Intake without a source.')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await counted(request, async () => {
      try {
        requireSignature(headerOf(request, 'x-intake-key') ?? '', body, headerOf(request, 'x-intake-signature'))
      } catch (error) {
        const problem = error instanceof Error ? error.message : 'The signature is wrong.'
        await storeRefusal(transaction, source, { body: body.toString('utf8'), problem })
        throw error
      }
    })
    return { source, body }
  }

  return { identify, admit, known, counted, sourceOf: request => sources.get(request) ?? null }
}

const tooMany = (seconds: number) =>
  new Refusal('rate_limited', `Too many requests. Try again in ${seconds} s.`, { retryAfter: Math.max(1, seconds) })

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { z } from 'zod'
import { read } from '../wire/call.ts'
import type { Authenticate, Guard, SignedIn } from './authenticate.ts'
import type { Config } from './config.ts'
import type { Change, JobContext, QueryContext } from './context.ts'
import { type Database, openDatabase } from './database.ts'
import { Refusal } from './errors.ts'
import { allCalls, connectFeatures, type NamedCall, type ServerFeature } from './feature.ts'
import type { Handlers } from './handlers.ts'
import { makeHttp } from './http.ts'
import { forgetOldKeys } from './idempotency.ts'
import { defineJob, type Job, type JobQueue, startQueue } from './jobs.ts'
import { type LiveHub, pruneLiveChanges, startLiveHub } from './live.ts'
import { makeMetrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'
import { startReporting } from './reporting.ts'
import { serveCalls } from './serve.ts'
import { runTransaction, type TransactionDependencies } from './transaction.ts'

/** What a product puts on this platform. */
export interface Product {
  features: readonly ServerFeature[]
  permissions: readonly string[]
  authenticate: Authenticate
  /** Each makes a check for one process. */
  guards: readonly (() => Guard)[]
}

/** Puts a product together from its features, one of which says who is signed in. */
export function productOf(features: readonly ServerFeature[]): Product {
  const [authenticate, ...others] = features.flatMap(feature => feature.authenticate ?? [])
  if (!authenticate || others.length > 0) throw new Error('One feature of a product authenticates, and only one.')
  return {
    features,
    authenticate,
    permissions: features.flatMap(feature => feature.permissions ?? []),
    guards: features.flatMap(feature => feature.guards ?? []),
  }
}

/** A running process: the HTTP application, not yet listening, and how to end it. */
export interface RunningProcess {
  app: FastifyInstance
  database: Database
  calls: readonly NamedCall[]
  /** Runs a transaction that neither a call nor a job asked for; `name` is for the audit log. */
  transaction(name: string, work: (ctx: Change) => Promise<void>): Promise<void>
  close(): Promise<void>
}

interface ProcessOptions {
  config: Config
  databaseUrl: string
  product: Product
  log: Logger
  clock?: () => Date
}

const platformCalls = {
  events: read('events', {
    right: 'signed_in',
    output: z.unknown(),
    summary: 'Server-sent events: which records changed, among those that the caller may see',
  }),
}

const prune = defineJob({
  name: 'forget-what-is-old',
  data: z.object({}),
  cron: '*/15 * * * *',
  async run({ db }) {
    await pruneLiveChanges(db)
    await forgetOldKeys(db)
  },
})

/** How long a token is taken as known; a change to people forgets it at once, here and in other processes. */
const TOKEN_KNOWN_MS = 2000
const MOST_KNOWN_TOKENS = 10_000

/** Starts everything of one process but the listening: pool, live hub, queue, routes. */
export async function startProcess({
  config,
  databaseUrl,
  product,
  log,
  clock = () => new Date(),
}: ProcessOptions): Promise<RunningProcess> {
  connectFeatures(product.features)
  const database = openDatabase(databaseUrl, {
    connections: config.databaseConnections,
    onError: error => log.warn({ err: error }, 'a database connection broke'),
  })
  const live = await startLiveHub(database, log)
  const metrics = makeMetrics({
    keyturn_live_connections: live.connections,
    keyturn_pool_waiting: () => database.pool.waitingCount,
  })
  const base = () => ({ now: clock(), config, log })
  const jobs = [prune, ...product.features.flatMap(feature => feature.jobs ?? [])]
  const queueHolder: { queue: JobQueue | null } = { queue: null }
  const queue = await startQueue({
    database,
    jobs,
    works: config.role !== 'web',
    log,
    contextFor: (job, signal) =>
      jobContext(
        job,
        signal,
        { ...base(), db: database.db },
        { database, running: queueHolder.queue && { queue: queueHolder.queue, live } },
      ),
  })
  queueHolder.queue = queue
  const transactions: TransactionDependencies = { database, running: { queue, live } }
  const tokens = tokenCache(database, product.authenticate)
  live.onChange(({ topic }) => topic === 'people' && tokens.forget())

  const reporter = await startReporting(config, log)
  const app = await makeHttp(config, log, metrics, reporter)
  const calls = allCalls([platformFeature(live), ...product.features])
  serveCalls(app, calls, product.permissions, {
    ...transactions,
    config,
    log,
    metrics,
    guards: product.guards.map(makeGuard => makeGuard()),
    clock,
    identify: (request, now) => identify(request, now, tokens),
    forgetTokens: tokens.forget,
  })
  await addOperations(app, { database, calls, config, metrics: () => metrics.registry.metrics() })
  for (const feature of product.features) await feature.webhooks?.(app, { config, database })
  return {
    app,
    database,
    calls,
    transaction: (name, work) =>
      runTransaction(transactions, base(), { call: name, viewer: null, actor: null, request: null, input: null }, work),
    async close() {
      await live.close()
      await app.close()
      await queue.stop()
      await reporter.flush()
      await database.close()
    },
  }
}

const platformFeature = (live: LiveHub): ServerFeature => {
  const handlers: Handlers<typeof platformCalls> = {
    async events(ctx, _input, extra) {
      const body = await live.open(ctx.viewer, extra.header('last-event-id'))
      extra.sendFile({ filename: null, type: 'text/event-stream', body })
    },
  }
  return { name: 'platform', calls: platformCalls, handlers }
}

function jobContext(
  job: Job,
  signal: AbortSignal,
  base: QueryContext,
  transactions: TransactionDependencies,
): JobContext {
  const nobody = { viewer: null, actor: null }
  return {
    ...base,
    signal,
    transaction: (work, by) =>
      runTransaction(
        transactions,
        base,
        { call: `job ${job.name}`, ...(by ?? nobody), request: null, input: null },
        work,
      ),
  }
}

interface TokenCache {
  find(token: string, now: Date): ReturnType<Authenticate>
  forget(): void
}

function tokenCache(database: Database, authenticate: Authenticate): TokenCache {
  const known = new Map<string, { signedIn: SignedIn; until: number }>()
  return {
    async find(token, now) {
      const key = createHash('sha256').update(token).digest('base64')
      const hit = known.get(key)
      if (hit && hit.until > performance.now()) return hit.signedIn
      const found = await authenticate(database.db, token, now)
      if (known.size > MOST_KNOWN_TOKENS) known.clear()
      if (typeof found !== 'string') known.set(key, { signedIn: found, until: performance.now() + TOKEN_KNOWN_MS })
      return found
    },
    forget: () => known.clear(),
  }
}

const SESSION_ENDED = 'Your session has expired, please login again.'
async function identify(request: FastifyRequest, now: Date, tokens: TokenCache): Promise<SignedIn> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('no_token', SESSION_ENDED)
  const found = await tokens.find(token, now)
  if (typeof found === 'string') throw new Refusal(found, SESSION_ENDED)
  return found
}

interface Operations {
  database: Database
  calls: readonly NamedCall[]
  config: Config
  metrics: () => Promise<string>
}

/** The addresses for those who operate the product or build on it; outside the envelope. */
async function addOperations(app: FastifyInstance, { database, calls, config, metrics }: Operations): Promise<void> {
  app.get('/healthz', () => ({ alive: true }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await database.pool.query('SELECT max(number) FROM migrations').then(
      () => true,
      () => false,
    )
    return reply.code(ready ? 200 : 503).send({ ready })
  })
  app.get('/metrics', async (_request, reply) => reply.type('text/plain; version=0.0.4').send(await metrics()))
  app.get('/openapi.json', async () => openApiDocument(calls, config.siteName))
}

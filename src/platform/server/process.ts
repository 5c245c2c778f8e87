import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { z } from 'zod'
import { read } from '../wire/call.ts'
import type { Handlers } from './calls/handlers.ts'
import { purgeOldKeys } from './calls/idempotency.ts'
import { openApiDocument } from './calls/openapi.ts'
import { type ServeDependencies, serveCalls } from './calls/serve.ts'
import type { Config } from './config.ts'
import type { Change, JobContext, QueryContext } from './context.ts'
import { type Database, openDatabase } from './database/database.ts'
import { type Replica, startReplica } from './database/replica.ts'
import { runTransaction, type TransactionDependencies } from './database/transaction.ts'
import { allCalls, connectFeatures, type NamedCall, type RouteDependencies, type ServerFeature } from './feature.ts'
import { startAdmission } from './http/admission.ts'
import type { Authenticate, Guard } from './http/authenticate.ts'
import { makeHttp } from './http/http.ts'
import { Load } from './http/load.ts'
import { type Metrics, makeMetrics } from './http/metrics.ts'
import { startReporting } from './http/reporting.ts'
import { pruneRequestCounts, RequestCounts } from './http/request-counts.ts'
import { removeExpiredUploads } from './http/resumable.ts'
import { serveResumableUploads } from './http/resumableRoutes.ts'
import { open } from './http/routes.ts'
import { startTokens, type Tokens } from './http/tokens.ts'
import { removeAbandonedUploads } from './http/uploads.ts'
import { keepFailedJobs } from './jobs/failed.ts'
import { defineJob, type Job, type JobQueue, startQueue } from './jobs/jobs.ts'
import { pruneLiveChanges } from './live/changes.ts'
import { type LiveHub, startLiveHub } from './live/live.ts'
import { ANYTHING } from './live/stream.ts'
import { isSameText } from './secrets.ts'

/** What a product puts on this platform. */
export interface Product {
  features: readonly ServerFeature[]
  permissions: readonly string[]
  authenticate: Authenticate
  /** Topic of the live changes after which a token may stand for other rights, or for nobody. */
  identityTopic: string
  /** Each makes a check for one process. */
  guards: readonly (() => Guard)[]
}

/** Puts a product together from its features, one of which says who is signed in. */
export function productOf(features: readonly ServerFeature[]): Product {
  const [identity, ...others] = features.flatMap(feature => feature.identity ?? [])
  if (!identity || others.length > 0) throw new Error('One feature of a product authenticates, and only one.')
  const keys = features.flatMap(feature => feature.apiKeys ?? [])
  return {
    features,
    authenticate: (db, token, at) =>
      (keys.find(({ prefix }) => token.startsWith(prefix)) ?? identity).authenticate(db, token, at),
    identityTopic: identity.topic,
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
    needsPrimary: true,
    summary: 'Server-sent events: which records changed, among those that the caller may see',
  }),
}

const prune = defineJob({
  name: 'forget-what-is-old',
  title: 'Tidy up what the platform no longer needs',
  data: z.object({}),
  cron: '*/15 * * * *',
  async run({ db, config, now }) {
    await pruneLiveChanges(db)
    await purgeOldKeys(db)
    await pruneRequestCounts(db)
    await keepFailedJobs(db)
    await removeAbandonedUploads(config.filesDir, now)
    await removeExpiredUploads(config.filesDir, now)
  },
})

/** Every job of a product, with those of the platform itself. */
export const jobsOf = (features: readonly ServerFeature[]): readonly Job[] => [
  prune,
  ...features.flatMap(feature => feature.jobs ?? []),
]

function reportFailures(features: readonly ServerFeature[], change: Change): void {
  for (const feature of features) feature.onFailedWork?.(change)
}

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
  const guards = product.guards.map(makeGuard => makeGuard())
  const live = await startLiveHub(database, log, {
    identityTopic: product.identityTopic,
    maxStreams: config.liveStreams,
    async admit(viewer) {
      for (const guard of guards) await guard(database.db, { viewer, path: platformCalls.events.path, now: clock() })
    },
  })
  const replica = replicaOf({ config, primary: database, live, log })
  const load = new Load(config.databaseConnections, log)
  const metrics = metricsOf({ load, live, database, replica })
  const base = () => ({ now: clock(), config, log })
  const queue: JobQueue = await startQueue({
    database,
    jobs: jobsOf(product.features),
    works: config.role !== 'web',
    log,
    contextFor: (job, signal) =>
      jobContext(job, signal, { ...base(), db: database.db }, { database, running: { queue, live } }),
    onFailures: change => reportFailures(product.features, change),
  })
  await queue.startWork()
  const transactions: TransactionDependencies = { database, running: { queue, live } }
  const counts = new RequestCounts(database.db, log)
  const tokens = startTokens(database, product.authenticate)
  live.onChange(topic => {
    if (topic === product.identityTopic || topic === ANYTHING.topic) tokens.expire()
  })

  const reporter = await startReporting(config, log)
  const app = await makeHttp(config, log, metrics, reporter)
  const calls = allCalls([platformFeature(live, { tokens, clock }), ...product.features])
  const serving: ServeDependencies = {
    ...transactions,
    replica,
    config,
    log,
    metrics,
    guards,
    clock,
    tokens,
    load,
    admissionOf: await startAdmission(app, { config, tokens, counts, load, clock }),
  }
  serveCalls(app, calls, product.permissions, serving)
  await serveResumableUploads(app, serving)
  await addOperations(app, { database, calls, config, metrics: () => metrics.registry.metrics() })
  const transaction: RouteDependencies['transaction'] = (name, work) =>
    runTransaction(transactions, base(), { call: name, viewer: null, actor: null, request: null, input: null }, work)
  for (const feature of product.features) await feature.webhooks?.(app, { config, database, log, transaction })
  return {
    app,
    database,
    calls,
    transaction,
    async close() {
      await live.close()
      await closeServer(app)
      await queue.stop()
      await reporter.flush()
      await counts.close()
      await replica?.close()
      await database.close()
    },
  }
}

interface ReplicaDependencies {
  config: Config
  primary: Database
  live: LiveHub
  log: Logger
}

const replicaOf = ({ config, primary, live, log }: ReplicaDependencies): Replica | null =>
  config.replicaUrl === null
    ? null
    : startReplica(config.replicaUrl, {
        primary,
        position: live.position,
        connections: config.databaseConnections,
        log,
      })

interface Measured {
  load: Load
  live: LiveHub
  database: Database
  replica: Replica | null
}

const metricsOf = ({ load, live, database, replica }: Measured): Metrics =>
  makeMetrics({
    keyturn_replica_in_use: () => (replica?.reading() ? 1 : 0),
    keyturn_requests_in_hand: () => load.inHand,
    keyturn_live_connections: live.connections,
    keyturn_pool_waiting: () => database.pool.waitingCount,
  })

/** How often connections are closed that became idle while the server closes, in milliseconds. */
const SWEEP_MS = 100

/** Closes the server. A connection whose last answer went out meanwhile is not kept until it times out. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
  }
}

const platformFeature = (live: LiveHub, { tokens, clock }: { tokens: Tokens; clock: () => Date }): ServerFeature => {
  const handlers: Handlers<typeof platformCalls> = {
    async events(_ctx, _input, extra) {
      const authorization = extra.header('authorization') ?? undefined
      const identify = () => tokens.check(authorization, clock())
      const body = await live.open(identify, extra.header('last-event-id'))
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

interface Operations {
  database: Database
  calls: readonly NamedCall[]
  config: Config
  metrics: () => Promise<string>
}

/** The addresses for those who operate the product or build on it; outside the envelope. */
async function addOperations(app: FastifyInstance, { database, calls, config, metrics }: Operations): Promise<void> {
  app.get('/healthz', open, () => ({ alive: true }))
  app.get('/readyz', open, async (_request, reply) => {
    const ready = await database.pool.query('SELECT max(number) FROM migrations').then(
      () => true,
      () => false,
    )
    return reply.code(ready ? 200 : 503).send({ ready })
  })
  app.get('/metrics', open, async (request, reply) => {
    if (!mayReadMetrics(request, config)) return reply.callNotFound()
    return reply.type('text/plain; version=0.0.4').send(await metrics())
  })
  if (config.hasApiDocs) app.get('/openapi.json', open, async () => openApiDocument(calls, config.siteName))
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/**
 * Whoever sends the token of the configuration. Where there is none, everybody in demo mode, and in production what asks
 * from this machine itself: a proxy here that passes on what others ask says so in its headers.
 */
function mayReadMetrics({ headers, socket }: FastifyRequest, { metricsToken, mode }: Config): boolean {
  if (metricsToken !== null) return isSameText(headers.authorization ?? '', `Bearer ${metricsToken}`)
  const isPassedOn = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined
  return mode === 'demo' || (LOOPBACK.test(socket.remoteAddress ?? '') && !isPassedOn)
}

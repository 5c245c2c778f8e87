import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { DemoPart } from '../demo/part.ts'
import type { Call, CallTable } from '../wire/call.ts'
import type { Topic } from '../wire/live.ts'
import type { AuditTexts } from './auditTexts.ts'
import type { HandlerExtra, Handlers } from './calls/handlers.ts'
import type { Finding } from './checkup/finding.ts'
import type { Config } from './config.ts'
import type { Change, QueryContext } from './context.ts'
import type { Database } from './database/database.ts'
import type { Authenticate, Guard } from './http/authenticate.ts'
import type { Job } from './jobs/jobs.ts'

/** A handler whose types were checked against its table and are no longer needed. */
export type UntypedHandler = (ctx: never, input: never, extra: HandlerExtra) => Promise<unknown>

/** What code outside the call table gets: provider hooks, OAuth callbacks, public links. */
export interface RouteDependencies {
  config: Config
  database: Database
  log: Logger
  /** Runs a transaction for what a provider reports; `name` is for the audit log. */
  transaction<Result>(name: string, work: (ctx: Change) => Promise<Result>): Promise<Result>
}

/** What a feature gets to look at a database before a server starts on it. */
export type StartDependencies = Pick<RouteDependencies, 'config'> & Pick<Database, 'db'>

/** Registers what a feature does when something happens below it, or what it contributes to answers of other features. */
type Connect = () => void

/** One feature as the server sees it. A feature may add fields of its own that others fill in, by augmenting this interface. */
export interface ServerFeature {
  name: string
  calls: CallTable
  handlers: Readonly<Record<string, UntypedHandler>>
  jobs?: readonly Job[]
  /** Run once in a process, when the first server is built. */
  listeners?: readonly Connect[]
  /** Hears that work failed for good, or works again, in the transaction that writes it down. */
  onFailedWork?: (change: Change) => void
  /** Sees every feature of the product, once those are connected; for what other features declare for this one. */
  gather?: (features: readonly ServerFeature[]) => void
  /** Routes that are not calls: their paths are foreign (hooks, callbacks). Each says that it is `open`, and finds out itself who asks. */
  webhooks?: (app: FastifyInstance, dependencies: RouteDependencies) => void | Promise<void>
  /** Each makes a check that runs before every call of one process. */
  guards?: readonly (() => Guard)[]
  /** The rights that calls may ask for; one feature of a product knows them. */
  permissions?: readonly string[]
  /** Finds out who asks; one feature of a product does. */
  identity?: {
    authenticate: Authenticate
    /** Topic of the live changes after which a token may stand for other rights, or for nobody. */
    topic: Topic
  }
  /** Finds out through whose eyes the key of another system reads, and what it may call; tokens with this beginning are keys. */
  apiKeys?: { prefix: string; authenticate: Authenticate }
  /** Runs before a server starts on a migrated database, outside the demo; throws when the product must not start. */
  beforeStart?: (dependencies: StartDependencies) => Promise<void>
  /** What is right and wrong with it in an installation, for `npm run doctor`; reads, and asks nobody else. */
  checkup?: (ctx: QueryContext) => Promise<readonly Finding[]>
  /** How its acts read in the audit log. */
  audit?: AuditTexts
  /** What the demo has of it; loaded only where a demo is. */
  demo?: () => Promise<{ demo: DemoPart }>
}

/** The definition of a feature: its handlers are those of its calls, no more and no fewer. */
type FeatureDefinition<Table extends CallTable> = Omit<ServerFeature, 'calls' | 'handlers'> & {
  calls: Table
  handlers: Handlers<NoInfer<Table>>
}

/** Declares a feature; nothing runs until a server is built from the list of all. */
export const defineFeature = <Table extends CallTable>(feature: FeatureDefinition<Table>): ServerFeature => feature

/** Listeners outlive the server that registered them: events belong to the process. */
const connected = new WeakSet<Connect>()

/** Registers what features listen to and contribute. Doing so again, for another server of the process, changes nothing. */
export function connectFeatures(features: readonly ServerFeature[]): void {
  for (const connect of features.flatMap(feature => feature.listeners ?? [])) {
    if (connected.has(connect)) continue
    connected.add(connect)
    connect()
  }
  for (const feature of features) feature.gather?.(features)
}

/** A call with its feature, as documentation and tests walk them. */
export interface NamedCall {
  feature: string
  /** `feature.name`, such as `tasks.complete`. */
  name: string
  call: Call
  handler: UntypedHandler
}

/** All calls of all features; fixed segments before parameters, as the router matches them. */
export function allCalls(features: readonly ServerFeature[]): NamedCall[] {
  return features.flatMap(({ name: feature, calls, handlers }) =>
    Object.entries(calls).map(([key, call]) => {
      const handler = handlers[key]
      if (!handler) throw new Error(`The call ${feature}.${key} has no handler.`)
      return { feature, name: `${feature}.${key}`, call, handler }
    }),
  )
}

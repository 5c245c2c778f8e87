import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Call, CallTable } from '../wire/call.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { HandlerExtra } from './handlers.ts'
import type { Job } from './jobs.ts'

/** A handler whose types were checked against its table and are no longer needed. */
export type UntypedHandler = (ctx: never, input: never, extra: HandlerExtra) => Promise<unknown>

/** What code outside the call table gets: provider hooks, OAuth callbacks, public links. */
export interface RouteDependencies {
  config: Config
  database: Database
  log: Logger
}

/** One feature as the server sees it. */
export interface ServerFeature {
  name: string
  calls: CallTable
  handlers: Readonly<Record<string, UntypedHandler>>
  jobs?: readonly Job[]
  /** Routes that are not calls: their paths are foreign (hooks, callbacks). */
  webhooks?: (app: FastifyInstance, dependencies: RouteDependencies) => void | Promise<void>
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

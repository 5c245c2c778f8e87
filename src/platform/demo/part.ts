import type { Logger } from 'pino'
import type { Config } from '../server/config.ts'
import type { Change } from '../server/context.ts'
import type { Db } from '../server/database/database.ts'

/** The seed of the demo that everybody sees. */
export const DEMO_SEED = 20_261

/** A demo while it is filled, all in one transaction. */
export interface Demo {
  db: Db
  /** The moment that the demo's past leads up to. */
  now: Date
  seed: number
  /** The configuration that the demo's commands run with. */
  config: Config
  /** How many records a feature shall add, by what they are called; none of what is not named. */
  wanted: Readonly<Record<string, number>>
  /** Filled for the sake of numbers: only what is quick to write a million times. */
  isLarge: boolean
  /** What all features do for the demo. */
  parts: readonly DemoPart[]
  log?: Pick<Logger, 'info'>
}

/** The process that a provider of the demo stands beside. */
export interface DemoHost {
  /** Runs a transaction that no call asked for; `name` is for the audit log. */
  transaction(name: string, work: (ctx: Change) => Promise<void>): Promise<void>
}

/** Something that stands in for the outside world, and the configuration that leads there. */
export interface DemoProvider {
  config: Partial<Config>
  close(): Promise<void>
}

/**
 * What the demo has of a feature. The demo goes through all features from the lowest tier up, once for each step. Features
 * may add fields of their own by augmenting this interface.
 */
export interface DemoPart {
  /** Makes what records of other features refer to, where it is missing. */
  prepare?(demo: Demo): Promise<void>
  /** Makes the records themselves. */
  fill?(demo: Demo): Promise<void>
  /** Makes what people are working on today; left out of a large demo. */
  addDailyWork?(demo: Demo): Promise<void>
  /**
   * Starts what stands in for a provider that the configuration leaves out; `null` where one is named. It starts before the
   * process that it reports to.
   */
  provide?(config: Config, host: Promise<DemoHost>): Promise<DemoProvider | null>
}

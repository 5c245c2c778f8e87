import { DEMO_SEED, type Demo } from '../../platform/demo/part.ts'
import type { Db } from '../../platform/server/database/database.ts'
import type { ServerFeature } from '../../platform/server/feature.ts'
import { readProductConfig } from '../config.ts'
import { product } from '../features.server.ts'
import { demoParts } from './parts.ts'
import { claimDemoLock, demoMarker, hasLeads, markDemo, numberOfLeads, tidyUp } from './queries.ts'

const MANY = 20_000
/** Answers are checked and nothing is logged, whoever fills the database. */
const QUIET = { NODE_ENV: 'development', KEYTURN_LOG: 'silent' }

/** How to fill a database. */
export interface DemoOptions extends Pick<Demo, 'now' | 'log'> {
  /** How many leads there shall be. */
  leads: number
  seed?: number
  /** How many homes come on the market a day; none when not said. */
  listings?: number
  /** From this many new leads on, timelines are brief and indexes are built at the end. */
  many?: number
  /** Those of the product unless said otherwise. */
  features?: readonly ServerFeature[]
}

/**
 * Fills an empty database with the demo brokerage, in one transaction, so that a fill that is killed half-way leaves nothing behind.
 * Answers how many leads it made: 0 when the database already holds leads or was filled before.
 */
export async function seedDemo(db: Db, options: DemoOptions): Promise<number> {
  const isEmpty = async (read: Db) => !((await demoMarker(read)) || (await hasLeads(read)))
  if (!(await isEmpty(db))) return 0
  return fill(db, options, isEmpty)
}

/** Adds demo leads until there are as many as wanted; answers how many it made. */
export async function fillDemo(db: Db, options: DemoOptions): Promise<number> {
  return fill(db, options, async () => true)
}

async function fill(db: Db, options: DemoOptions, isWanted: (db: Db) => Promise<boolean>): Promise<number> {
  const { seed = DEMO_SEED, now, log, many = MANY, listings = 0 } = options
  const parts = await demoParts(options.features ?? product.features)
  const made = await db.transaction().execute(async transaction => {
    await claimDemoLock(transaction)
    if (!(await isWanted(transaction))) return 0
    const present = await numberOfLeads(transaction)
    const leads = Math.max(0, options.leads - present)
    await walk({
      db: transaction,
      now,
      seed,
      config: readProductConfig(QUIET),
      log,
      parts,
      wanted: { leads, listings },
      isLarge: leads >= many,
    })
    await markDemo(transaction, present + leads, seed)
    return leads
  })
  if (made > 0) await tidyUp(db)
  return made
}

/** Each step goes through all features, from the lowest tier up. */
async function walk(demo: Demo): Promise<void> {
  for (const part of demo.parts) await part.prepare?.(demo)
  for (const part of demo.parts) await part.fill?.(demo)
  if (!demo.isLarge) for (const part of demo.parts) await part.addDailyWork?.(demo)
}

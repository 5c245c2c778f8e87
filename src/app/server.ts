import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../platform/server/config.ts'
import { openDatabase } from '../platform/server/database/database.ts'
import { migrate, readMigrations } from '../platform/server/database/migrate.ts'
import { serveWebsite } from '../platform/server/http/website.ts'
import { recognizePlace } from '../platform/server/jobs/installation.ts'
import { prepareQueue } from '../platform/server/jobs/jobs.ts'
import { makeLog } from '../platform/server/logs.ts'
import { startProcess } from '../platform/server/process.ts'
import { pageOf } from '../product/config.ts'
import { startDemoProviders } from './demo/providers.ts'
import { seedDemo } from './demo/seed.ts'
import { addDocumentation } from './documentation.ts'
import { product } from './features.server.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A server that answers. */
export interface RunningServer {
  /** Address under which it answers on this machine. */
  url: string
  /** Finishes what is in hand and stops. */
  close(): Promise<void>
}

interface ServerOptions {
  log?: Logger
  clock?: () => Date
}

/** Brings the database to the newest migration, with the tables of the job queue. */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl, await readMigrations(join(ROOT, 'db/migrations')))
  await prepareQueue(databaseUrl)
}

/** Prepares the database, fills it with the demo brokerage when it is empty and wanted, and starts to answer. */
export async function startServer(
  config: Config,
  databaseUrl: string,
  options: ServerOptions = {},
): Promise<RunningServer> {
  await prepareDatabase(databaseUrl)
  if (config.mode === 'demo') await fillWhenEmpty(config, databaseUrl, options.clock?.() ?? new Date())
  else await checkBeforeStart(config, databaseUrl)
  await recognizePlace(databaseUrl, config)
  return serveProduct(config, databaseUrl, options)
}

async function checkBeforeStart(config: Config, databaseUrl: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, { connections: 1 })
  try {
    for (const feature of product.features) await feature.beforeStart?.({ db, config })
  } finally {
    await close()
  }
}

async function fillWhenEmpty(config: Config, databaseUrl: string, now: Date): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, { connections: 2 })
  try {
    await seedDemo(db, {
      leads: config.demoLeads,
      listings: config.demoListings,
      now,
    })
  } finally {
    await close()
  }
}

/** Starts HTTP and jobs over a prepared database. */
export async function serveProduct(
  config: Config,
  databaseUrl: string,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const log = options.log ?? makeLog(config)
  const providers = await startDemoProviders(config)
  const running = await startProcess({
    config: providers.config,
    databaseUrl,
    product,
    log,
    clock: options.clock,
  }).catch(async error => {
    await providers.close()
    throw error
  })
  providers.connect(running)
  const close = async () => {
    await running.close()
    await providers.close()
  }
  try {
    if (config.hasApiDocs) await addDocumentation(running.app, config)
    await serveWebsite(running.app, config, { folder: join(ROOT, 'dist/web'), page: pageOf(config) })
    await running.app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await close()
    throw error
  }
  const address = running.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return { url: `http://127.0.0.1:${port}`, close }
}

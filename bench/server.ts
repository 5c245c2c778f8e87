import { pino } from 'pino'
import { readProductConfig } from '../src/app/config.ts'
import { serveProduct } from '../src/app/server.ts'

/** The environment under which the product is measured: as it is delivered, without a limit for one user. */
export const benchEnvironment = (dataDir: string): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  PORT: '0',
  HOST: '127.0.0.1',
  KEYTURN_DATA: dataDir,
  KEYTURN_LOG: 'error',
  KEYTURN_REQUESTS_PER_MINUTE: '0',
  // The listing service that a demo runs beside the server is no part of it.
  KEYTURN_DEMO_LISTINGS: '0',
})

/** Starts the product over a prepared database, in this process; with settings of a part that needs some. */
export const startProduct = (databaseUrl: string, dataDir: string, settings: NodeJS.ProcessEnv = {}) =>
  serveProduct(readProductConfig({ ...benchEnvironment(dataDir), ...settings }), databaseUrl, {
    log: pino({ level: 'error' }),
  })

/** As a process of its own: tells its address, and on every question how much memory it holds. */
if (process.send) {
  const [databaseUrl = '', dataDir = '', settings = '{}'] = process.argv.slice(2)
  const server = await startProduct(databaseUrl, dataDir, JSON.parse(settings))
  process.on('message', question => {
    if (question === 'memory') process.send?.({ memory: process.memoryUsage.rss() })
    else void server.close().finally(() => process.exit(0))
  })
  process.send({ url: server.url })
}

import { type Config, readConfig } from '../platform/server/config.ts'
import { type EmbeddedDatabase, startEmbedded } from '../platform/server/embedded.ts'
import { startServer } from './server.ts'
import { sentencesOf, welcome } from './start-messages.ts'

/** A graceful stop ends within this time, done or not. */
const stopDeadline = 10_000

const say = (sentence: string) => process.stderr.write(`${sentence}\n`)

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const database = config.databaseUrl === null ? await embedded(config) : null
  try {
    const server = await startServer(config, config.databaseUrl ?? database?.url ?? '')
    stopOnSignal([server.close, database?.stop])
    process.stdout.write(welcome(config, server.url))
  } catch (error) {
    await database?.stop()
    throw error
  }
}

const embedded = (config: Config): Promise<EmbeddedDatabase> =>
  startEmbedded({ dataDir: config.dataDir, sharedBuffers: config.sharedBuffers, log: { info: say, warn: say } })

function stopOnSignal(steps: readonly ((() => Promise<void>) | undefined)[]): void {
  let isStopping = false
  const stop = async () => {
    // The terminal and the launcher both pass a Ctrl-C on: the second one is the same wish.
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), stopDeadline).unref()
    for (const step of steps) await step?.()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())
}

await start().catch(error => {
  for (const sentence of sentencesOf(error)) say(sentence)
  process.exit(1)
})

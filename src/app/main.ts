import type { Config } from '../platform/server/config.ts'
import { type EmbeddedDatabase, startEmbedded } from '../platform/server/embedded/embedded.ts'
import { readProductConfig } from './config.ts'
import { startServer } from './server.ts'
import { sentencesOf, welcome } from './start-messages.ts'

/** A graceful stop ends within this time, done or not. */
const stopDeadline = 10_000

const say = (sentence: string) => process.stderr.write(`${sentence}\n`)

/** What runs, the newest first: it is stopped in this order. */
const running: (() => Promise<void>)[] = []

async function start(): Promise<void> {
  stopOnSignal()
  const config = readProductConfig(process.env)
  const database = config.databaseUrl === null ? await embedded(config) : null
  const server = await startServer(config, config.databaseUrl ?? database?.url ?? '')
  running.unshift(server.close)
  process.stdout.write(welcome(config, server.url))
}

async function embedded({ dataDir, sharedBuffers }: Config): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, sharedBuffers, log: { info: say, warn: say } })
  running.unshift(database.stop)
  return database
}

let isStopping = false

function stopOnSignal(): void {
  const stop = async () => {
    // The terminal and the launcher both pass a Ctrl-C on: the second one asks for the same.
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), stopDeadline).unref()
    await stopAll()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())
}

async function stopAll(): Promise<void> {
  for (const stop of running.splice(0)) await stop()
}

await start().catch(async error => {
  // A start that is stopped half-way fails because of the stop: that is no error to report.
  if (isStopping) return
  for (const sentence of sentencesOf(error)) say(sentence)
  await stopAll()
  process.exit(1)
})

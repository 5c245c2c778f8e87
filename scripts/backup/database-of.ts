import { sentencesOf } from '../../src/app/start-messages.ts'
import { readConfig } from '../../src/platform/server/config.ts'
import { runningEmbedded, startEmbedded } from '../../src/platform/server/embedded/embedded.ts'

const say = (sentence: string) => console.error(sentence)

/** Works on the configured database; the embedded one is started for it when it is not running. */
export async function withDatabase(work: (url: string, dataDir: string) => Promise<void>): Promise<void> {
  try {
    const { databaseUrl, dataDir } = readConfig(process.env, [])
    const running = databaseUrl ?? (await runningEmbedded(dataDir))
    if (running) return await work(running, dataDir)
    const embedded = await startEmbedded({ dataDir, log: { info: say, warn: say } })
    await work(embedded.url, dataDir).finally(embedded.stop)
  } catch (error) {
    for (const sentence of sentencesOf(error)) say(sentence)
    process.exitCode = 1
  }
}

import { parseArgs } from 'node:util'
import { DEMO_SEED } from '../../platform/demo/part.ts'
import { openDatabase } from '../../platform/server/database/database.ts'
import { startEmbedded } from '../../platform/server/embedded/embedded.ts'
import { readProductConfig } from '../config.ts'
import { prepareDatabase } from '../server.ts'
import { sentencesOf } from '../start-messages.ts'
import { fillDemo } from './seed.ts'

const say = (sentence: string) => process.stderr.write(`${sentence}\n`)
const log = { info: say, warn: say }

interface FillOptions {
  leads: number
  seed: number
}

function demoOptionsOf(args: string[]): FillOptions {
  const { values } = parseArgs({ args, options: { leads: { type: 'string' }, seed: { type: 'string' } } })
  const leads = Number(values.leads ?? 2000)
  const seed = Number(values.seed ?? DEMO_SEED)
  if (!Number.isInteger(leads) || leads < 1 || leads > 1_000_000) {
    throw new Error(
      '--leads wants a whole number from 1 to 1,000,000, for example: npm run demo:fill -- --leads 100000',
    )
  }
  if (!Number.isInteger(seed)) throw new Error('--seed wants a whole number.')
  return { leads, seed }
}

async function run({ leads, seed }: FillOptions): Promise<void> {
  const config = readProductConfig(process.env)
  if (config.mode === 'production') throw new Error('Demo leads are not put into a database in production mode.')
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null
  const url = config.databaseUrl ?? embedded?.url ?? ''
  try {
    await prepareDatabase(url)
    const database = openDatabase(url, { connections: 2 })
    const made = await fillDemo(database.db, { leads, seed, now: new Date(), log })
    await database.close()
    say(made === 0 ? `There are ${leads} leads or more already.` : `${made.toLocaleString('en-CA')} demo leads added.`)
  } finally {
    await embedded?.stop()
  }
}

try {
  await run(demoOptionsOf(process.argv.slice(2)))
} catch (error) {
  for (const sentence of sentencesOf(error)) say(sentence)
  process.exitCode = 1
}

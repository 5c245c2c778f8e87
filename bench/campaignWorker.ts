import { pino } from 'pino'
import { product } from '../src/app/features.server.ts'
import { runDueSteps } from '../src/features/campaigns/server/commands/run.ts'
import { openDatabase } from '../src/platform/server/database/database.ts'
import { connectFeatures } from '../src/platform/server/feature.ts'
import { type QueuedJob, startQueue } from '../src/platform/server/jobs/jobs.ts'
import { changesStatement, type PendingChange } from '../src/platform/server/live/changes.ts'
import { jobsOf } from '../src/platform/server/process.ts'
import { changeAt } from './takenBack.ts'

/** What a worker did, and what of a processor it took for that. */
export interface WorkerReport {
  ran: number
  cpuMs: number
}

/** As the job claims them. */
const BATCH = 200

/**
 * A worker in a process of its own. Once something arrives on its input it runs what is due until nothing is: each batch in a transaction with all
 * that the product commits with it, the jobs that hand messages over and what browsers are told.
 */
const database = openDatabase(process.argv[2] ?? '', { connections: 1 })
connectFeatures(product.features)
const log = pino({ level: 'silent' })
const queue = await startQueue({
  database,
  jobs: jobsOf(product.features),
  works: false,
  log,
  contextFor() {
    throw new Error('This process takes no jobs.')
  },
  onFailures() {},
})

const runBatch = (): Promise<number> =>
  database.db.transaction().execute(async transaction => {
    const [queued, pending]: [QueuedJob[], PendingChange[]] = [[], []]
    const ran = await runDueSteps(
      {
        ...changeAt(transaction),
        enqueue: async ({ name }, data, options = {}) => void queued.push({ ...options, name, data }),
        changed: (topic, ids, audience) => void pending.push({ topic, ids, audience }),
      },
      BATCH,
    )
    if (queued.length > 0) await queue.enqueue(transaction, queued)
    if (pending.length > 0) await changesStatement(pending).execute(transaction)
    return ran
  })

process.stdout.write('ready\n')
process.stdin.once('data', async () => {
  const before = process.cpuUsage()
  let ran = 0
  for (let count = 1; count > 0; ran += count) count = await runBatch()
  const { user, system } = process.cpuUsage(before)
  const report: WorkerReport = { ran, cpuMs: (user + system) / 1000 }
  process.stdout.write(JSON.stringify(report), () => process.exit(0))
})

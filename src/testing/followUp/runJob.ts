import type { Config } from '../../platform/server/config.ts'
import type { JobContext } from '../../platform/server/context.ts'
import { runTransaction } from '../../platform/server/database/transaction.ts'
import type { Job } from '../../platform/server/jobs/jobs.ts'
import { adminAtWork, idle } from '../brokerage.ts'
import type { TestOffice } from '../office.ts'

interface RunOptions {
  /** As of when; now unless said otherwise. */
  now?: Date
  /** What differs from the usual configuration of tests. */
  config?: Partial<Config>
}

/** Runs a job without data, as the queue does. The office's own process should not work (`KEYTURN_ROLE: 'web'`). */
export async function runJob(office: TestOffice, job: Job, { now, config = {} }: RunOptions = {}): Promise<void> {
  const { database, clock } = office.server
  const base = adminAtWork(database, office.userId('admin')).reading
  const context = { ...base, now: now ?? clock.now ?? new Date(), config: { ...base.config, ...config } }
  const owner = { call: 'test', viewer: null, actor: null, request: null, input: null }
  const ctx: JobContext = {
    ...context,
    signal: new AbortController().signal,
    transaction: work => runTransaction({ database, running: idle }, context, owner, work),
  }
  await job.run(ctx, {})
}

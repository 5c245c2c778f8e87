import { sql } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { EnqueueOptions, JobContext, JobName } from '../context.ts'
import type { Database, DbTransaction } from '../database/database.ts'
import { holdWhilePaused } from './sending.ts'

/** A job whose process died is noticed this soon, and tried again. */
const HEARTBEAT_SECONDS = 20

interface JobDefinition<Schema extends z.ZodObject> {
  name: string
  data: Schema
  /** Must be idempotent: a job runs at least once. */
  run(ctx: JobContext, data: z.output<Schema>): Promise<void>
  /** Tries after the first, with back-off. 5 unless said otherwise. */
  retryLimit?: number
  /** Seconds after which a silent job counts as failed. 900 unless said otherwise. */
  expireInSeconds?: number
  /** Runs by the clock (UTC), without data. */
  cron?: string
  /** Jobs of this kind that one process runs at once. 1 unless said otherwise. */
  concurrency?: number
  /** At most one waiting job for each `singletonKey` (and one in all without a key). */
  keyed?: boolean
  /** Writes to people outside of the product: put aside while sending is paused. */
  sends?: boolean
  /** A job of this kind that becomes due is noticed within so many seconds. 5 unless said otherwise. */
  pollSeconds?: number
  /** Waiting jobs are run together: how many at the most, and what all of them ask for as one. Not for jobs that send. */
  together?: { most: number; merge(asked: z.output<Schema>[]): z.output<Schema> }
}

/** Work that is slow, foreign or later. */
export interface Job<Data extends object = Record<string, unknown>> extends JobName<Data> {
  retryLimit: number
  expireInSeconds: number
  cron: string | null
  concurrency: number
  keyed: boolean
  sends: boolean
  pollSeconds: number
  /** Waiting jobs that are run together at the most; `merge` makes one request of all of theirs. */
  atOnce: number
  merge(asked: readonly unknown[]): unknown
  /** Checks what was stored and runs it. */
  run(ctx: JobContext, data: unknown): Promise<void>
}

/** Declares a job. */
export function defineJob<Schema extends z.ZodObject>(definition: JobDefinition<Schema>): Job<z.output<Schema>> {
  const {
    name,
    data: schema,
    run,
    retryLimit = 5,
    expireInSeconds = 900,
    cron = null,
    concurrency = 1,
    keyed = false,
    sends = false,
    pollSeconds = 5,
    together,
  } = definition
  return {
    name,
    retryLimit,
    expireInSeconds,
    cron,
    concurrency,
    keyed,
    sends,
    pollSeconds,
    atOnce: together?.most ?? 1,
    merge: ([first, ...more]) =>
      together && more.length > 0 ? together.merge([first, ...more].map(data => schema.parse(data))) : first,
    run: (ctx, data) => run(ctx, schema.parse(data ?? {})),
  }
}

/** The queue of a process: it can always enqueue, and works when it was told to. */
export interface JobQueue {
  enqueue(db: DbTransaction, job: Pick<Job, 'name'>, data: object, options?: EnqueueOptions): Promise<void>
  stop(): Promise<void>
}

/** Makes the tables of the queue; runs with the migrations, so that starting processes need no rights to create. */
export async function prepareQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}

/**
 * The same within the transaction of a client. The queue would begin and end a transaction of its own, which would end
 * that of the caller: those two statements are left out.
 */
export async function prepareQueueWithin(client: pg.Client): Promise<void> {
  const executeSql = async (text: string, values?: unknown[]) => {
    const result = await client.query(text.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, ''), values)
    return { rows: [result].flat().flatMap(({ rows }) => rows) }
  }
  const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
  // What it sets for its own transaction would hold for the rest of this one.
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
}

interface QueueOptions {
  database: Database
  jobs: readonly Job[]
  /** Whether this process takes jobs, or only puts them in. */
  works: boolean
  log: Logger
  contextFor(job: Job, signal: AbortSignal): JobContext
}

/** Starts the queue of this process. */
export async function startQueue({ database, jobs, works, log, contextFor }: QueueOptions): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: database.url,
    max: works ? 4 : 1,
    supervise: works,
    schedule: works,
    useListenNotify: works,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
    migrate: false,
    createSchema: false,
  })
  boss.on('error', error => log.error({ err: error }, 'job queue'))
  await boss.start()
  for (const job of jobs) await prepare(boss, job)
  const stopping = new AbortController()
  if (works)
    for (const job of jobs)
      await work(boss, job, database, signal => contextFor(job, AbortSignal.any([signal, stopping.signal])), log)
  return {
    async enqueue(db, job, data, { startAfter, singletonKey } = {}) {
      await boss.send(job.name, data, { startAfter, singletonKey, db: inTransaction(db) })
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: works, timeout: 8000 })
    },
  }
}

async function prepare(boss: PgBoss, job: Job): Promise<void> {
  const options = {
    retryLimit: job.retryLimit,
    retryBackoff: true,
    retryDelay: 5,
    expireInSeconds: job.expireInSeconds,
    notify: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
  }
  if (await boss.getQueue(job.name)) await boss.updateQueue(job.name, options)
  else await boss.createQueue(job.name, { ...options, policy: job.keyed ? 'short' : 'standard' })
}

async function work(
  boss: PgBoss,
  job: Job,
  { db }: Database,
  contextFor: (signal: AbortSignal) => JobContext,
  log: Logger,
): Promise<void> {
  let worker: string | null = null
  worker = await boss.work(
    job.name,
    {
      batchSize: job.atOnce,
      includeMetadata: true,
      localConcurrency: job.concurrency,
      pollingIntervalSeconds: Math.min(2, job.pollSeconds),
      // Nobody tells of a job that waited for its next try, or for its time, and is due.
      notifyPollingIntervalSeconds: job.pollSeconds,
    },
    async taken => {
      const [first] = taken
      if (!first) return
      // Jobs that arrive together are told of once: look for the next one at once, until there is none.
      if (worker) boss.notifyWorker(worker)
      try {
        const { id, name, data, startAfter } = first
        if (job.sends && (await holdWhilePaused(db, { id, name, data, due_at: startAfter }))) return
        await job.run(contextFor(first.signal), job.merge(taken.map(each => each.data)))
      } catch (error) {
        log.error({ err: error, job: job.name, job_id: first.id }, 'job failed')
        throw error
      }
    },
  )
  if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' })
}

/** Lets the queue write through the transaction of the caller. */
function inTransaction(db: DbTransaction) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const result = await db.executeQuery<Record<string, unknown>>({
        ...sql.raw(text).compile(db),
        parameters: values,
      })
      return { rows: [...result.rows] }
    },
  }
}

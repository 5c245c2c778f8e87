import { sql } from 'kysely'
import type pg from 'pg'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Change, EnqueueOptions, JobContext, JobName, QueryContext } from '../context.ts'
import { ONE_PLAN, WITH_COMMIT } from '../database/connection.ts'
import type { Database, DbTransaction } from '../database/database.ts'
import { wakeForDueWork } from './due.ts'
import { forgetFailures, indexFailures } from './failed.ts'
import { holdWhilePaused } from './sending.ts'
import { type FailedTry, whyOf } from './why.ts'

/** A job whose process died is noticed this soon, and tried again. */
const HEARTBEAT_SECONDS = 20

/** A worker looks for jobs by itself this seldom: it is woken when one is put in, and when one is due. */
const POLL_SECONDS = 60

/** The record that a job is about: its kind, as the audit log names it, and its id. */
export interface JobSubject {
  kind: string
  id: number
}

interface JobDefinition<Schema extends z.ZodObject> {
  name: string
  /** What it does, as people say it: "Make an export". */
  title: string
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
  /** Waiting jobs are run together: how many at the most, and what all of them ask for as one. Not for jobs that send. */
  together?: { most: number; merge(asked: z.output<Schema>[]): z.output<Schema> }
  /** The record that people look at when it failed. */
  about?(ctx: QueryContext, data: z.output<Schema>): Promise<JobSubject | null> | JobSubject | null
  /** Whether a provider may have done already what it was asked for, so that a person has to look before it runs again. */
  isUncertain?(ctx: QueryContext, data: z.output<Schema>): Promise<boolean>
  /** Whether a run makes sense long after its time. True unless said otherwise. */
  isRepeatable?: boolean
}

/** Work that is slow, foreign or later. */
export interface Job<Data extends object = Record<string, unknown>> extends JobName<Data> {
  title: string
  retryLimit: number
  expireInSeconds: number
  cron: string | null
  concurrency: number
  keyed: boolean
  sends: boolean
  /** Waiting jobs that are run together at the most; `merge` makes one request of all of theirs. */
  atOnce: number
  merge(asked: readonly unknown[]): unknown
  /** Whether a person may have it run again after it failed. */
  isRepeatable: boolean
  /** The record that what was stored is about; `null` where none is known. */
  about(ctx: QueryContext, data: unknown): Promise<JobSubject | null>
  /** `null` where this job never leaves open what became of it. */
  isUncertain: ((ctx: QueryContext, data: unknown) => Promise<boolean>) | null
  /** Checks what was stored and runs it. */
  run(ctx: JobContext, data: unknown): Promise<void>
}

/** Declares a job. */
export function defineJob<Schema extends z.ZodObject>(definition: JobDefinition<Schema>): Job<z.output<Schema>> {
  const {
    name,
    title,
    data: schema,
    run,
    retryLimit = 5,
    expireInSeconds = 900,
    cron = null,
    concurrency = 1,
    keyed = false,
    sends = false,
    together,
    about,
    isUncertain,
    isRepeatable = true,
  } = definition
  return {
    name,
    title,
    isRepeatable,
    about: async (ctx, data) => (await about?.(ctx, schema.parse(data ?? {}))) ?? null,
    isUncertain: isUncertain ? (ctx, data) => isUncertain(ctx, schema.parse(data ?? {})) : null,
    retryLimit,
    expireInSeconds,
    cron,
    concurrency,
    keyed,
    sends,
    atOnce: together?.most ?? 1,
    merge: ([first, ...more]) =>
      together && more.length > 0 ? together.merge([first, ...more].map(data => schema.parse(data))) : first,
    run: (ctx, data) => run(ctx, schema.parse(data ?? {})),
  }
}

/** A job that a transaction puts in. */
export interface QueuedJob extends EnqueueOptions {
  name: string
  data: object
}

/** The queue of a process: it can always enqueue, and works when it was told to. */
export interface JobQueue {
  /** Puts jobs into a transaction: one statement for all of a kind. */
  enqueue(db: DbTransaction, jobs: readonly QueuedJob[]): Promise<void>
  /** Takes jobs from now on, where this process does: what they enqueue themselves goes into this queue, which must be there by then. */
  startWork(): Promise<void>
  stop(): Promise<void>
}

/** Makes the tables of the queue; runs with the migrations, so that starting processes need no rights to create. */
export async function prepareQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await indexFailures(text => boss.getDb().executeSql(text))
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
  await indexFailures(executeSql)
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
  /** Runs in the transaction that marks a job as failed for good, and when work by the clock has worked again. */
  onFailures(change: Change): void
}

/** Starts the queue of this process. */
export async function startQueue(options: QueueOptions): Promise<JobQueue> {
  const { database, jobs, works, log, contextFor } = options
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
  const keyed = new Set(jobs.flatMap(job => (job.keyed ? job.name : [])))
  return {
    async startWork() {
      if (!works) return
      const workers = new Map<string, readonly string[]>()
      for (const job of jobs)
        workers.set(
          job.name,
          await work(boss, job, {
            ...options,
            contextFor: (one, signal) => contextFor(one, AbortSignal.any([signal, stopping.signal])),
          }),
        )
      void wakeForDueWork({
        db: database.db,
        names: [...workers.keys()],
        log,
        signal: stopping.signal,
        wake(name) {
          for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
        },
      })
    },
    async enqueue(db, queued) {
      for (const [name, group] of Map.groupBy(onceByKey(queued, keyed), job => job.name))
        await boss.insert(
          name,
          group.map(({ data, startAfter, singletonKey }) => ({ data, startAfter, singletonKey })),
          { db: inTransaction(db, `${WITH_COMMIT}${ONE_PLAN}`) },
        )
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: works, timeout: 8000 })
    },
  }
}

/** Of a keyed job one waits for each key: what a transaction puts in again is left out. */
function onceByKey(queued: readonly QueuedJob[], keyed: ReadonlySet<string>): QueuedJob[] {
  const seen = new Set<string>()
  return queued.filter(({ name, singletonKey = '' }) => {
    const key = JSON.stringify([name, singletonKey])
    if (!keyed.has(name)) return true
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst
  })
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

/** Has jobs of a kind run; answers the ids of their workers. */
async function work(boss: PgBoss, job: Job, options: QueueOptions): Promise<string[]> {
  const workers = await Promise.all(Array.from({ length: job.concurrency }, () => startWorker(boss, job, options)))
  if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' })
  return workers
}

/** Workers are started one by one: of several that are started together, only the first can be woken. */
async function startWorker(boss: PgBoss, job: Job, options: QueueOptions): Promise<string> {
  const { database, contextFor } = options
  let worker: string | null = null
  worker = await boss.work(
    job.name,
    {
      batchSize: job.atOnce,
      includeMetadata: true,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: POLL_SECONDS,
    },
    async taken => {
      const [first] = taken
      if (!first) return
      // Jobs that arrive together are told of once: look for the next one at once, until there is none.
      if (worker) boss.notifyWorker(worker)
      const ctx = contextFor(job, first.signal)
      try {
        const { id, name, data, startAfter } = first
        if (job.sends && (await holdWhilePaused(database.db, { id, name, data, due_at: startAfter }))) return
        await job.run(ctx, job.merge(taken.map(each => each.data)))
      } catch (error) {
        return failed(boss, job, { ctx, taken, error }, options)
      }
      if (job.cron) await forgetAfterSuccess(ctx, job, options)
    },
  )
  return worker
}

interface Failure {
  ctx: JobContext
  taken: readonly Pick<JobWithMetadata, 'id' | 'retryCount' | 'retryLimit'>[]
  error: unknown
}

/** Has the queue try again later, or keep the job as failed; of the error it keeps why, in words, and nothing else. */
async function failed(
  boss: PgBoss,
  job: Job,
  { ctx, taken, error }: Failure,
  { log, onFailures }: QueueOptions,
): Promise<void> {
  log.error({ err: error, job: job.name, job_id: taken[0]?.id }, 'job failed')
  const output: FailedTry = { why: whyOf(error) }
  const isLast = taken.some(({ retryCount, retryLimit }) => retryCount >= retryLimit)
  try {
    await ctx.transaction(async change => {
      const attempts = taken.map(({ id, retryCount }) => ({ id, retryCount }))
      await boss.fail(job.name, attempts, output, { db: inTransaction(change.db, ONE_PLAN) })
      if (isLast) onFailures(change)
    })
  } catch {
    // The queue writes it down itself, later if the database is away: with the reason alone, too.
    throw output.why
  }
}

/** Work by the clock that works again has nothing to show any more; that this is not written down fails nothing. */
async function forgetAfterSuccess(ctx: JobContext, job: Job, { log, onFailures }: QueueOptions): Promise<void> {
  try {
    if (!(await forgetFailures(ctx.db, job.name))) return
    await ctx.transaction(async change => onFailures(change))
  } catch (error) {
    log.warn({ err: error, job: job.name }, 'old failures stay listed')
  }
}

/** Lets the queue write through the transaction of the caller; the mark goes before what it writes. */
function inTransaction(db: DbTransaction, mark: string) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const result = await db.executeQuery<Record<string, unknown>>({
        ...sql.raw(`${mark}${text}`).compile(db),
        parameters: values,
      })
      return { rows: [...result.rows] }
    },
  }
}

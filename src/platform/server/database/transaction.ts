import { type RawBuilder, sql } from 'kysely'
import type {
  Actor,
  AuditedChange,
  Author,
  Change,
  QueryContext,
  RequestInfo,
  Viewer,
  WriteContext,
} from '../context.ts'
import type { JobQueue, QueuedJob } from '../jobs/jobs.ts'
import { changesStatement, type PendingChange } from '../live/changes.ts'
import type { LiveHub } from '../live/live.ts'
import { auditStatement } from './audit.ts'
import { WITH_COMMIT } from './connection.ts'
import type { Database, DbTransaction } from './database.ts'

/** What every transaction of a process needs. */
export interface TransactionDependencies {
  database: Database
  /** The queue and the hub exist only once the process runs; migrations and seeds do without. */
  running: { queue: JobQueue; live: LiveHub } | null
}

/** On whose behalf a transaction runs. */
export interface TransactionOwner {
  /** Name of the call or job, for the audit log. */
  call: string
  viewer: Viewer | null
  actor: Actor | null
  request: RequestInfo | null
  input: unknown
}

const RETRIED = new Set(['40001', '40P01'])
const MAX_TRIES = 3

const codeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null

/**
 * Runs one transaction: the work, then its audit entry, its live changes and its jobs, all committed together.
 * A transaction that lost to another one (deadlock, serialization) is tried again.
 */
export async function runTransaction<Result>(
  dependencies: TransactionDependencies,
  base: Omit<QueryContext, 'db'>,
  owner: TransactionOwner,
  work: (ctx: Change & Pick<WriteContext, 'viewer' | 'actor' | 'request'>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryTransaction(dependencies, base, owner, work)
    } catch (error) {
      if (attempt >= MAX_TRIES || !RETRIED.has(codeOf(error) ?? '')) throw error
    }
  }
}

async function tryTransaction<Result>(
  { database, running }: TransactionDependencies,
  base: Omit<QueryContext, 'db'>,
  owner: TransactionOwner,
  work: (ctx: Change & Pick<WriteContext, 'viewer' | 'actor' | 'request'>) => Promise<Result>,
): Promise<Result> {
  const pending: PendingChange[] = []
  const result = await database.db.transaction().execute(async db => {
    const [audited, queued]: [AuditedChange[], QueuedJob[]] = [[], []]
    const tools = changeTools(db, { pending, audited, queued, running })
    const result = await work({ ...base, ...identityOf(owner), ...tools })
    if (queued.length > 0) await running?.queue.enqueue(db, queued)
    await closingStatement(owner, audited, pending)?.execute(db)
    return result
  })
  if (pending.length > 0) running?.live.committed(pending)
  return result
}

/** Everything that is written at the end of a transaction, in one statement that travels with the commit. */
function closingStatement(
  owner: TransactionOwner,
  audited: readonly AuditedChange[],
  pending: readonly PendingChange[],
): RawBuilder<unknown> | null {
  const entry = owner.actor || audited.length > 0 ? auditStatement({ ...owner, changes: audited }) : null
  const changes = pending.length > 0 ? changesStatement(pending) : null
  if (entry && changes) return sql`${sql.raw(WITH_COMMIT)} WITH entry AS (${entry}) ${changes}`
  return entry || changes ? sql`${sql.raw(WITH_COMMIT)} ${entry ?? changes}` : null
}

/** Public calls have nobody to look through; their handlers' type says so, hence the one assertion here. */
const identityOf = ({ viewer, actor, request }: TransactionOwner) =>
  ({ viewer, actor, request, author: authorOf(viewer, actor) }) as Pick<
    WriteContext,
    'viewer' | 'actor' | 'request' | 'author'
  >

const authorOf = (viewer: Viewer | null, actor: Actor | null): Author | null =>
  actor && { user_id: actor.user_id, on_behalf_of: actor.is_possession && viewer ? viewer.user_id : null }

function changeTools(
  db: DbTransaction,
  {
    pending,
    audited,
    queued,
    running,
  }: {
    pending: PendingChange[]
    audited: AuditedChange[]
    queued: QueuedJob[]
    running: TransactionDependencies['running']
  },
): Pick<Change, 'db' | 'changed' | 'audit' | 'enqueue'> {
  return {
    db,
    changed: (topic, ids, audience) => void pending.push({ topic, ids, audience }),
    audit: change => void audited.push(change),
    async enqueue({ name }, data, options) {
      if (!running) throw new Error(`The job ${name} was enqueued before the process runs.`)
      queued.push({ name, data, startAfter: options?.startAfter, singletonKey: options?.singletonKey })
    },
  }
}

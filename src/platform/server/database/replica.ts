import pg from 'pg'
import type { Logger } from 'pino'
import { CaughtUp, type Place } from './caughtUp.ts'
import { type Database, type Db, openDatabase } from './database.ts'

/** How often the replica is asked how far it is, in milliseconds. */
const LOOK_MS = 400
/** A replica that does not answer within this time is away, in milliseconds. */
const PATIENCE_MS = 1_000

/** Where a read may look things up other than in the primary. */
export interface Reading {
  db: Db
  /** Everything that was published before this is in it. */
  position: string
  /** Does some work there; rejects when the replica goes away meanwhile, also where its connections only fall silent. */
  during<Result>(work: () => Promise<Result>): Promise<Result>
}

/** A streaming replica that is being watched. */
export interface Replica {
  /** `null` while it is away, or further behind than `MAX_AGE_MS` of `caughtUp.ts`. */
  reading(): Reading | null
  close(): Promise<void>
}

interface ReplicaOptions {
  primary: Database
  /** How far this process has read the live changes. */
  position(): string
  connections: number
  log: Logger
}

/** Watches a streaming replica of the primary: one and the same server behind its address, as others may be further behind. */
export function startReplica(url: string, { primary, position, connections, log }: ReplicaOptions): Replica {
  const database = openDatabase(url, { connections })
  const watching = watchPool(url)
  const caughtUp = new CaughtUp()
  const leaving = new Set<(error: Error) => void>()
  let [closed, isInUse] = [false, false]
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  const leave = (error: Error) => {
    caughtUp.lost()
    for (const reject of leaving) reject(error)
  }
  const report = (why?: Error) => {
    const is = caughtUp.known(performance.now()) !== null
    if (is !== isInUse) log.info({ err: why }, is ? 'reads go to the replica' : 'reads go to the primary')
    isInUse = is
  }
  const look = async () => {
    const next = caughtUp.next
    try {
      if (next && (await hasReached(watching, next.place))) caughtUp.reached()
    } catch (error) {
      leave(error as Error)
      return report(error as Error)
    }
    const at = performance.now()
    const read = position()
    const place = await placeOf(primary).catch(() => null)
    if (place) caughtUp.sampled({ at, position: read, place })
    report()
  }
  const lookAgain = () => {
    looking = look().finally(() => {
      if (!closed) timer = setTimeout(lookAgain, LOOK_MS)
    })
  }
  lookAgain()

  return {
    reading() {
      const known = caughtUp.known(performance.now())
      if (!known) return null
      return {
        db: database.db,
        position: known.position,
        during: work => {
          const { promise, reject } = Promise.withResolvers<never>()
          leaving.add(reject)
          return Promise.race([work(), promise]).finally(() => leaving.delete(reject))
        },
      }
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await looking
      await watching.end()
      await database.close()
    },
  }
}

const watchPool = (url: string): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** Where the primary is. What it committed before is written there, within 600 ms where it does not wait for its disk. */
async function placeOf({ pool }: Database): Promise<Place | null> {
  const { rows } = await pool.query<Place>(
    `SELECT pg_current_wal_lsn()::text AS lsn, system_identifier::text AS system, current_database() AS database
     FROM pg_control_system()`,
  )
  return rows[0] ?? null
}

/** Whether the server is a replica of the primary, and has what was in it at this place. */
async function hasReached(pool: pg.Pool, { lsn, system, database }: Place): Promise<boolean> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ is: boolean }>(
      `SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn
         AND system_identifier = $2::bigint AND current_database() = $3 AS is
       FROM pg_control_system()`,
      [lsn, system, database],
    )
    client.release()
    return rows[0]?.is === true
  } catch (error) {
    // Its answer may come yet, and would be taken for that of the next question.
    client.release(true)
    throw error
  }
}

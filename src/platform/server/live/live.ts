import type { Readable } from 'node:stream'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Viewer } from '../context.ts'
import type { Database } from '../database/database.ts'
import { changesAfter, currentPosition, missedChanges, type PendingChange } from './changes.ts'
import { RecentChanges } from './recent.ts'
import { ANYTHING, channelsOf, type Identify } from './stream.ts'
import { LiveStreams, type LiveStreamsOptions } from './streams.ts'

const CHANNEL = 'keyturn_live'
/** Changes within this many milliseconds travel as one message. */
const COALESCE_MS = 25
const HEARTBEAT_MS = 20_000
/** Sessions that end by themselves are looked for at every third heartbeat: a minute later, their streams are over. */
const BEATS_A_SWEEP = 3

/** The hub of a process: reads what was committed, wherever it was written, and publishes it to its browsers. */
export interface LiveHub {
  /**
   * Opens a stream; `resumeToken` is the id of the last message that the browser saw. The stream asks `identify` again
   * whenever people change, ends when that rejects, and otherwise continues with their current rights.
   */
  open(identify: Identify, resumeToken: string | null): Promise<Readable>
  /** Publishes what was committed here; other processes are notified. */
  committed(changes: readonly PendingChange[]): void
  /** How far the changes were read: whoever looks something up now and opens a stream from here misses nothing. */
  position(): string
  /** Says that somebody changed something by a call, whoever else is to hear of it. */
  wrote(viewer: Viewer): void
  /** Whether somebody changed something, or was published a change, within the last milliseconds. */
  isRecent(viewer: Viewer, ms: number): boolean
  /** Hears every change at least once, at once when it was committed here; `*` when some were left out. For caches. */
  onChange(listener: (topic: string) => void): void
  connections(): number
  close(): Promise<void>
}

/** Starts the hub: one listening connection, one query per burst of changes. */
export async function startLiveHub(
  database: Database,
  log: Logger,
  { heartbeatMs = HEARTBEAT_MS, ...options }: LiveStreamsOptions & { heartbeatMs?: number },
): Promise<LiveHub> {
  const streams = new LiveStreams(options)
  const listeners: ((topic: string) => void)[] = []
  const recent = new RecentChanges()
  let position = await currentPosition(database.db)
  let timer: NodeJS.Timeout | null = null
  let reading: Promise<void> = Promise.resolve()
  let closed = false

  const readChanges = async () => {
    const read = await changesAfter(database.db, position)
    position = read.position
    recent.addRead(read, performance.now())
    for (const topic of new Set(read.isComplete ? read.changes.map(change => change.topic) : [ANYTHING.topic]))
      for (const listener of listeners) listener(topic)
    await streams.publish(read)
  }
  const poke = () => {
    if (timer || closed) return
    timer = setTimeout(() => {
      timer = null
      reading = reading.then(readChanges).catch(error => log.warn({ err: error }, 'live changes could not be read'))
    }, COALESCE_MS)
  }
  const notify = throttledNotify(database, log)
  const listener = await listen(database.url, poke, log)
  const inTurn = oneAtATime()
  const sweepInTurn = oneAtATime()
  let beats = 0
  const heartbeat = setInterval(() => {
    void streams.beat()
    if (++beats % BEATS_A_SWEEP === 0) void sweepInTurn(() => streams.sweep())
    poke()
  }, heartbeatMs)

  return {
    async open(identify, resumeToken) {
      const stream = await streams.open(identify)
      if (!resumeToken) return stream
      const resume = async () => {
        if (!streams.has(stream)) return
        stream.publish(await missedChanges(database.db, stream.channels, resumeToken), position.horizon)
      }
      return inTurn(resume).then(
        () => stream,
        error => {
          stream.destroy()
          throw error
        },
      )
    },
    committed(changes) {
      for (const { audience } of changes) recent.add(audience, performance.now())
      for (const { topic } of changes) for (const listener of listeners) listener(topic)
      poke()
      notify()
    },
    position: () => position.horizon,
    wrote: ({ user_id }) => recent.add([`user:${user_id}`], performance.now()),
    isRecent: (viewer, ms) => recent.isSince(channelsOf(viewer), performance.now() - ms),
    onChange: hear => void listeners.push(hear),
    connections: () => streams.size,
    async close() {
      closed = true
      clearInterval(heartbeat)
      if (timer) clearTimeout(timer)
      streams.end()
      await reading
      await listener.close()
    },
  }
}

/** Runs pieces of work one after the other. */
function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return work => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

function throttledNotify(database: Database, log: Logger): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      database.pool
        .query('SELECT pg_notify($1, $2)', [CHANNEL, ''])
        .catch(error => log.warn({ err: error }, 'notify failed'))
    }, COALESCE_MS).unref()
  }
}

/** After this long somebody who does not answer is not waited for any more. */
const ANSWER_MS = 10_000
const AGAIN_MS = 1000

/** Keeps one connection listening; opens it again when it breaks, and for as often as that fails. */
async function listen(url: string, heard: () => void, log: Logger): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | null = null
  const again = () => {
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = null
      connect().then(heard, again)
    }, AGAIN_MS)
  }
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    client = next
    next.on('notification', heard)
    next.on('error', () => {})
    next.once('end', () => client === next && again())
    try {
      await next.connect()
      await next.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      // It may stand, and refuse: a server that is about to become the primary lets nobody listen.
      client = null
      void next.end().catch(() => {})
      throw error
    }
  }
  await connect().catch(error => {
    closed = true
    throw error
  })
  log.debug('listening for live changes')
  return {
    async close() {
      closed = true
      if (retry) clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

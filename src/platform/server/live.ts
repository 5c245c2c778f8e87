import type { Readable } from 'node:stream'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { Refusal } from './errors.ts'
import {
  changesAfter,
  coalesce,
  currentPosition,
  missedChanges,
  type PendingChange,
  visibleTo,
} from './live-changes.ts'
import { ANYTHING, type Identify, LiveStream } from './live-stream.ts'

const CHANNEL = 'keyturn_live'
/** Changes within this many milliseconds travel as one message. */
const COALESCE_MS = 25
const HEARTBEAT_MS = 20_000
/** Most streams of one user: beyond, the oldest ends, as the newest belongs to the tab that is looked at. */
const MAX_STREAMS_OF_USER = 20
/** Seconds after which a browser asks again that a full process had no room for. */
const RETRY_WHEN_FULL = 30
/** So many streams are looked up at once when people change; more would leave requests without a connection. */
const LOOKUPS_AT_ONCE = 4

/** The hub of a process: reads what was committed, wherever it was written, and publishes it to its browsers. */
export interface LiveHub {
  /**
   * Opens a stream; `resumeToken` is the id of the last message that the browser saw. The stream asks `identify` again
   * whenever people change, ends when that rejects, and otherwise goes on with the rights of now.
   */
  open(identify: Identify, resumeToken: string | null): Promise<Readable>
  /** Publishes what was committed here; other processes are notified. */
  committed(changes: readonly PendingChange[]): void
  /** How far the changes were read: whoever looks something up now and opens a stream from here misses nothing. */
  position(): string
  /** Hears every change at least once, at once when it was committed here; `*` when some were left out. For caches. */
  onChange(listener: (topic: string) => void): void
  connections(): number
  close(): Promise<void>
}

/** What a hub is told about its process. */
export interface LiveOptions {
  /** Topic of the changes after which a token may stand for other rights, or for nobody. */
  identityTopic: string
  maxStreams: number
}

/** Starts the hub: one listening connection, one query per burst of changes. */
export async function startLiveHub(
  database: Database,
  log: Logger,
  { identityTopic, maxStreams }: LiveOptions,
): Promise<LiveHub> {
  const streams = new Set<LiveStream>()
  const listeners: ((topic: string) => void)[] = []
  let position = await currentPosition(database.db)
  let timer: NodeJS.Timeout | null = null
  let reading: Promise<void> = Promise.resolve()
  let closed = false

  const end = (stream: LiveStream, how?: { replaced: boolean }) => {
    streams.delete(stream)
    stream.end(how)
  }
  const identifyAgain = async (stream: LiveStream) => {
    const signedIn = await stream.identify().catch(() => null)
    if (signedIn) stream.follow(signedIn)
    else end(stream)
  }
  const readChanges = async () => {
    const read = await changesAfter(database.db, position)
    position = read.position
    for (const topic of read.isComplete ? new Set(read.changes.map(change => change.topic)) : [ANYTHING.topic])
      for (const listener of listeners) listener(topic)
    const ofPeople = read.changes.filter(({ topic }) => topic === identityTopic)
    const concerned = [...streams].filter(
      stream => !read.isComplete || ofPeople.some(({ audience }) => stream.concerns(audience)),
    )
    // Before anything is published, so that nobody hears of it with rights that they have lost.
    await inGroups(concerned, LOOKUPS_AT_ONCE, identifyAgain)
    for (const stream of streams)
      stream.publish(
        read.isComplete ? coalesce(visibleTo(stream.channels, read.changes)) : [ANYTHING],
        position.horizon,
      )
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
  const heartbeat = setInterval(() => {
    for (const stream of streams) stream.beat()
    poke()
  }, HEARTBEAT_MS)
  const inTurn = oneAtATime()

  return {
    async open(identify, resumeToken) {
      const stream = new LiveStream(await identify(), identify)
      makeRoom(streams, { userId: stream.userId, maxStreams, replace: oldest => end(oldest, { replaced: true }) })
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
      // Who they are may have changed before the stream was among those that are asked again.
      await identifyAgain(stream)
      if (resumeToken)
        await inTurn(async () => {
          if (!streams.has(stream)) return
          stream.publish(await missedChanges(database.db, stream.channels, resumeToken), position.horizon)
        })
      return stream
    },
    committed(changes) {
      for (const { topic } of changes) for (const listener of listeners) listener(topic)
      poke()
      notify()
    },
    position: () => position.horizon,
    onChange: hear => void listeners.push(hear),
    connections: () => streams.size,
    async close() {
      closed = true
      clearInterval(heartbeat)
      if (timer) clearTimeout(timer)
      for (const stream of streams) end(stream)
      await reading
      await listener.close()
    },
  }
}

/** Ends the oldest stream of a user with too many, and refuses one more when the process is full. */
function makeRoom(
  streams: ReadonlySet<LiveStream>,
  { userId, maxStreams, replace }: { userId: number; maxStreams: number; replace: (oldest: LiveStream) => void },
): void {
  const [oldest, ...others] = [...streams].filter(stream => stream.userId === userId)
  if (oldest && others.length + 1 >= MAX_STREAMS_OF_USER) replace(oldest)
  else if (streams.size >= maxStreams)
    throw new Refusal('unavailable', 'There are too many live connections at the moment. Try again shortly.', {
      retryAfter: RETRY_WHEN_FULL,
    })
}

async function inGroups<Item>(items: readonly Item[], size: number, work: (item: Item) => Promise<void>) {
  for (let start = 0; start < items.length; start += size) await Promise.all(items.slice(start, start + size).map(work))
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

/** Keeps one connection listening; opens it again when it breaks. */
async function listen(url: string, heard: () => void, log: Logger): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | null = null
  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    next.on('notification', heard)
    next.on('error', () => {})
    next.once('end', () => {
      if (closed) return
      retry = setTimeout(() => connect().then(heard, () => next.emit('end')), 1000)
    })
    await next.connect()
    await next.query(`LISTEN ${CHANNEL}`)
    client = next
  }
  await connect()
  log.debug('listening for live changes')
  return {
    async close() {
      closed = true
      if (retry) clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

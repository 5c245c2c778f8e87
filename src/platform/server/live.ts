import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { LiveChange } from '../wire/live.ts'
import type { Audience, Viewer } from './context.ts'
import type { Database } from './database.ts'
import { changesSince, coalesce, currentHorizon, visibleTo } from './live-changes.ts'
import { ANYTHING, LiveStream } from './live-stream.ts'

const CHANNEL = 'keyturn_live'
/** Changes within this many milliseconds travel as one message. */
const COALESCE_MS = 25
const HEARTBEAT_MS = 20_000

/** The channels on which a viewer hears of changes. */
export function channelsOf(viewer: Viewer): ReadonlySet<string> {
  return new Set<Audience>([
    'everyone',
    `user:${viewer.user_id}`,
    ...[...viewer.rights].map(right => `right:${right}` as const),
    ...viewer.reach.map(agent => `agent:${agent}` as const),
  ])
}

/** The hub of a process: reads what committed, wherever it was written, and tells its browsers. */
export interface LiveHub {
  /** Opens the stream of a viewer; `resumeToken` is the id of the last message the browser saw. */
  open(viewer: Viewer, resumeToken: string | null): Promise<Readable>
  /** Says that something was committed here; other processes are notified. */
  committed(): void
  /** How far the changes are that were read: who looks something up now and opens a stream from here misses nothing. */
  position(): string
  /** Hears every change, for caches. */
  onChange(listener: (change: LiveChange) => void): void
  connections(): number
  close(): Promise<void>
}

/** Starts the hub: one listening connection, one query per burst of changes. */
export async function startLiveHub(database: Database, log: Logger): Promise<LiveHub> {
  const streams = new Set<LiveStream>()
  const listeners: ((change: LiveChange) => void)[] = []
  const seen = new Map<number, string>()
  let horizon = await currentHorizon(database.db)
  let timer: NodeJS.Timeout | null = null
  let reading: Promise<void> = Promise.resolve()
  let closed = false

  const readChanges = async () => {
    const { changes, horizon: next } = await changesSince(database.db, horizon)
    const fresh = changes.filter(change => !seen.has(change.id))
    for (const change of fresh) seen.set(change.id, next)
    horizon = next
    forgetBefore(seen, horizon)
    for (const change of fresh) for (const listener of listeners) listener(change)
    for (const stream of streams) stream.tell(coalesce(visibleTo(stream.channels, fresh)), horizon)
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

  return {
    async open(viewer, resumeToken) {
      const stream = new LiveStream(channelsOf(viewer))
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
      stream.tell(await missedChanges(database.db, stream.channels, resumeToken), horizon)
      return stream
    },
    committed() {
      poke()
      notify()
    },
    position: () => horizon,
    onChange: hear => void listeners.push(hear),
    connections: () => streams.size,
    async close() {
      closed = true
      clearInterval(heartbeat)
      if (timer) clearTimeout(timer)
      for (const stream of streams) stream.push(null)
      await reading
      await listener.close()
    },
  }
}

async function missedChanges(
  db: Kysely<unknown>,
  channels: ReadonlySet<string>,
  resumeToken: string | null,
): Promise<LiveChange[]> {
  if (!resumeToken || !/^\d{1,20}$/.test(resumeToken)) return []
  const { changes, pruned } = await changesSince(db, resumeToken)
  return pruned ? [ANYTHING] : coalesce(visibleTo(channels, changes))
}

function forgetBefore(seen: Map<number, string>, horizon: string): void {
  if (seen.size < 1000) return
  for (const [id, at] of seen) if (BigInt(at) < BigInt(horizon)) seen.delete(id)
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

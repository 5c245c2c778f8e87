import { Readable } from 'node:stream'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { LiveChange } from '../wire/live.ts'
import type { Audience, Viewer } from './context.ts'
import type { Database } from './database.ts'

const CHANNEL = 'keyturn_live'
/** Changes within this many milliseconds travel as one message. */
const COALESCE_MS = 25
/** A topic with more ids than this in one message says "anything" instead. */
const MOST_IDS = 200
/** A browser that reads slower than this many bytes pile up is told to fetch everything again. */
const MOST_WAITING_BYTES = 64 * 1024
const HEARTBEAT_MS = 20_000
const ANYTHING: LiveChange = { topic: '*', ids: [] }

/** A change that waits for the commit of its transaction. */
export interface PendingChange {
  topic: string
  ids: readonly number[]
  audience: readonly Audience[]
}

interface StoredChange extends LiveChange {
  id: number
  audience: string[]
}

/** The statement that stores changes, in the transaction that makes them. */
export const changesStatement = (changes: readonly PendingChange[]): RawBuilder<unknown> => sql`
    INSERT INTO live_changes (topic, ids, audience)
    SELECT topic, ids, audience
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS changes (topic text, ids int[], audience text[])`

/** The channels on which a viewer hears of changes. */
export function channelsOf(viewer: Viewer): ReadonlySet<string> {
  return new Set<Audience>([
    'everyone',
    `user:${viewer.user_id}`,
    ...[...viewer.rights].map(right => `right:${right}` as const),
    ...viewer.reach.map(agent => `agent:${agent}` as const),
  ])
}

/** Changes of one topic put together; too many become "anything of this topic". */
export function coalesce(changes: readonly LiveChange[]): LiveChange[] {
  const byTopic = new Map<string, Set<number> | 'anything'>()
  for (const { topic, ids } of changes) {
    const known = byTopic.get(topic)
    if (known === 'anything') continue
    const all = new Set([...(known ?? []), ...ids])
    byTopic.set(topic, ids.length === 0 || all.size > MOST_IDS ? 'anything' : all)
  }
  return [...byTopic].map(([topic, ids]) => ({ topic, ids: ids === 'anything' ? [] : [...ids] }))
}

/** One browser's stream. Holds at most one "fetch everything" when the browser is slow. */
class LiveStream extends Readable {
  channels: ReadonlySet<string>
  private lagging = false

  constructor(channels: ReadonlySet<string>) {
    super({ highWaterMark: MOST_WAITING_BYTES })
    this.channels = channels
    this.push('retry: 2000\n\n')
  }

  override _read(): void {}

  /** The moment at which a slow browser has taken everything: it is told once that it missed something. */
  override read(size?: number): unknown {
    const chunk: unknown = super.read(size)
    if (this.lagging && this.readableLength === 0) this.tellAnything()
    return chunk
  }

  private tellAnything(): void {
    this.lagging = false
    this.push(`data: ${JSON.stringify([ANYTHING])}\n\n`)
  }

  tell(changes: readonly LiveChange[], token: string): void {
    if (this.lagging || this.destroyed || changes.length === 0) return
    const message = `id: ${token}\ndata: ${JSON.stringify(changes)}\n\n`
    if (this.readableLength + message.length <= MOST_WAITING_BYTES) this.push(message)
    else if (this.readableLength === 0) this.tellAnything()
    else this.lagging = true
  }

  beat(): void {
    if (!this.lagging && !this.destroyed) this.push(': still here\n\n')
  }
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

const visibleTo = (channels: ReadonlySet<string>, changes: readonly StoredChange[]): LiveChange[] =>
  changes
    .filter(({ audience }) => audience.some(channel => channels.has(channel)))
    .map(({ topic, ids }) => ({ topic, ids }))

async function missedChanges(
  db: Kysely<unknown>,
  channels: ReadonlySet<string>,
  resumeToken: string | null,
): Promise<LiveChange[]> {
  if (!resumeToken || !/^\d{1,19}$/.test(resumeToken)) return []
  const { changes, pruned } = await changesSince(db, resumeToken)
  return pruned ? [ANYTHING] : coalesce(visibleTo(channels, changes))
}

async function currentHorizon(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{
    horizon: string
  }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`.execute(db)
  return rows[0]?.horizon ?? '0'
}

/** Everything committed by transactions that were not finished at `since`; nothing that commits late is ever missed. */
async function changesSince(db: Kysely<unknown>, since: string) {
  const { rows } = await sql<{ horizon: string; oldest: string | null } & StoredChange>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
           (SELECT xid::text FROM live_changes ORDER BY xid LIMIT 1) AS oldest, c.id, c.topic, c.ids, c.audience
    FROM (SELECT 1) AS one LEFT JOIN live_changes c ON c.xid >= ${since}::xid8
    ORDER BY c.id`.execute(db)
  const [first] = rows
  return {
    changes: rows.filter(row => row.id !== null),
    horizon: first?.horizon ?? since,
    pruned: first?.oldest
      ? BigInt(first.oldest) > BigInt(since) && BigInt(first.horizon) - BigInt(since) > 10_000n
      : false,
  }
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

/** Removes what nobody can ask for any more. */
export async function pruneLiveChanges(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM live_changes WHERE at < now() - interval '1 hour'`.execute(db)
}

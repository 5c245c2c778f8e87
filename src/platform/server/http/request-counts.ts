import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../database/database.ts'
import type { Row } from '../database/rows.ts'

/** Counts travel to the other processes after this long … */
const EXCHANGE_MS = 1000
/** … or when a key used up this share of its limit since the last time. With two shares unknown to others, it waits. */
const EXCHANGED_SHARE = 1 / 20
/** Limits up to this are counted exactly: each request waits until the count of all processes is known. */
const EXACT_UP_TO = 120
/** Keys that one process remembers; an attacker with more addresses than this pushes the oldest out. */
const MAX_KEYS = 20_000

/** Requests of one key in its window. */
export interface RequestCount {
  current: number
  /** Milliseconds until the window ends. */
  ttl: number
}

/** The limit of a key: so many requests in a window that begins with the first of them. */
export interface RequestLimit {
  max: number
  windowMs: number
}

interface Entry {
  /** What all processes had counted at the last exchange. */
  shared: number
  /** The same without what was counted here and sent with it. */
  before: number
  /** Counted here, in the statement on its way. */
  sending: number
  /** Counted here since. */
  unsent: number
  windowMs: number
  /** By the clock of `performance.now()`. */
  endsAt: number
}

interface CountRow extends Pick<Row<'request_counts'>, 'key' | 'count'> {
  ttl: number
}

/**
 * Counts requests together with the other processes of the installation. Each counts in its memory and adds what is new
 * to one table, all keys in one statement: at most one a second for large limits, and one for whatever came in during the
 * last one for small limits. While the database is away, each process counts on its own.
 */
export class RequestCounts {
  private readonly db: Db
  private readonly log: Logger
  private readonly entries = new Map<string, Entry>()
  private readonly changed = new Set<string>()
  private timer: NodeJS.Timeout | null = null
  private next: Promise<void> | null = null
  private last: Promise<void> = Promise.resolve()

  constructor(db: Db, log: Logger) {
    this.db = db
    this.log = log
  }

  /** Counts one request. One beyond a limit that is known to be used up costs nothing more. */
  async count(key: string, { max, windowMs }: RequestLimit): Promise<RequestCount> {
    const entry = this.current(key) ?? this.add(key, windowMs)
    if (entry.shared > max) return countOf(entry)
    const rank = ++entry.unsent
    this.changed.add(key)
    const share = max * EXCHANGED_SHARE
    if (max <= EXACT_UP_TO || entry.sending + entry.unsent > 2 * share) {
      await this.exchange()
      return { ...countOf(entry), current: entry.before + rank }
    }
    if (entry.unsent >= share) void this.exchange()
    else this.timer ??= setTimeout(() => void this.exchange(), EXCHANGE_MS).unref()
    return countOf(entry)
  }

  /** What is known here of a key, without counting. */
  peek(key: string): RequestCount {
    const entry = this.current(key)
    return entry ? countOf(entry) : { current: 0, ttl: 0 }
  }

  /** Ends what is on its way; counts that were not sent are lost. */
  async close(): Promise<void> {
    this.changed.clear()
    if (this.timer) clearTimeout(this.timer)
    await this.last
  }

  private current(key: string): Entry | null {
    const entry = this.entries.get(key)
    return entry && entry.endsAt > performance.now() ? entry : null
  }

  private add(key: string, windowMs: number): Entry {
    this.entries.delete(key)
    // Entries stand in the order in which their windows began: those that are over come first.
    for (const [old, { endsAt }] of this.entries) {
      if (endsAt > performance.now() && this.entries.size < MAX_KEYS) break
      this.entries.delete(old)
      this.changed.delete(old)
    }
    const entry = { shared: 0, before: 0, sending: 0, unsent: 0, windowMs, endsAt: performance.now() + windowMs }
    this.entries.set(key, entry)
    return entry
  }

  /** Resolves when everything counted until now is shared. What comes in during one exchange goes with the next one. */
  private exchange(): Promise<void> {
    if (!this.next) {
      this.next = this.last.then(() => {
        this.next = null
        return this.send()
      })
      this.last = this.next
    }
    return this.next
  }

  private async send(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const sent = [...this.changed].flatMap(key => {
      const entry = this.entries.get(key)
      return entry ? { key, entry } : []
    })
    this.changed.clear()
    if (sent.length === 0) return
    for (const { entry } of sent) {
      entry.sending = entry.unsent
      entry.unsent = 0
    }
    try {
      const rows = await addCounts(
        this.db,
        sent.map(({ key, entry }) => ({ key, count: entry.sending, seconds: entry.windowMs / 1000 })),
      )
      const counted = new Map(rows.map(row => [row.key, row]))
      for (const { key, entry } of sent) {
        const row = counted.get(key)
        if (!row) continue
        entry.shared = row.count
        entry.before = row.count - entry.sending
        entry.endsAt = performance.now() + row.ttl
      }
    } catch (error) {
      this.log.warn({ err: error }, 'request counts could not be shared')
      for (const { entry } of sent) {
        entry.before = entry.shared
        entry.shared += entry.sending
      }
    } finally {
      for (const { entry } of sent) entry.sending = 0
    }
  }
}

const countOf = ({ shared, sending, unsent, endsAt }: Entry): RequestCount => ({
  current: shared + sending + unsent,
  ttl: Math.max(0, endsAt - performance.now()),
})

async function addCounts(
  db: Db,
  counts: readonly { key: string; count: number; seconds: number }[],
): Promise<CountRow[]> {
  // In the order of the keys, so that two processes with the same ones wait for each other and never lock up.
  const { rows } = await sql<CountRow>`
    INSERT INTO request_counts AS known (key, count, ends_at)
    SELECT key, count, now() + make_interval(secs => seconds)
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS counted (key text, count int, seconds float8)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN known.ends_at <= now() THEN excluded.count ELSE known.count + excluded.count END,
      ends_at = CASE WHEN known.ends_at <= now() THEN excluded.ends_at ELSE known.ends_at END
    RETURNING key, count, (extract(epoch FROM ends_at - now()) * 1000)::float8 AS ttl`.execute(db)
  return rows
}

/** Removes counts whose window is over. */
export async function pruneRequestCounts(db: Db): Promise<void> {
  await sql`DELETE FROM request_counts WHERE ends_at < now()`.execute(db)
}

import { type RawBuilder, sql } from 'kysely'
import type { LiveChange } from '../../wire/live.ts'
import type { Audience } from '../context.ts'
import { ONE_PLAN } from '../database/connection.ts'
import type { Db } from '../database/database.ts'
import type { Joined, Row } from '../database/rows.ts'
import { ANYTHING } from './stream.ts'

/** A topic with more ids than this in one message says "anything" instead. */
const MAX_IDS = 200
/** A reading of more changes than this says "anything" instead: nobody fetches that many records one by one. */
const MAX_CHANGES = 2000
/** A browser that missed more transactions than this fetches everything. */
const MAX_TRANSACTIONS_BEHIND = 10_000
/** The largest number that PostgreSQL reads as eight bytes. */
const MAX_INT8 = 2n ** 63n - 1n

/** A change that waits for the commit of its transaction. */
export interface PendingChange {
  topic: string
  ids: readonly number[]
  audience: readonly Audience[]
}

type StoredChange = Pick<Row<'live_changes'>, 'topic' | 'ids' | 'audience'>

/** How far the changes were read. */
export interface Position {
  /** What was committed then, as PostgreSQL writes a snapshot. */
  snapshot: string
  /** The oldest transaction that was not finished then: browsers ask again from here. */
  horizon: string
}

/** The statement that stores changes, in the transaction that makes them. */
export const changesStatement = (changes: readonly PendingChange[]): RawBuilder<unknown> => sql`
    INSERT INTO live_changes (topic, ids, audience)
    SELECT topic, ids, audience
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS changes (topic text, ids int[], audience text[])`

/** Changes of one topic put together; too many become "anything of this topic". */
export function coalesce(changes: readonly LiveChange[]): LiveChange[] {
  const byTopic = new Map<string, Set<number> | 'anything'>()
  for (const { topic, ids } of changes) {
    const known = byTopic.get(topic)
    if (known === 'anything') continue
    const all = new Set([...(known ?? []), ...ids])
    byTopic.set(topic, ids.length === 0 || all.size > MAX_IDS ? 'anything' : all)
  }
  return [...byTopic].map(([topic, ids]) => ({ topic, ids: ids === 'anything' ? [] : [...ids] }))
}

/** What one look at the changes brought. */
export interface Reading {
  changes: StoredChange[]
  position: Position
  /** False when there were more changes than are read at once; `changes` is empty then. */
  isComplete: boolean
}

/** The changes that somebody who hears these channels may know of. */
export const visibleTo = (channels: ReadonlySet<string>, changes: readonly StoredChange[]): LiveChange[] =>
  changes
    .filter(({ audience }) => audience.some(channel => channels.has(channel)))
    .map(({ topic, ids }) => ({ topic, ids }))

/** The position from which everything committed later is news. */
export async function currentPosition(db: Db): Promise<Position> {
  const { rows } = await sql<Position>`
    SELECT snapshot::text, pg_snapshot_xmin(snapshot)::text AS horizon FROM pg_current_snapshot() AS snapshot`.execute(
    db,
  )
  const [position] = rows
  if (!position) throw new Error('PostgreSQL did not say its snapshot.')
  return position
}

/** What was committed since a position, each change once, however late its transaction committed. */
export async function changesAfter(db: Db, { snapshot }: Position): Promise<Reading> {
  // Rows of a restored backup carry transaction numbers that this server has not reached: without the upper bound they would be sent again and again.
  const { rows } = await sql<Position & Joined<StoredChange>>`${sql.raw(ONE_PLAN)}
    SELECT s.snapshot::text, pg_snapshot_xmin(s.snapshot)::text AS horizon, c.topic, c.ids, c.audience
    FROM pg_current_snapshot() AS s (snapshot) LEFT JOIN LATERAL (
      SELECT topic, ids, audience FROM live_changes
      WHERE xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) AND xid < pg_snapshot_xmax(s.snapshot)
        AND NOT pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
      ORDER BY xid LIMIT ${MAX_CHANGES + 1}
    ) AS c ON true`.execute(db)
  const [first] = rows
  if (!first) throw new Error('PostgreSQL did not say its snapshot.')
  const isComplete = rows.length <= MAX_CHANGES
  return {
    changes: isComplete ? rows.filter(row => row.topic !== null) : [],
    position: { snapshot: first.snapshot, horizon: first.horizon },
    isComplete,
  }
}

/**
 * What a browser missed that saw everything before transaction `since`, as far as it concerns its channels; "anything"
 * when that is unknown, too long ago or too much.
 */
export async function missedChanges(db: Db, channels: ReadonlySet<string>, since: string): Promise<LiveChange[]> {
  if (!/^\d{1,19}$/.test(since) || BigInt(since) > MAX_INT8) return [ANYTHING]
  const { rows } = await sql<{ is_known: boolean } & Joined<Pick<StoredChange, 'topic' | 'ids'>>>`
    SELECT known.is_known, c.topic, c.ids
    FROM (
      SELECT ${since}::xid8 <= pg_snapshot_xmax(snapshot)
        AND pg_snapshot_xmin(snapshot)::text::bigint - ${since}::bigint <= ${MAX_TRANSACTIONS_BEHIND}::bigint
        AND NOT EXISTS (SELECT FROM live_changes WHERE xid >= ${since}::xid8 AND ${isOld}) AS is_known
      FROM pg_current_snapshot() AS snapshot
    ) AS known LEFT JOIN LATERAL (
      SELECT topic, ids FROM live_changes
      WHERE known.is_known AND xid >= ${since}::xid8 AND audience && ${[...channels]}::text[]
      ORDER BY xid LIMIT ${MAX_CHANGES + 1}
    ) AS c ON true`.execute(db)
  if (rows[0]?.is_known !== true || rows.length > MAX_CHANGES) return [ANYTHING]
  return coalesce(rows.flatMap(row => (row.topic === null ? [] : { topic: row.topic, ids: row.ids })))
}

const isOld = sql`at < now() - interval '1 hour'`

/**
 * Removes what nobody can ask for any more. The newest of the old changes stays: whoever asks from before it may have
 * missed one that was removed.
 */
export async function pruneLiveChanges(db: Db): Promise<void> {
  await sql`
    DELETE FROM live_changes
    WHERE ${isOld} AND xid < (SELECT xid FROM live_changes WHERE ${isOld} ORDER BY xid DESC LIMIT 1)`.execute(db)
}

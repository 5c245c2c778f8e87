import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { LiveChange } from '../wire/live.ts'
import type { Audience } from './context.ts'

/** A topic with more ids than this in one message says "anything" instead. */
const MOST_IDS = 200

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

/** What those who hear these channels are told of. */
export const visibleTo = (channels: ReadonlySet<string>, changes: readonly StoredChange[]): LiveChange[] =>
  changes
    .filter(({ audience }) => audience.some(channel => channels.has(channel)))
    .map(({ topic, ids }) => ({ topic, ids }))

/** The oldest transaction that is not finished. */
export async function currentHorizon(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{
    horizon: string
  }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`.execute(db)
  return rows[0]?.horizon ?? '0'
}

/** Everything committed by transactions that were not finished at `since`; nothing that commits late is ever missed. */
export async function changesSince(db: Kysely<unknown>, since: string) {
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

/** Removes what nobody can ask for any more. */
export async function pruneLiveChanges(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM live_changes WHERE at < now() - interval '1 hour'`.execute(db)
}

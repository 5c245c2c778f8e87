import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { type Fragment, isContact } from './contacts.ts'

type Writing = Pick<Change, 'db'>

const { statusChanged, agentChanged } = milestoneType
/** As the index of turns has it. */
const isTurn = sql`m.milestone_type_id IN (${sql.lit(statusChanged)}, ${sql.lit(agentChanged)})`

/** The first time that a lead went from somebody or nobody to somebody else: before, after, and when. */
const handed = sql`(
  SELECT jsonb_build_array(m.detail->'before', m.detail->'after', m.happened_at) FROM milestones m
  WHERE m.lead_id = l.id AND m.milestone_type_id = ${sql.lit(agentChanged)} AND m.deleted_at IS NULL AND m.detail ? 'after'
    AND ${isTurn}
  ORDER BY m.happened_at, m.id LIMIT 1)`
const topStatus = sql`(
  SELECT max((m.detail->>'after')::int) FROM milestones m
  WHERE m.lead_id = l.id AND m.milestone_type_id = ${sql.lit(statusChanged)} AND m.deleted_at IS NULL AND ${isTurn})`
const answeredAt = sql`(
  SELECT c.happened_at FROM milestones c
  WHERE c.lead_id = l.id AND ${isContact('c')} AND coalesce(c.on_behalf_of, c.author_user_id) IS NOT NULL
    AND c.happened_at >= l.created_at
  ORDER BY c.happened_at LIMIT 1)`

/**
 * Arrivals of leads `l` that a condition holds for, worked out from the records themselves: the first agent who had the lead, the
 * first answer of a person, and the furthest status so far. A lead that came without an agent has as its first one whoever got it
 * from nobody; one whose agent never changed has the present one. Behind the fence (OFFSET 0) each of these is looked up once,
 * and not at all where nobody asks for it.
 */
const workedOut = (which: Fragment): Fragment => sql`
  SELECT l.id AS lead_id, l.created_at AS arrived_at,
    CASE WHEN l.handed IS NULL THEN l.agent_id ELSE coalesce((l.handed->>0)::int, (l.handed->>1)::int) END AS agent_id,
    l.source, l.top_status::smallint AS top_status,
    CASE WHEN l.answered_at IS NOT NULL
      THEN greatest(0, extract(epoch FROM l.answered_at
        - CASE WHEN l.handed IS NULL OR l.handed->>0 IS NOT NULL THEN l.created_at
            ELSE greatest(l.created_at, (l.handed->>2)::timestamptz) END))::float8 END AS answer_seconds
  FROM (SELECT l.id, l.created_at, l.agent_id, l.source, greatest(l.status_value, ${topStatus}) AS top_status,
          ${handed} AS handed, ${answeredAt} AS answered_at
        FROM leads l WHERE l.deleted_at IS NULL AND NOT l.is_bogus AND ${which} OFFSET 0) l`

const columns = sql`lead_id, arrived_at, agent_id, source, top_status, answer_seconds`

/**
 * Leads that came in from `start` on and before `end`, as they stand at this moment: what was worked out ahead of time, and from
 * the records themselves what has changed since.
 */
export const arrivedBetween = (start: Date, end: Date): Fragment => sql`
  SELECT ${columns} FROM lead_arrivals k
  WHERE k.arrived_at >= ${start} AND k.arrived_at < ${end}
    AND NOT EXISTS (SELECT FROM lead_arrival_changes c WHERE c.lead_id = k.lead_id)
  UNION ALL
  SELECT ${columns} FROM (${workedOut(sql`
    l.created_at >= ${start} AND l.created_at < ${end} AND l.id IN (SELECT lead_id FROM lead_arrival_changes)`)}) w`

/** Works arrivals out one process after the other: of two, the one that looked first could write last. */
const lockArrivals = ({ db }: Writing) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('lead arrivals', 0))`.execute(db)

/** Works out again the arrivals of leads that have changed, so many changes at the most; answers how many changes there were. */
export async function workOutArrivals(change: Writing, limit: number): Promise<number> {
  await lockArrivals(change)
  const { rows } = await sql<{ lead_id: number }>`
    DELETE FROM lead_arrival_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM lead_arrival_changes LIMIT ${limit}))
    RETURNING lead_id`.execute(change.db)
  if (rows.length > 0) await workOut(change, [...new Set(rows.map(row => row.lead_id))])
  return rows.length
}

async function workOut({ db }: Writing, leadIds: number[]): Promise<void> {
  const ids = sql`${leadIds}::int[]`
  await sql`
    WITH made AS (
      INSERT INTO lead_arrivals (${columns}) SELECT ${columns} FROM (${workedOut(sql`l.id = ANY (${ids})`)}) w
      ON CONFLICT (lead_id) DO UPDATE SET arrived_at = excluded.arrived_at, agent_id = excluded.agent_id,
        source = excluded.source, top_status = excluded.top_status, answer_seconds = excluded.answer_seconds
      RETURNING lead_id)
    DELETE FROM lead_arrivals k WHERE k.lead_id = ANY (${ids}) AND NOT EXISTS (SELECT FROM made m WHERE m.lead_id = k.lead_id)`.execute(
    db,
  )
}

/**
 * Leads that came in from `start` on and before `end` and whose arrival, worked out ahead of time, is not what the records say. They are
 * noted as changed, so that what is asked for next is right.
 */
export async function noteWrongArrivals({ db }: Writing, start: Date, end: Date): Promise<number[]> {
  const within = (column: Fragment) => sql`${column} >= ${start} AND ${column} < ${end}`
  const { rows } = await sql<{ lead_id: number }>`
    WITH known AS (SELECT ${columns} FROM lead_arrivals WHERE ${within(sql`arrived_at`)}),
      records AS (SELECT ${columns} FROM (${workedOut(within(sql`l.created_at`))}) w),
      wrong AS (
        SELECT lead_id FROM (TABLE known EXCEPT TABLE records) a UNION SELECT lead_id FROM (TABLE records EXCEPT TABLE known) b)
    INSERT INTO lead_arrival_changes (lead_id)
    SELECT lead_id FROM wrong w WHERE NOT EXISTS (SELECT FROM lead_arrival_changes c WHERE c.lead_id = w.lead_id)
    RETURNING lead_id`.execute(db)
  return rows.map(row => row.lead_id)
}

/** When the first and the last lead came in, of all that there are or were; `null` without any. */
export async function arrivalSpan({ db }: QueryContext): Promise<{ first: Date; last: Date } | null> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    SELECT min(at) AS first, max(at) AS last FROM (
      SELECT min(created_at) AS at FROM leads UNION ALL SELECT max(created_at) FROM leads
      UNION ALL SELECT min(arrived_at) FROM lead_arrivals UNION ALL SELECT max(arrived_at) FROM lead_arrivals) t`.execute(
    db,
  )
  const [span] = rows
  return span?.first && span.last ? { first: new Date(span.first), last: new Date(span.last) } : null
}

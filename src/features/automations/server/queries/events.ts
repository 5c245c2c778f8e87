import { type RawBuilder, sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { ONE_PLAN } from '../../../../platform/server/database/connection.ts'
import { isOneOf } from '../../../../platform/server/database/oneOf.ts'
import type { EventDetail, EventKind, JournalEvent } from '../../rules/matching.ts'

/** An event that is to be written down. */
export interface NewEvent {
  kind: EventKind
  lead_id: number
  detail?: EventDetail
  /** ISO 8601; now when not said. */
  at?: string
  automation_id?: number
}

/** The run whose step brings something about. */
export interface Origin {
  run_id: number
  generation: number
}

/** Whether an event waits to be looked at: by itself nothing starts where no automation is on. */
type Waits = 'always' | 'when_any_is_on' | 'never'

const isAnyOn = sql`EXISTS (SELECT FROM automations WHERE state = 'on' AND deleted_at IS NULL)`
const isPending: Readonly<Record<Waits, RawBuilder<unknown>>> = {
  always: sql`true`,
  when_any_is_on: isAnyOn,
  never: sql`false`,
}

/** An event that was written down. */
export interface WrittenEvent {
  id: number
  is_pending: boolean
}

/** Writes events down with the leads as they are now; answers them in their order. Leads that do not exist are left out. */
export async function insertEvents(
  ctx: Change,
  events: readonly NewEvent[],
  { origin, waits }: { origin: Origin | null; waits: Waits },
): Promise<WrittenEvent[]> {
  if (events.length === 0) return []
  const { rows } = await sql<{ id: string; is_pending: boolean }>`
    INSERT INTO automation_events (kind, lead_id, at, detail, facts, automation_id, run_id, generation, is_pending)
    SELECT g.kind, g.lead_id, coalesce(g.at, ${ctx.now}), coalesce(g.detail, '{}'), automation_facts(l), g.automation_id,
      ${origin?.run_id ?? null}::bigint, ${origin?.generation ?? 0}, ${isPending[waits]}
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      AS g (kind text, lead_id int, at timestamptz, detail jsonb, automation_id int)
    JOIN leads l ON l.id = g.lead_id
    ON CONFLICT (automation_id, lead_id, at) WHERE automation_id IS NOT NULL DO NOTHING RETURNING id, is_pending`.execute(
    ctx.db,
  )
  return rows.map(row => ({ ...row, id: Number(row.id) }))
}

/** An event that waits to be looked at. */
export interface PendingEvent extends JournalEvent {
  run_id: number | null
  generation: number
  agent_id: number | null
  is_gone: boolean
}

/** Events that wait, the oldest first, locked; what another worker holds is passed over. */
export async function claimPending({ db }: Change, limit: number): Promise<PendingEvent[]> {
  const { rows } = await sql<PendingEvent & { id: string; run_id: string | null }>`${sql.raw(ONE_PLAN)}
    SELECT e.id, e.kind, e.lead_id, e.at, e.detail, e.automation_id, e.run_id, e.generation,
      (e.facts ->> 'agent_id')::int AS agent_id, l.deleted_at IS NOT NULL OR l.is_bogus AS is_gone
    FROM automation_events e JOIN leads l ON l.id = e.lead_id
    WHERE e.is_pending ORDER BY e.id LIMIT ${limit} FOR UPDATE OF e SKIP LOCKED`.execute(db)
  return rows.map(row => ({ ...row, id: Number(row.id), run_id: row.run_id === null ? null : Number(row.run_id) }))
}

/** Marks events as looked at. */
export async function settleEvents({ db }: Change, ids: readonly number[]): Promise<void> {
  await sql`UPDATE automation_events SET is_pending = false WHERE ${isOneOf(sql`id`, ids, 'bigint')}`.execute(db)
}

/** Days that the journal goes back: those of a dry run, and a few for runs that began before. */
const JOURNAL_DAYS = 40

/** Deletes what no dry run reads any more, at most so many; answers how many. */
export async function purgeEvents({ db, now }: QueryContext, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM automation_events WHERE id IN (
      SELECT id FROM automation_events WHERE at < ${now}::timestamptz - make_interval(days => ${JOURNAL_DAYS})
      AND NOT is_pending ORDER BY id LIMIT ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Definition } from '../../contract/definition.ts'
import type { EventDetail, EventKind } from '../../rules/matching.ts'
import type { Span } from './timed.ts'

/** An event of the past that may start an automation. */
export interface PastEvent {
  id: number
  kind: EventKind
  lead_id: number
  /** ISO 8601. */
  at: string
  detail: EventDetail
  zone: string
}

const listed = sql`l.deleted_at IS NULL AND NOT l.is_bogus`

/** Events of a kind in a span, of leads that are still there, the oldest first. */
export async function pastEvents(
  { db }: QueryContext,
  {
    kind,
    span,
    agent_id,
    automation_id,
    lead_id,
  }: {
    kind: EventKind
    span: Span
    /** Only leads that were with this agent then. */
    agent_id: number | null
    /** Of triggers of the clock: whose. */
    automation_id: number | null
    lead_id: number | null
  },
): Promise<PastEvent[]> {
  const { rows } = await sql<PastEvent>`
    SELECT e.id, e.kind, e.lead_id, e.at, e.detail, l.zone FROM automation_events e JOIN leads l ON l.id = e.lead_id
    WHERE e.kind = ${kind} AND e.at > ${span.from} AND e.at <= ${span.to} AND ${listed}
      AND e.automation_id IS NOT DISTINCT FROM ${automation_id}::int
      AND ${agent_id === null ? sql`true` : sql`(e.facts ->> 'agent_id')::int = ${agent_id}`}
      AND ${lead_id === null ? sql`true` : sql`e.lead_id = ${lead_id}`}
    ORDER BY e.at, e.id`.execute(db)
  return rows.map(row => ({ ...row, id: Number(row.id) }))
}

/** All events of leads in a span, the oldest first, by lead: for what waits for them. */
export async function eventsOfLeads(
  { db }: QueryContext,
  leadIds: readonly number[],
  span: Span,
): Promise<Map<number, PastEvent[]>> {
  const { rows } = await sql<PastEvent>`
    SELECT e.id, e.kind, e.lead_id, e.at, e.detail, '' AS zone FROM automation_events e
    WHERE e.lead_id = ANY(${[...leadIds]}::int[]) AND e.at > ${span.from} AND e.at <= ${span.to} AND e.kind <> 'looked'
    ORDER BY e.at, e.id`.execute(db)
  return Map.groupBy(
    rows.map(row => ({ ...row, id: Number(row.id) })),
    ({ lead_id }) => lead_id,
  )
}

/** For leads at a time, the newest event of the journal by then, which holds them as they were; `null` where there is none. */
export async function factsAt(
  { db }: QueryContext,
  asked: readonly { lead_id: number; at: Date }[],
): Promise<(number | null)[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<{ id: string | null }>`
    SELECT e.id FROM unnest(${asked.map(({ lead_id }) => lead_id)}::int[], ${asked.map(({ at }) => at.toISOString())}::timestamptz[])
      WITH ORDINALITY AS q (lead_id, at, place)
    LEFT JOIN LATERAL (
      SELECT id FROM automation_events WHERE lead_id = q.lead_id AND at <= q.at ORDER BY at DESC, id DESC LIMIT 1) e ON true
    ORDER BY q.place`.execute(db)
  return rows.map(({ id }) => (id === null ? null : Number(id)))
}

/** What a run of the same definition recorded of a step. */
export interface RecordedStep {
  state: string
  text: string
  /** The lead as a decision saw it. */
  event_id: number | null
}

/** What runs of an automation recorded in a span, where they went by exactly this definition; by event and step. */
export async function recordedSteps(
  { db }: QueryContext,
  automationId: number,
  definition: Definition,
  span: Span,
): Promise<Map<string, RecordedStep>> {
  const { rows } = await sql<RecordedStep & { trigger_id: number; step_id: string }>`
    SELECT r.event_id AS trigger_id, s.step_id, s.state, s.text, s.event_id FROM automation_runs r
    JOIN automation_run_steps s ON s.run_id = r.id JOIN automation_versions v ON v.id = r.version_id
    WHERE r.automation_id = ${automationId} AND r.triggered_at > ${span.from} AND r.triggered_at <= ${span.to}
      AND v.definition = ${JSON.stringify(definition)}::jsonb`.execute(db)
  return new Map(
    rows.map(({ trigger_id, step_id, event_id, ...row }) => [
      `${trigger_id}:${step_id}`,
      { ...row, event_id: event_id === null ? null : Number(event_id) },
    ]),
  )
}

/** Runs of an automation that began before a span, by lead: when they ended, by plan. */
export async function runsBefore(
  { db }: QueryContext,
  automationId: number,
  from: Date,
): Promise<Map<number, { ended_at: Date | null }[]>> {
  const { rows } = await sql<{ lead_id: number; ended_at: string | null }>`
    SELECT lead_id, CASE WHEN state IN ('running', 'waiting') THEN NULL ELSE planned_at END AS ended_at FROM automation_runs
    WHERE automation_id = ${automationId} AND triggered_at <= ${from}`.execute(db)
  const found = rows.map(({ lead_id, ended_at }) => ({
    lead_id,
    ended_at: ended_at === null ? null : new Date(ended_at),
  }))
  return Map.groupBy(found, ({ lead_id }) => lead_id)
}

/** Since when the clock is looked at for an automation; `null` when it is off. */
export async function sweptFrom({ db }: QueryContext, automationId: number): Promise<Date | null> {
  const { rows } = await sql<{ swept_from: string | null }>`
    SELECT swept_from FROM automations WHERE id = ${automationId}`.execute(db)
  const from = rows[0]?.swept_from ?? null
  return from === null ? null : new Date(from)
}

/** Names and zones of leads. */
export async function namesOfLeads({ db }: QueryContext, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; zone: string }>`
    SELECT id, trim(first_name || ' ' || last_name) AS name, zone FROM leads WHERE id = ANY(${[...new Set(ids)]}::int[])`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row]))
}

import { sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { EXACT_TOTAL_LIMIT, type Page, type PageInput } from '../../../../platform/wire/page.ts'
import type { Definition } from '../../contract/definition.ts'
import type { Run, RunDetail, RunStep } from '../../contract/records.ts'
import { type RunState, type StopReason, stopReasons } from '../../rules/runs.ts'
import { runSummary } from '../../rules/runText.ts'
import { type Asking, countedLeads } from './automations.ts'

/** Open runs that are to end. */
export type RunsToEnd =
  | { automation_id: number }
  | { run_id: number }
  | { lead_ids: readonly number[] }
  /** Of automations of one agent, on leads that are no longer theirs. */
  | { left_agents_of: readonly number[] }

function conditionOf(which: RunsToEnd) {
  if ('automation_id' in which) return sql`r.automation_id = ${which.automation_id}`
  if ('run_id' in which) return sql`r.id = ${which.run_id}`
  if ('lead_ids' in which) return sql`r.lead_id = ANY(${[...which.lead_ids]}::int[])`
  return sql`r.lead_id = ANY(${[...which.left_agents_of]}::int[]) AND EXISTS (
    SELECT FROM automations a, leads l WHERE a.id = r.automation_id AND l.id = r.lead_id
      AND a.agent_id IS NOT NULL AND l.agent_id IS DISTINCT FROM a.agent_id)`
}

/** Ends open runs; answers whose they are. One that failed is over already. */
export async function endRuns(
  ctx: Change,
  which: RunsToEnd,
  reason: StopReason,
): Promise<{ id: number; automation_id: number }[]> {
  const { rows } = await sql<{ id: number; automation_id: number }>`
    WITH ended AS (
      UPDATE automation_runs r SET state = 'stopped', stop_reason = ${reason}, ended_at = ${ctx.now}, next_at = NULL
      WHERE r.state IN ('running', 'waiting') AND ${conditionOf(which)} RETURNING r.id, r.automation_id),
    waits AS (
      UPDATE automation_run_steps s SET state = 'skipped', text = ${stopReasons[reason]}, ran_at = ${ctx.now}
      FROM ended WHERE s.run_id = ended.id AND s.state = 'waiting')
    SELECT * FROM ended`.execute(ctx.db)
  return rows
}

interface RunRow extends Omit<Run, 'summary'> {
  steps: RunStep[]
  definition: Definition
}

const instant = sql`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`

const columns = sql`
  r.id, r.automation_id, jsonb_build_object('id', l.id, 'name', trim(l.first_name || ' ' || l.last_name)) AS lead,
  r.state, r.stop_reason, v.number, r.trigger_text, r.triggered_at, r.generation, r.step_id, r.next_at, r.started_at, r.ended_at,
  CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'name', c.name) END AS caused_by, v.definition,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('step_id', s.step_id, 'kind', s.kind, 'state', s.state, 'way', s.way,
      'text', s.text, 'at', to_char(s.planned_at AT TIME ZONE 'UTC', ${instant}),
      'until', to_char(s.until AT TIME ZONE 'UTC', ${instant}), 'tries', s.tries) ORDER BY s.id), '[]')
   FROM automation_run_steps s WHERE s.run_id = r.id) AS steps`

const joins = sql`
  JOIN leads l ON l.id = r.lead_id JOIN automation_versions own ON own.id = r.version_id
  JOIN automation_versions v ON v.id = coalesce(own.superseded_by, own.id)
  LEFT JOIN automation_runs cause ON cause.id = r.caused_by LEFT JOIN automations c ON c.id = cause.automation_id`

const runOf = ({ steps, definition: _, ...row }: RunRow): Run => ({ ...row, summary: runSummary(row, steps) })

/** Runs of leads that the viewer reaches, the newest first. */
export async function runPage(
  ctx: Asking,
  automationId: number,
  asked: PageInput & { state?: RunState | undefined; lead_id?: number | undefined },
): Promise<Page<Run>> {
  const { state, lead_id } = asked
  const { limit, offset } = windowOf(asked)
  const after = asked.cursor ? instantCursors.read(asked.cursor) : null
  const where = sql`
    r.automation_id = ${automationId} AND l.deleted_at IS NULL AND ${countedLeads(ctx)}
    AND ${state ? sql`r.state = ${state}` : sql`true`} AND ${lead_id ? sql`r.lead_id = ${lead_id}` : sql`true`}`
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (
      SELECT FROM automation_runs r JOIN leads l ON l.id = r.lead_id WHERE ${where} LIMIT ${EXACT_TOTAL_LIMIT + 1}) n`.execute(
    ctx.db,
  )
  const { rows } = await sql<RunRow>`
    SELECT ${columns} FROM automation_runs r ${joins} WHERE ${where}
      AND ${after ? sql`(r.triggered_at, r.id) < (${after.at}::timestamptz, ${after.id})` : sql`true`}
    ORDER BY r.triggered_at DESC, r.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  return pageOf(rows.map(runOf), {
    asked,
    total: counted[0]?.total ?? 0,
    cursorAfter: ({ triggered_at, id }) => instantCursors.write({ at: triggered_at, id }),
  })
}

/** A run with its steps; refused like one that does not exist where the viewer does not reach the lead. */
export async function requireRun(ctx: Asking, automationId: number, id: number): Promise<RunDetail> {
  const { rows } = await sql<RunRow>`
    SELECT ${columns} FROM automation_runs r ${joins}
    WHERE r.id = ${id} AND r.automation_id = ${automationId} AND l.deleted_at IS NULL AND ${countedLeads(ctx)}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (!found) throw notFound('run')
  return { ...runOf(found), steps: found.steps, definition: found.definition }
}

/** The runs of an automation on one lead, the newest first. */
export async function runsOnLead(ctx: QueryContext, automationId: number, leadId: number): Promise<Run[]> {
  const { rows } = await sql<RunRow>`
    SELECT ${columns} FROM automation_runs r ${joins} WHERE r.automation_id = ${automationId} AND r.lead_id = ${leadId}
    ORDER BY r.triggered_at DESC, r.id DESC LIMIT 20`.execute(ctx.db)
  return rows.map(runOf)
}

import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { ONE_PLAN } from '../../../../platform/server/database/connection.ts'
import { isOneOf } from '../../../../platform/server/database/oneOf.ts'
import type { Definition } from '../../contract/definition.ts'
import type { EarlierRun } from '../../rules/plan.ts'
import type { RunState, StepState } from '../../rules/runs.ts'

/** An automation that is on, with the definition for runs that begin now. */
export interface RunningAutomation {
  id: number
  name: string
  /** Whose leads it is for; `null` is everybody's. */
  agent_id: number | null
  version_id: number
  definition: Definition
  swept_until: string | null
}

/** The automations that are on. */
export async function automationsOn({ db }: QueryContext): Promise<RunningAutomation[]> {
  const { rows } = await sql<RunningAutomation>`${sql.raw(ONE_PLAN)}
    SELECT a.id, a.name, a.agent_id, v.id AS version_id, v.definition, a.swept_until FROM automations a
    JOIN LATERAL (
      SELECT id, definition FROM automation_versions WHERE automation_id = a.id ORDER BY number DESC LIMIT 1) v ON true
    WHERE a.state = 'on' AND a.deleted_at IS NULL ORDER BY a.id`.execute(db)
  return rows
}

/** Locks an automation while it is on, so that it starts runs in one process at a time; false when it is off by now. */
export async function lockOn({ db }: Change, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM automations WHERE id = ${id} AND state = 'on' AND deleted_at IS NULL FOR NO KEY UPDATE`.execute(db)
  return rows.length > 0
}

/** Runs of an automation that began within the last minute. */
export async function startsOfMinute({ db, now }: QueryContext, automationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM automation_runs
    WHERE automation_id = ${automationId} AND started_at > ${now}::timestamptz - interval '1 minute'`.execute(db)
  return rows[0]?.count ?? 0
}

/** The runs that leads have had of an automation, by lead. */
export async function earlierRuns(
  { db }: QueryContext,
  automationId: number,
  leadIds: readonly number[],
): Promise<Map<number, EarlierRun[]>> {
  const { rows } = await sql<{ lead_id: number; ended_at: string | null }>`
    SELECT lead_id, CASE WHEN state IN ('running', 'waiting') THEN NULL ELSE planned_at END AS ended_at FROM automation_runs
    WHERE automation_id = ${automationId} AND lead_id = ANY(${[...leadIds]}::int[])`.execute(db)
  const runs = new Map<number, EarlierRun[]>()
  for (const { lead_id, ended_at } of rows)
    runs.set(lead_id, [...(runs.get(lead_id) ?? []), { ended_at: ended_at === null ? null : new Date(ended_at) }])
  return runs
}

/** A run that is to begin. */
export interface NewRun {
  lead_id: number
  event_id: number
  /** ISO 8601. */
  at: string
  trigger_text: string
  generation: number
  caused_by: number | null
}

/** Begins runs. An event that began one before, and a lead that is inside, begin none. */
export async function insertRuns(
  ctx: Change,
  automation: Pick<RunningAutomation, 'id' | 'version_id' | 'definition'>,
  runs: readonly NewRun[],
): Promise<number> {
  const { rows } = await sql`
    INSERT INTO automation_runs (automation_id, version_id, lead_id, event_id, triggered_at, trigger_text, generation, caused_by,
                                 step_id, planned_at, next_at, started_at)
    SELECT ${automation.id}, ${automation.version_id}, lead_id, event_id, at, trigger_text, generation, caused_by,
      ${automation.definition.start}::text, at, ${ctx.now}, ${ctx.now}
    FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb)
      AS g (lead_id int, event_id bigint, at timestamptz, trigger_text text, generation int, caused_by bigint)
    ON CONFLICT DO NOTHING RETURNING id`.execute(ctx.db)
  return rows.length
}

/** A run that the engine works on. */
export interface DueRun {
  id: number
  automation_id: number
  automation_name: string
  agent_id: number | null
  lead_id: number
  state: RunState
  step_id: string | null
  /** ISO 8601. */
  planned_at: string
  next_at: string | null
  met_at: string | null
  goal_at: string | null
  triggered_at: string
  event_id: number
  generation: number
  definition: Definition
  zone: string
  is_gone: boolean
}

const dueColumns = sql`
  r.id, r.automation_id, a.name AS automation_name, a.agent_id, r.lead_id, r.state, r.step_id, r.planned_at, r.next_at, r.met_at,
  r.goal_at, r.triggered_at, r.event_id, r.generation, v.definition, l.zone, l.deleted_at IS NOT NULL OR l.is_bogus AS is_gone`

const dueJoins = sql`
  JOIN automations a ON a.id = r.automation_id JOIN leads l ON l.id = r.lead_id
  JOIN automation_versions own ON own.id = r.version_id
  JOIN automation_versions v ON v.id = coalesce(own.superseded_by, own.id)`

/**
 * Runs whose time has come, locked with their leads; what another worker holds is passed over. The automation must be on at this
 * moment: one that is switched off holds what waits.
 */
export async function claimDueRuns({ db, now }: Change, limit: number): Promise<DueRun[]> {
  const { rows } = await sql<DueRun>`${sql.raw(ONE_PLAN)}
    SELECT ${dueColumns} FROM automation_runs r ${dueJoins}
    WHERE r.state IN ('running', 'waiting') AND r.next_at <= ${now} AND a.state = 'on' AND a.deleted_at IS NULL
    ORDER BY r.next_at, r.id LIMIT ${limit}
    FOR UPDATE OF r SKIP LOCKED FOR NO KEY UPDATE OF l SKIP LOCKED FOR SHARE OF a SKIP LOCKED`.execute(db)
  return rows.map(row => ({ ...row, id: Number(row.id), event_id: Number(row.event_id) }))
}

/** One run, locked, whatever its time. */
export async function lockRun({ db }: Change, id: number): Promise<DueRun | null> {
  const { rows } = await sql<DueRun>`
    SELECT ${dueColumns} FROM automation_runs r ${dueJoins} WHERE r.id = ${id} FOR UPDATE OF r FOR NO KEY UPDATE OF l`.execute(
    db,
  )
  const [row] = rows
  return row ? { ...row, id: Number(row.id), event_id: Number(row.event_id) } : null
}

/** Open runs of leads, for what happens to those. */
export async function openRunsOf({ db }: Change, leadIds: readonly number[]): Promise<DueRun[]> {
  const { rows } = await sql<DueRun>`
    SELECT ${dueColumns} FROM automation_runs r ${dueJoins}
    WHERE ${isOneOf(sql`r.lead_id`, leadIds)} AND r.state IN ('running', 'waiting') ORDER BY r.id FOR UPDATE OF r`.execute(
    db,
  )
  return rows.map(row => ({ ...row, id: Number(row.id), event_id: Number(row.event_id) }))
}

/** Where a run is now. */
export type RunPlace = Partial<{
  state: RunState
  stop_reason: string | null
  step_id: string | null
  planned_at: Date
  next_at: Date | null
  met_at: Date | null
  goal_at: Date | null
  ended_at: Date | null
}>

/** Writes where a run is. */
export async function writeRun({ db }: Change, id: number, place: RunPlace): Promise<void> {
  await db
    .updateTable('automation_runs')
    .set(place as never)
    .where('id', '=', id as never)
    .execute()
}

/** What became of a step. */
export interface StepEntry {
  step_id: string
  kind: string
  state: StepState
  way?: 'yes' | 'no' | 'met' | 'otherwise' | null
  text: string
  planned_at: Date
  until?: Date | null
  event_id?: number | null
}

/** Writes what became of a step of a run: one row for each, whatever happens to the process. */
export async function writeStep(ctx: Change, runId: number, step: StepEntry): Promise<void> {
  const { way = null, until = null, event_id = null } = step
  await sql`
    INSERT INTO automation_run_steps (run_id, step_id, kind, state, way, text, planned_at, until, event_id, ran_at)
    VALUES (${runId}, ${step.step_id}, ${step.kind}, ${step.state}, ${way}, ${step.text}, ${step.planned_at}, ${until},
      ${event_id}, ${ctx.now})
    ON CONFLICT (run_id, step_id) DO UPDATE SET state = excluded.state, way = excluded.way, text = excluded.text,
      until = coalesce(excluded.until, automation_run_steps.until), event_id = coalesce(excluded.event_id, automation_run_steps.event_id),
      ran_at = excluded.ran_at, tries = automation_run_steps.tries + (automation_run_steps.state = 'failed')::int`.execute(
    ctx.db,
  )
}

/** Remembers how everything is before a step, in the transaction. */
export const markStep = async ({ db }: Change): Promise<void> => void (await sql`SAVEPOINT step`.execute(db))

/** Undoes what a step did that failed halfway; what came before it stays. */
export const undoStep = async ({ db }: Change): Promise<void> =>
  void (await sql`ROLLBACK TO SAVEPOINT step`.execute(db))

/** Ends the wait of a run that is over. */
export async function endWaits({ db, now }: Change, runId: number, text: string): Promise<void> {
  await sql`
    UPDATE automation_run_steps SET state = 'skipped', text = ${text}, ran_at = ${now}
    WHERE run_id = ${runId} AND state = 'waiting'`.execute(db)
}

/** Puts the first run that is due off, after it could not be worked on: it stands in nobody's way. */
export async function postponeFirstRun({ db, now }: Change): Promise<number> {
  const { rows } = await sql`
    UPDATE automation_runs SET next_at = ${now}::timestamptz + interval '1 hour' WHERE id = (
      SELECT r.id FROM automation_runs r JOIN automations a ON a.id = r.automation_id
      WHERE r.state IN ('running', 'waiting') AND r.next_at <= ${now} AND a.state = 'on' AND a.deleted_at IS NULL
      ORDER BY r.next_at, r.id LIMIT 1 FOR UPDATE OF r SKIP LOCKED) RETURNING id`.execute(db)
  return rows.length
}

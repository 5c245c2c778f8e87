import { subDays } from 'date-fns'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import type { QueryContext } from '../../platform/server/context.ts'
import type { Definition } from './contract/definition.ts'
import { DRY_RUN_DAYS } from './rules/definition.ts'
import { recipes } from './rules/recipes.ts'
import { triggerText } from './rules/summary.ts'
import { rehearse } from './server/commands/rehearse.ts'
import { referencesOf } from './server/queries/references.ts'

/** The automations of the demo: which recipe, and how it stands. */
const wanted = [
  { key: 'speed', state: 'on', stopped: null },
  { key: 'quiet', state: 'on', stopped: null },
  { key: 'back-on-site', state: 'off', stopped: 'rate' },
  { key: 'no-answer', state: 'draft', stopped: null },
] as const

/** Automations with the runs that they would have had: the planner says what those did. */
export const demo: DemoPart = {
  async addDailyWork(given) {
    const { rows } = await sql<{ known: boolean }>`SELECT EXISTS (SELECT FROM automations) AS known`.execute(given.db)
    if (rows[0]?.known) return
    await sql`SELECT fill_automation_events(${subDays(given.now, DRY_RUN_DAYS + 5)})`.execute(given.db)
    for (const one of wanted) await addAutomation(given, one)
  },
}

async function addAutomation(
  { db, now, config }: Demo,
  { key, state, stopped }: (typeof wanted)[number],
): Promise<void> {
  const recipe = recipes.find(one => one.key === key)
  if (!recipe) return
  const { name, description, definition } = recipe
  const { rows } = await sql<{ id: number; version_id: number }>`
    WITH admin AS (SELECT id FROM users WHERE email = 'admin@keyturn.test'),
    added AS (
      INSERT INTO automations (name, description, state, state_changed_at, state_changed_by, stopped_itself, swept_from,
                               swept_until, created_by, created_at, updated_at)
      SELECT ${name}, ${description}, ${state}, ${subDays(now, stopped ? 1 : 29)}, CASE WHEN ${stopped}::text IS NULL THEN id END,
        ${stopped}, ${state === 'on' ? now : null}, ${state === 'on' ? now : null}, id, ${subDays(now, 60)}, ${subDays(now, 29)}
      FROM admin RETURNING id)
    INSERT INTO automation_versions (automation_id, number, definition, saved_at, saved_by)
    SELECT added.id, 1, ${JSON.stringify(definition)}::jsonb, ${subDays(now, 60)}, admin.id FROM added, admin
    RETURNING automation_id AS id, id AS version_id`.execute(db)
  const [added] = rows
  if (!added || state === 'draft') return
  await sql`UPDATE automations SET rehearsed_version_id = ${added.version_id} WHERE id = ${added.id}`.execute(db)
  await addRuns({ db, now, config, log: pino({ enabled: false }) }, added, definition)
}

/** Writes the runs down that the automation would have had. */
async function addRuns(
  ctx: QueryContext,
  { id, version_id }: { id: number; version_id: number },
  definition: Definition,
) {
  const known = await referencesOf(ctx, [definition])
  const span = { from: subDays(ctx.now, DRY_RUN_DAYS - 1), to: ctx.now }
  const { plans } = await rehearse(ctx, { id, agent_id: null, definition, known }, { span })
  const runs = plans.map(({ event, step, at, state, stop_reason, steps }, place) => ({
    lead_id: event.lead_id,
    event_id: event.id || -(place + 1),
    triggered_at: event.at,
    step_id: state === 'waiting' ? step : null,
    planned_at: at,
    state,
    stop_reason,
    next_at: state === 'waiting' ? (steps.at(-1)?.until ?? null) : null,
    ended_at: state === 'waiting' ? null : at,
    steps: steps.map(one => ({ ...one, planned_at: one.at })),
  }))
  await sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS g (lead_id int, event_id bigint, triggered_at timestamptz,
        step_id text, planned_at timestamptz, state text, stop_reason text, next_at timestamptz, ended_at timestamptz, steps jsonb)),
    added AS (
      INSERT INTO automation_runs (automation_id, version_id, lead_id, event_id, triggered_at, trigger_text, generation, state,
                                   stop_reason, step_id, planned_at, next_at, started_at, ended_at)
      SELECT ${id}, ${version_id}, lead_id, event_id, triggered_at, ${triggerText(definition.trigger, known)}, 1, state,
        stop_reason, step_id, planned_at, next_at, triggered_at, ended_at
      FROM given ORDER BY triggered_at ON CONFLICT DO NOTHING RETURNING id, event_id)
    INSERT INTO automation_run_steps (run_id, step_id, kind, state, way, text, planned_at, until, ran_at)
    SELECT added.id, s.step_id, s.kind, s.state, s.way, s.text, s.planned_at, s.until, s.planned_at
    FROM given JOIN added ON added.event_id = given.event_id
    CROSS JOIN LATERAL jsonb_to_recordset(given.steps) AS s (step_id text, kind text, state text, way text, text text,
      planned_at timestamptz, until timestamptz)
    ORDER BY added.id, s.planned_at`.execute(ctx.db)
}

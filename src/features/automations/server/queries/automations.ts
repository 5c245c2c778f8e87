import { sql } from 'kysely'
import { pageOfWhole } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import type { Page } from '../../../../platform/wire/page.ts'
import { region } from '../../../../product/region/region.ts'
import type { automationCalls } from '../../contract/calls.ts'
import type { Definition } from '../../contract/definition.ts'
import type { Automation, AutomationState, AutomationsSummary } from '../../contract/records.ts'
import { DRY_RUN_DAYS } from '../../rules/definition.ts'
import { problemsOf } from '../../rules/problems.ts'
import { type SelfStop, selfStops } from '../../rules/runs.ts'
import { summaryOf } from '../../rules/summary.ts'
import { type References, referencesOf } from './references.ts'
import { openSecret } from './webhooks.ts'

export type Asking = QueryContext & { viewer: Viewer }

const isAdmin = ({ viewer }: { viewer: Viewer }): boolean => viewer.rights.has('is_admin')

/** The automations `a` that a viewer may see: those for everybody, their own, and those of agents whom they lead. */
const visibleAutomations = (ctx: { viewer: Viewer }) =>
  isAdmin(ctx)
    ? sql`a.deleted_at IS NULL`
    : sql`a.deleted_at IS NULL AND (a.agent_id IS NULL OR a.agent_id = ANY(${[...ctx.viewer.reach]}::int[]))`

/** Runs of leads `l` that a viewer's figures count. */
export const countedLeads = ({ viewer }: { viewer: Viewer }) =>
  viewer.rights.has('view_all_leads') ? sql`true` : sql`l.agent_id = ANY(${[...viewer.reach]}::int[])`

type Computed =
  | 'definition'
  | 'summary'
  | 'problems'
  | 'may_change'
  | 'stopped_itself'
  | 'state'
  | 'state_changed_by'
  | 'number'
  | 'number_since'

interface AutomationRow
  extends Omit<RowAs<'automations', Automation, 'state' | 'state_changed_by' | 'stopped_itself'>, Computed> {
  state: AutomationState
  state_changed_by: string | null
  stopped_itself: SelfStop | null
  definition: Definition
  number: number
  number_since: string
}

const days = sql.lit(DRY_RUN_DAYS)

const columns = sql`
  a.id, a.name, a.description, a.agent_id, a.state, a.state_changed_at, a.stopped_itself, a.webhook_secret, a.created_at, a.updated_at, a.version,
  CASE WHEN u.id IS NOT NULL
    THEN jsonb_build_object('id', a.agent_id, 'fullname', trim(u.first_name || ' ' || u.last_name)) END AS agent,
  (SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = a.state_changed_by) AS state_changed_by,
  v.definition, v.number, v.saved_at AS number_since, v.id IS DISTINCT FROM a.rehearsed_version_id AS needs_dry_run,
  jsonb_build_object('runs', n.runs, 'open', n.open, 'done', n.done, 'stopped', n.stopped, 'failed', n.failed) AS figures,
  n.last_run_at, d.days`

const joins = (ctx: Asking) => sql`
  JOIN LATERAL (
    SELECT id, definition, number, saved_at FROM automation_versions WHERE automation_id = a.id ORDER BY number DESC LIMIT 1) v
    ON true
  LEFT JOIN agents g ON g.id = a.agent_id LEFT JOIN users u ON u.id = g.user_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS runs, count(*) FILTER (WHERE r.state IN ('running', 'waiting'))::int AS open,
      count(*) FILTER (WHERE r.state = 'done')::int AS done, count(*) FILTER (WHERE r.state = 'stopped')::int AS stopped,
      count(*) FILTER (WHERE r.state = 'failed')::int AS failed, max(r.triggered_at) AS last_run_at
    FROM automation_runs r JOIN leads l ON l.id = r.lead_id
    WHERE r.automation_id = a.id AND r.triggered_at > ${ctx.now}::timestamptz - make_interval(days => ${days})
      AND ${countedLeads(ctx)}) n
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(coalesce(ran.count, 0) ORDER BY ago DESC) AS days FROM generate_series(0, 13) AS ago
    LEFT JOIN (
      SELECT (${ctx.now}::timestamptz AT TIME ZONE ${region.zone})::date
          - (r.triggered_at AT TIME ZONE ${region.zone})::date AS ago, count(*)::int AS count
      FROM automation_runs r JOIN leads l ON l.id = r.lead_id
      WHERE r.automation_id = a.id AND r.triggered_at > ${ctx.now}::timestamptz - interval '15 days' AND ${countedLeads(ctx)}
      GROUP BY 1) ran USING (ago)) d`

async function automationsWhere(ctx: Asking, where: ReturnType<typeof sql>): Promise<Automation[]> {
  const { rows } = await sql<AutomationRow>`
    SELECT ${columns} FROM automations a ${joins(ctx)} WHERE ${visibleAutomations(ctx)} AND ${where}
    ORDER BY a.state = 'draft', a.state = 'off', n.last_run_at DESC NULLS LAST, a.name, a.id`.execute(ctx.db)
  const known = await referencesOf(
    ctx,
    rows.map(({ definition }) => definition),
  )
  return rows.map(row => automationOf(ctx, row, known))
}

const mayChange = (ctx: Asking, { agent_id }: { agent_id: number | null }): boolean =>
  isAdmin(ctx) || (agent_id !== null && ctx.viewer.reach.includes(agent_id))

function automationOf(ctx: Asking, row: AutomationRow, known: References): Automation {
  const { stopped_itself: why, state_changed_at } = row
  return {
    ...row,
    summary: summaryOf(row.definition, known),
    problems: problemsOf(row.definition, known),
    webhook_secret: mayChange(ctx, row) ? openSecret(ctx, row.webhook_secret) : null,
    may_change: mayChange(ctx, row),
    stopped_itself:
      why === null ? null : { reason: why, text: selfStops[why], at: state_changed_at ?? instantText(ctx.now) },
  }
}

/** The automations that the viewer may see: those that are on first, then by their last run. */
export async function automationPage(
  ctx: Asking,
  asked: InputOf<typeof automationCalls.list>,
): Promise<Page<Automation>> {
  const { state, search, trigger, action } = asked
  const found = await automationsWhere(
    ctx,
    sql`${state ? sql`a.state = ${state}` : sql`true`}
      AND ${search ? sql`strpos(folded(a.name), folded(${search})) > 0` : sql`true`}
      AND ${trigger ? sql`v.definition -> 'trigger' ->> 'kind' = ${trigger}` : sql`true`}
      AND ${action ? sql`v.definition -> 'steps' @> ${JSON.stringify([{ kind: action }])}::jsonb` : sql`true`}`,
  )
  return pageOfWhole(found, { asked })
}

/** An automation that the viewer may see; refused like one that does not exist otherwise. */
export async function requireAutomation(ctx: Asking, id: number): Promise<Automation> {
  const [found] = await automationsWhere(ctx, sql`a.id = ${id}`)
  if (!found) throw notFound('automation')
  return found
}

/** The same, locked for a change. */
export async function lockAutomation(ctx: Change & Asking, id: number): Promise<Automation> {
  await sql`SELECT FROM automations WHERE id = ${id} FOR UPDATE`.execute(ctx.db)
  return requireAutomation(ctx, id)
}

/** Counts over all that the viewer may see. */
export async function automationsSummary(ctx: Asking): Promise<AutomationsSummary> {
  const all = await automationsWhere(ctx, sql`true`)
  const count = (state: AutomationState) => all.filter(one => one.state === state).length
  const sum = (name: keyof Automation['figures']) => all.reduce((total, { figures }) => total + figures[name], 0)
  return {
    counts: { all: all.length, on: count('on'), off: count('off'), draft: count('draft') },
    figures: {
      runs: sum('runs'),
      open: sum('open'),
      done: sum('done'),
      stopped: sum('stopped'),
      failed: sum('failed'),
    },
    stopped_themselves: all.flatMap(({ id, name, stopped_itself: it }) =>
      it ? [{ id, name, text: it.text, at: it.at }] : [],
    ),
  }
}

/** What is written of an automation. */
export type WrittenAutomation = Pick<Row<'automations'>, 'name' | 'description' | 'agent_id'>

/** Adds a draft; answers its id. */
export async function insertAutomation(ctx: Change, automation: WrittenAutomation): Promise<number> {
  const { id } = await ctx.db
    .insertInto('automations')
    .values({ ...automation, created_by: ctx.author?.user_id ?? null, created_at: ctx.now, updated_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes fields of an automation. */
export async function updateAutomation(ctx: Change, id: number, fields: Partial<WrittenAutomation>): Promise<void> {
  await ctx.db
    .updateTable('automations')
    .set({ ...fields, updated_at: ctx.now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Switches an automation on or off; `itself` says why it did so by itself. */
export async function writeState(
  ctx: Change,
  id: number,
  { state, itself = null }: { state: AutomationState; itself?: SelfStop | null },
): Promise<void> {
  await sql`
    UPDATE automations SET state = ${state}, stopped_itself = ${itself}, state_changed_at = ${ctx.now},
      state_changed_by = ${ctx.author?.user_id ?? null}::int, updated_at = ${ctx.now}, version = version + 1,
      swept_from = CASE WHEN ${state} = 'on' THEN ${ctx.now}::timestamptz END,
      swept_until = CASE WHEN ${state} = 'on' THEN ${ctx.now}::timestamptz END
    WHERE id = ${id}`.execute(ctx.db)
}

/** Marks an automation as deleted. */
export async function deleteAutomation(ctx: Change, id: number): Promise<void> {
  await sql`
    UPDATE automations SET deleted_at = ${ctx.now}, state = 'off', version = version + 1 WHERE id = ${id}`.execute(
    ctx.db,
  )
}

/** The automations of an agent that are on. */
export async function onOfAgent({ db }: QueryContext, agentId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM automations WHERE agent_id = ${agentId} AND state = 'on' AND deleted_at IS NULL ORDER BY id`.execute(
    db,
  )
  return rows
}

/** Other automations that a viewer may see and that are on, as far as they may set each other off. */
export async function othersOn(
  ctx: Asking,
  id: number,
): Promise<{ id: number; name: string; definition: Definition }[]> {
  const { rows } = await sql<{ id: number; name: string; definition: Definition }>`
    SELECT a.id, a.name, v.definition FROM automations a
    JOIN LATERAL (
      SELECT definition FROM automation_versions WHERE automation_id = a.id ORDER BY number DESC LIMIT 1) v ON true
    WHERE a.id <> ${id} AND a.state = 'on' AND ${visibleAutomations(ctx)} ORDER BY a.name, a.id`.execute(ctx.db)
  return rows
}

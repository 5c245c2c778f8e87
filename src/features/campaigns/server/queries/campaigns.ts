import { sql } from 'kysely'
import { pageOfWhole } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import type { Skipped } from '../../../bulk/contract.ts'
import type { LeadRole } from '../../../leads/rules.ts'
import type { Campaign } from '../../contract/records.ts'
import { type CampaignKind, mayChangeCampaign } from '../../rules/instances.ts'
import { campaignProblem } from '../../rules/steps.ts'
import { countedInstances } from './scope.ts'
import { stepsOfCampaigns } from './steps.ts'
import { viewsOfCampaigns } from './views.ts'

type Asking = QueryContext & { viewer: Viewer }

const isAdmin = ({ viewer }: { viewer: Viewer }): boolean => viewer.rights.has('is_admin')

/** The teams of an agent, as a member or as their lead. */
const teamsOf = (agentId: number | null) => sql`(
  SELECT id FROM teams WHERE lead_agent_id = ${agentId}::int
  UNION SELECT team_id FROM team_members WHERE agent_id = ${agentId}::int)`

/** The campaigns `c` that a viewer may use (of one-offs without an agent only administrators): default ones, those of their team, their own and those of agents whom they lead. */
const visibleCampaigns = (ctx: { viewer: Viewer }) => {
  const { agent_id, reach } = ctx.viewer
  if (isAdmin(ctx)) return sql`c.deleted_at IS NULL`
  return sql`c.deleted_at IS NULL AND (c.agent_id = ANY(${[...reach]}::int[])
    OR c.agent_id IS NULL AND c.kind = 'series' AND (c.team_id IS NULL OR c.team_id IN ${teamsOf(agent_id)}))`
}

interface CampaignRow
  extends Omit<Campaign, 'steps' | 'view' | 'problem' | 'may_change' | 'reply_rate' | 'role' | 'state'> {
  role: LeadRole | null
  state: Campaign['state']
  team_lead_agent_id: number | null
}

const columns = sql`
  c.id, c.name, c.description, c.agent_id, c.site_id, c.team_id, c.role, c.stop_after_connection, c.is_happy_hour_campaign,
  c.auto_add, c.kind, c.send_on::text, c.chosen, c.state,
  (SELECT coalesce(sum(g.count), 0)::int FROM jsonb_to_recordset(c.left_out) AS g (count int)) AS left_out,
  CASE WHEN c.kind = 'one_off' THEN (
    SELECT count(*)::int FROM sendings WHERE batch = 'campaign:' || c.id AND state IN ('prepared', 'waiting', 'trying'))
  ELSE 0 END AS queued, c.is_held, c.state_changed_at, c.created_at, c.updated_at, c.version,
  s.name AS site_name, t.name AS team_name, t.lead_agent_id AS team_lead_agent_id,
  CASE WHEN u.id IS NOT NULL
    THEN jsonb_build_object('id', c.agent_id, 'fullname', trim(u.first_name || ' ' || u.last_name)) END AS agent,
  (SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = c.state_changed_by) AS state_changed_by,
  jsonb_build_object('all', n.all, 'archived', n.archived, 'connected', n.connected) AS instance_counts, n.opted_out, w.weeks,
  CASE WHEN x.at IS NOT NULL THEN jsonb_build_object('scheduled_at', x.at) END AS "nextStep"`

const instant = sql`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`

const joins = (ctx: Asking) => sql`
  LEFT JOIN sites s ON s.id = c.site_id LEFT JOIN teams t ON t.id = c.team_id
  LEFT JOIN agents a ON a.id = c.agent_id LEFT JOIN users u ON u.id = a.user_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS all, count(*) FILTER (WHERE i.archived) AS archived,
      count(*) FILTER (WHERE i.state = 'connected') AS connected,
      count(*) FILTER (WHERE i.stop_reason = 'unsubscribed') AS opted_out
    FROM campaign_instances i WHERE i.campaign_id = c.id AND ${countedInstances(ctx)}) n
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(coalesce(ran.count, 0) ORDER BY week) AS weeks FROM generate_series(1, 12) AS week
    LEFT JOIN (
      SELECT 12 - floor(extract(epoch FROM ${ctx.now}::timestamptz - r.ran_at) / 604800)::int AS week, count(*)::int AS count
      FROM campaign_instances i JOIN campaign_instance_steps r ON r.instance_id = i.id
      WHERE i.campaign_id = c.id AND ${countedInstances(ctx)} AND r.state IN ('sent', 'task')
        AND r.ran_at > ${ctx.now}::timestamptz - interval '84 days'
      GROUP BY 1) ran USING (week)) w
  CROSS JOIN LATERAL (
    SELECT to_char(min(r.due_at) AT TIME ZONE 'UTC', ${instant}) AS at
    FROM campaign_instances i JOIN campaign_instance_steps r ON r.instance_id = i.id
    WHERE i.campaign_id = c.id AND i.state = 'running' AND r.state = 'waiting' AND ${countedInstances(ctx)}
      AND (c.state = 'on' OR NOT c.is_held)) x`

async function campaignsWhere(ctx: Asking, where: ReturnType<typeof sql>): Promise<Campaign[]> {
  const { rows } = await sql<CampaignRow>`
    SELECT ${columns} FROM campaigns c ${joins(ctx)} WHERE ${visibleCampaigns(ctx)} AND ${where}
    ORDER BY c.name, c.id`.execute(ctx.db)
  const ids = rows.map(({ id }) => id)
  const [steps, views] = [await stepsOfCampaigns(ctx, ids), await viewsOfCampaigns(ctx, ids)]
  return rows.map(({ team_lead_agent_id, ...row }) => {
    const own = steps.get(row.id) ?? []
    const { all, connected } = row.instance_counts
    const may_change = mayChangeCampaign(
      { agent_id: row.agent_id, team_lead_agent_id },
      { agent_id: ctx.viewer.agent_id, isAdmin: isAdmin(ctx) },
    )
    const reply_rate = all === 0 ? null : Math.round((connected / all) * 1000) / 10
    const view = views.get(row.id) ?? null
    return { ...row, steps: own, view, problem: campaignProblem(own), may_change, reply_rate }
  })
}

const ownerConditions = (ctx: Asking) => ({
  mine: sql`c.agent_id = ${ctx.viewer.agent_id}::int`,
  team: isAdmin(ctx)
    ? sql`(c.team_id IS NOT NULL OR c.agent_id IS NOT NULL AND c.agent_id IS DISTINCT FROM ${ctx.viewer.agent_id}::int)`
    : sql`(c.team_id IS NOT NULL AND c.agent_id IS DISTINCT FROM ${ctx.viewer.agent_id}::int
        OR c.agent_id <> ${ctx.viewer.agent_id}::int)`,
  default: sql`c.agent_id IS NULL AND c.team_id IS NULL`,
})

/** The campaigns that the viewer may use, by name. */
export async function campaignPage(
  ctx: Asking,
  asked: PageInput & { owner?: keyof ReturnType<typeof ownerConditions> | undefined; search?: string | undefined },
): Promise<Page<Campaign>> {
  const { owner, search } = asked
  const found = await campaignsWhere(
    ctx,
    sql`${owner ? ownerConditions(ctx)[owner] : sql`true`}
      AND ${search ? sql`strpos(folded(c.name), folded(${search})) > 0` : sql`true`}`,
  )
  return pageOfWhole(found, { asked })
}

/** A campaign that the viewer may use; refused like one that does not exist otherwise. */
export async function requireCampaign(ctx: Asking, id: number): Promise<Campaign> {
  const [found] = await campaignsWhere(ctx, sql`c.id = ${id}`)
  if (!found) throw notFound('campaign')
  return found
}

/** Whether the viewer may change a campaign, without all that is answered of one. */
export async function isChangeable(ctx: Asking, id: number): Promise<boolean> {
  const { rows } = await sql<{ agent_id: number | null; team_lead_agent_id: number | null }>`
    SELECT c.agent_id, t.lead_agent_id AS team_lead_agent_id FROM campaigns c LEFT JOIN teams t ON t.id = c.team_id
    WHERE c.id = ${id} AND ${visibleCampaigns(ctx)}`.execute(ctx.db)
  const [found] = rows
  return found !== undefined && mayChangeCampaign(found, { agent_id: ctx.viewer.agent_id, isAdmin: isAdmin(ctx) })
}

/** A campaign that the viewer may use, locked for a change. */
export async function lockCampaign(ctx: Change & Asking, id: number): Promise<Campaign> {
  await sql`SELECT FROM campaigns WHERE id = ${id} FOR UPDATE`.execute(ctx.db)
  return requireCampaign(ctx, id)
}

/** What is written of a campaign. */
export type WrittenCampaign = Pick<
  Row<'campaigns'>,
  | 'name'
  | 'description'
  | 'agent_id'
  | 'team_id'
  | 'site_id'
  | 'role'
  | 'stop_after_connection'
  | 'is_happy_hour_campaign'
  | 'auto_add'
>

/** Adds a campaign without steps; answers its id. */
export async function insertCampaign(
  ctx: Change,
  campaign: WrittenCampaign &
    Partial<Pick<Row<'campaigns'>, 'send_on' | 'chosen'>> & { state: 'draft' | 'on'; kind?: CampaignKind },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('campaigns')
    .values({ ...campaign, created_by: ctx.author?.user_id ?? null, created_at: ctx.now, updated_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes fields of a campaign. */
export async function updateCampaign(ctx: Change, id: number, fields: Partial<WrittenCampaign>): Promise<void> {
  await ctx.db
    .updateTable('campaigns')
    .set({ ...fields, updated_at: ctx.now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Switches a campaign on or off. */
export async function writeCampaignState(
  ctx: Change,
  id: number,
  { state, is_held }: { state: Campaign['state']; is_held: boolean },
): Promise<void> {
  await sql`
    UPDATE campaigns SET state = ${state}, is_held = ${is_held}, state_changed_at = ${ctx.now},
      state_changed_by = ${ctx.author?.user_id ?? null}::int, updated_at = ${ctx.now}, version = version + 1
    WHERE id = ${id}`.execute(ctx.db)
}

/** Marks a campaign as deleted. */
export async function deleteCampaign(ctx: Change, id: number): Promise<void> {
  await sql`UPDATE campaigns SET deleted_at = ${ctx.now}, version = version + 1 WHERE id = ${id}`.execute(ctx.db)
}

/** What starting a campaign needs to know of it. */
export interface StartableCampaign extends Pick<Row<'campaigns'>, 'id' | 'name' | 'agent_id' | 'team_id' | 'state'> {
  is_deleted: boolean
  kind: CampaignKind
  send_on: string | null
}

/** A campaign by its id, whoever asks; for work in the background. */
export async function campaignById({ db }: QueryContext, id: number): Promise<StartableCampaign | null> {
  const { rows } = await sql<StartableCampaign>`
    SELECT id, name, agent_id, team_id, state, kind, send_on::text, deleted_at IS NOT NULL AS is_deleted FROM campaigns
    WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Leads and the campaigns that are to be started on them by themselves. */
export async function campaignsToStart(
  { db }: QueryContext,
  leadIds: readonly number[],
  why: 'assigned' | 'happy_hour',
): Promise<{ campaign_id: number; lead_ids: number[] }[]> {
  const marked = why === 'assigned' ? sql`c.auto_add` : sql`c.is_happy_hour_campaign`
  const { rows } = await sql<{ campaign_id: number; lead_ids: number[] }>`
    SELECT c.id AS campaign_id, array_agg(l.id ORDER BY l.id) AS lead_ids
    FROM campaigns c JOIN leads l ON l.id = ANY(${[...leadIds]}::int[])
    WHERE c.deleted_at IS NULL AND c.state = 'on' AND ${marked}
      AND l.agent_id IS NOT NULL AND l.deleted_at IS NULL
      AND (c.agent_id IS NULL OR c.agent_id = l.agent_id)
      AND (c.team_id IS NULL OR EXISTS (
        SELECT FROM teams t LEFT JOIN team_members m ON m.team_id = t.id
        WHERE t.id = c.team_id AND l.agent_id IN (t.lead_agent_id, m.agent_id)))
      AND (c.role IS NULL OR c.role = ANY(l.roles)) AND (c.site_id IS NULL OR c.site_id = l.site_id)
      AND NOT EXISTS (SELECT FROM campaign_instances i WHERE i.campaign_id = c.id AND i.lead_id = l.id)
    GROUP BY c.id ORDER BY c.id`.execute(db)
  return rows
}

/** Refuses a team that is not the viewer's. */
export async function requireTeamOfAgent(ctx: Asking, teamId: number): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM teams WHERE id = ${teamId} AND id IN ${teamsOf(ctx.viewer.agent_id)}`.execute(ctx.db)
  if (rows.length === 0) throw notFound('team')
}

/** Adds to the leads of a one-off who were left out. */
export async function addLeftOut(ctx: Change, id: number, skipped: readonly Skipped[]): Promise<void> {
  if (skipped.length === 0) return
  await sql`
    UPDATE campaigns SET left_out = (
      SELECT jsonb_agg(jsonb_build_object('reason', reason, 'count', count)) FROM (
        SELECT reason, sum(count)::int AS count
        FROM jsonb_to_recordset(left_out || ${JSON.stringify(skipped)}::jsonb) AS g (reason text, count int)
        GROUP BY reason) AS sums)
    WHERE id = ${id}`.execute(ctx.db)
}

/** The names of leads, by their ids. */
export async function namesOfLeads({ db }: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, trim(first_name || ' ' || last_name) AS name FROM leads
    WHERE id = ANY(${[...ids]}::int[]) AND trim(first_name || last_name) <> ''`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { WITH_COMMIT } from '../../../../platform/server/database/connection.ts'
import { isOneOf } from '../../../../platform/server/database/oneOf.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { EXCLUDED_STATUS } from '../../../leads/rules.ts'
import type { LeadCampaign } from '../../contract/records.ts'
import { type InstanceState, progressOf, type StartWay, type StopReason } from '../../rules/instances.ts'

export type Condition = ReturnType<typeof sql>

const instant = sql`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`

/** The version on which an instance `i` runs: its own, or what was applied to it since. */
export const effectiveVersion = sql`
  JOIN campaign_versions own ON own.id = i.version_id
  JOIN campaign_versions v ON v.id = coalesce(own.superseded_by, own.id)`

/** What of an instance `i` is answered. */
export const instanceColumns = sql`
  i.id, i.archived, i.steps_done, jsonb_array_length(v.steps) AS steps_count, i.state, i.started_at, i.started_how,
  (SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = i.started_by) AS started_by,
  CASE WHEN NOT i.archived THEN i.paused_until END AS paused_until,
  c.state <> 'on' AND c.is_held AS is_held, i.stop_reason, i.stop_detail,
  (SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = i.stopped_by) AS stopped_by, i.stopped_at,
  jsonb_build_object('id', c.id, 'name', c.name, 'stop_after_connection', c.stop_after_connection) AS campaign,
  CASE WHEN NOT i.archived THEN (
    SELECT jsonb_build_object('scheduled_at', to_char(r.due_at AT TIME ZONE 'UTC', ${instant}), 'task_type', st.step_type,
      'name', st.name, 'step_id', st.id, 'reason', r.reason)
    FROM campaign_instance_steps r JOIN campaign_steps st ON st.id = r.step_id
    WHERE r.instance_id = i.id AND r.state = 'waiting' ORDER BY r.due_at, r.id LIMIT 1) END AS next_task`

/** What an instance `i` is read from. */
export const instanceJoins = sql`JOIN campaigns c ON c.id = i.campaign_id ${effectiveVersion}`

/** An instance as `instanceColumns` reads it. */
export type InstanceRow = RowAs<
  'campaign_instances',
  Omit<LeadCampaign, 'progress'>,
  'state' | 'started_how' | 'started_by' | 'stop_reason' | 'stopped_by' | 'archived'
>

/** The answer that a row makes. */
export const leadCampaignOf = <Found extends InstanceRow>(row: Found): Found & { progress: number } => ({
  ...row,
  progress: progressOf(row.steps_done, row.steps_count),
})

/** Instances that meet a condition, the newest first. */
export async function instancesWhere({ db }: QueryContext, where: Condition, limit: number): Promise<LeadCampaign[]> {
  const { rows } = await sql<InstanceRow>`
    SELECT ${instanceColumns} FROM campaign_instances i ${instanceJoins} WHERE ${where}
    ORDER BY i.id DESC LIMIT ${limit}`.execute(db)
  return rows.map(leadCampaignOf)
}

/** An instance as commands work with it. */
export interface StoredInstance
  extends Pick<
    Row<'campaign_instances'>,
    'id' | 'campaign_id' | 'lead_id' | 'agent_id' | 'version_id' | 'started_at' | 'stopped_at' | 'stopped_by'
  > {
  state: InstanceState
  stop_reason: StopReason | null
}

const stored = sql`
  i.id, i.campaign_id, i.lead_id, i.agent_id, i.version_id, i.started_at, i.stopped_at, i.stopped_by, i.state, i.stop_reason`

/** The newest instance of a campaign on a lead, locked; `null` when there was none. */
export async function lockNewest(
  { db }: Change,
  { lead_id, campaign_id }: { lead_id: number; campaign_id: number },
): Promise<StoredInstance | null> {
  const { rows } = await sql<StoredInstance>`
    SELECT ${stored} FROM campaign_instances i WHERE lead_id = ${lead_id} AND campaign_id = ${campaign_id}
    ORDER BY id DESC LIMIT 1 FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

/** Instances that meet a condition, locked in the order of their ids. */
export async function lockInstances({ db }: Change, where: Condition): Promise<StoredInstance[]> {
  const { rows } = await sql<StoredInstance>`
    SELECT ${stored} FROM campaign_instances i WHERE ${where} ORDER BY i.id FOR UPDATE`.execute(db)
  return rows
}

/** What decides whether a campaign starts on a lead. */
export interface LeadToStart extends Pick<Row<'leads'>, 'id' | 'agent_id' | 'zone' | 'status_value' | 'is_bogus'> {
  is_running: boolean
  is_email_withdrawn: boolean
  is_text_withdrawn: boolean
}

/** Leads that are there, with what decides. */
export async function leadsToStart(
  { db }: QueryContext,
  campaignId: number,
  ids: readonly number[],
): Promise<LeadToStart[]> {
  const { rows } = await sql<LeadToStart>`
    SELECT l.id, l.agent_id, l.zone, l.status_value, l.is_bogus, l.consent_email = 'withdrawn' AS is_email_withdrawn,
      'text' = ANY(l.withdrawn_channels) AS is_text_withdrawn,
      EXISTS (SELECT FROM campaign_instances i
              WHERE i.campaign_id = ${campaignId} AND i.lead_id = l.id AND NOT i.archived) AS is_running
    FROM leads l WHERE l.id = ANY(${[...ids]}::int[]) AND l.deleted_at IS NULL ORDER BY l.id`.execute(db)
  return rows
}

/** An instance that was started. */
export type StartedInstance = Pick<Row<'campaign_instances'>, 'id' | 'lead_id' | 'agent_id'> & { zone: string }

/** Starts a campaign on leads where it does not run yet; answers the new instances. */
export async function insertInstances(
  ctx: Change,
  { campaign_id, version_id, how }: { campaign_id: number; version_id: number; how: StartWay },
  leads: readonly { id: number; agent_id: number | null; zone: string }[],
): Promise<StartedInstance[]> {
  const { rows } = await sql<StartedInstance>`
    WITH given AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) AS g (id int, agent_id int, zone text)),
    added AS (
      INSERT INTO campaign_instances (campaign_id, lead_id, agent_id, version_id, started_how, started_by, started_at)
      SELECT ${campaign_id}, id, agent_id, ${version_id}, ${how}, ${ctx.author?.user_id ?? null}::int, ${ctx.now}
      FROM given ON CONFLICT (campaign_id, lead_id) WHERE NOT archived DO NOTHING RETURNING id, lead_id, agent_id)
    SELECT added.*, given.zone FROM added JOIN given ON given.id = added.lead_id ORDER BY added.id`.execute(ctx.db)
  return rows
}

/** An instance that ended just now. */
export interface EndedInstance extends StoredInstance {
  campaign_name: string
  is_one_off: boolean
  /** Whose lead it is; not always in whose name it ran. */
  lead_agent_id: number | null
}

/**
 * Instances `i` that still do something: they run, or have finished while messages of theirs wait for their time. The last message of
 * a campaign is asked for hours before it goes out where that is in the night, or where the account has sent its share of the day.
 */
const isGoingOn = sql`(NOT i.archived OR i.state = 'finished' AND EXISTS (
  SELECT FROM campaign_instance_steps r JOIN sendings s ON s.id = r.sending_id
  WHERE r.instance_id = i.id AND s.state IN ('prepared', 'waiting')))`

/** Ends instances that still do something; answers those that did, with whose leads they are. */
export async function endInstances(
  ctx: Change,
  where: Condition,
  { state, reason, detail }: { state: InstanceState; reason: StopReason; detail: string },
): Promise<EndedInstance[]> {
  const ends = state === 'finished' ? sql`NOT i.archived` : isGoingOn
  // Locked by a statement of its own: one that a worker finishes at this moment then shows the messages that it asked for.
  if (state !== 'finished')
    await sql`${sql.raw(WITH_COMMIT)}
      SELECT FROM campaign_instances i JOIN campaigns c ON c.id = i.campaign_id JOIN leads l ON l.id = i.lead_id
      WHERE NOT i.archived AND ${where} ORDER BY i.id FOR UPDATE OF i`.execute(ctx.db)
  const { rows } = await sql<EndedInstance>`
    UPDATE campaign_instances i SET state = ${state}, stopped_from = i.state, stop_reason = ${reason}, stop_detail = ${detail},
      stopped_by = ${ctx.author?.user_id ?? null}::int, stopped_at = ${ctx.now}, version = i.version + 1
    FROM campaigns c, leads l
    WHERE c.id = i.campaign_id AND l.id = i.lead_id AND ${ends} AND ${where}
    RETURNING ${stored}, c.name AS campaign_name, c.kind = 'one_off' AS is_one_off,
      l.agent_id AS lead_agent_id`.execute(ctx.db)
  return rows
}

/**
 * Puts ended instances back to how they stood before: running, paused, or finished with messages that wait. Not where the campaign runs
 * on the lead again, was deleted, or was switched off since without holding those inside. Of several of one campaign on a lead the
 * newest. Answers which.
 */
export async function reviveInstances(ctx: Change, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE campaign_instances i SET state = coalesce(i.stopped_from, 'running'), stop_detail = '', stopped_by = NULL,
      stop_reason = CASE WHEN i.stopped_from = 'finished' THEN 'finished' END,
      stopped_at = CASE WHEN i.stopped_from = 'finished' THEN ${ctx.now}::timestamptz END, version = i.version + 1
    FROM campaigns c
    WHERE i.id = ANY(${[...ids]}::int[]) AND i.archived AND c.id = i.campaign_id AND c.deleted_at IS NULL
      AND (c.state = 'on' OR c.is_held OR c.state_changed_at < i.stopped_at)
      AND NOT EXISTS (
        SELECT FROM campaign_instances o WHERE o.campaign_id = i.campaign_id AND o.lead_id = i.lead_id
          AND (NOT o.archived OR o.id = ANY(${[...ids]}::int[]) AND o.id > i.id))
    RETURNING i.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Pauses an instance, or lets it go on. */
export async function writePause(
  ctx: Change,
  id: number,
  { state, paused_until }: { state: 'running' | 'paused'; paused_until: Date | null },
): Promise<void> {
  await sql`
    UPDATE campaign_instances SET state = ${state}, paused_until = ${paused_until}, version = version + 1
    WHERE id = ${id} AND NOT archived`.execute(ctx.db)
}

/** Ends pauses whose time has come, some at once; answers whose. */
export async function writeOverPauses({ db, now }: Change, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE campaign_instances SET state = 'running', paused_until = NULL, version = version + 1
    WHERE id IN (SELECT id FROM campaign_instances WHERE state = 'paused' AND paused_until <= ${now}
                 ORDER BY paused_until LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of a campaign, the instances that are paused. */
export async function pausedOfCampaign({ db }: QueryContext, campaignId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM campaign_instances WHERE campaign_id = ${campaignId} AND state = 'paused'`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of these instances, those whose campaign is switched off with everybody held inside. */
export async function heldAmong({ db }: QueryContext, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT i.id FROM campaign_instances i JOIN campaigns c ON c.id = i.campaign_id
    WHERE i.id = ANY(${[...ids]}::int[]) AND c.state <> 'on' AND c.is_held`.execute(db)
  return rows.map(({ id }) => id)
}

/** Instances by their ids, as a condition. */
export const instancesOf = (ids: readonly number[]): Condition => sql`i.id = ANY(${[...ids]}::int[])`

/** All that run on leads. */
export const instancesOnLeads = (leadIds: readonly number[]): Condition => isOneOf(sql`i.lead_id`, leadIds)

/** Those on leads whose campaign stops with a conversation. */
export const stoppingOnConnection = (leadIds: readonly number[]): Condition =>
  sql`${isOneOf(sql`i.lead_id`, leadIds)} AND c.stop_after_connection`

/** Those on leads that run in the name of somebody else than their agent now. */
export const ofOtherAgents = (leadIds: readonly number[]): Condition =>
  sql`${isOneOf(sql`i.lead_id`, leadIds)} AND i.agent_id IS DISTINCT FROM l.agent_id`

/** Those on a lead that would not start there: in the name of another agent, or on whom nothing starts. */
export const unfitOnLead = (leadId: number): Condition =>
  sql`i.lead_id = ${leadId}
    AND (i.agent_id IS DISTINCT FROM l.agent_id OR l.is_bogus OR l.status_value = ${EXCLUDED_STATUS})`

/** Those of a campaign that a view brought in since. */
export const startedFromView = (campaignId: number, since: string): Condition =>
  sql`i.campaign_id = ${campaignId} AND i.started_how = 'view' AND i.started_at >= ${since}`

/** All of a campaign. */
export const instancesOfCampaign = (campaignId: number): Condition => sql`i.campaign_id = ${campaignId}`

/** Those of leads that stopped for a reason. */
export const stoppedFor = (leadIds: readonly number[], reason: StopReason): Condition =>
  sql`${isOneOf(sql`i.lead_id`, leadIds)} AND i.archived AND i.stop_reason = ${reason}`

/** Of these instances those that have not ended, whether or not they are paused. */
export async function notEndedAmong({ db }: QueryContext, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM campaign_instances WHERE id = ANY(${[...ids]}::int[]) AND NOT archived`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Those that run on a lead. */
export const runningOnLead = (leadId: number): Condition => sql`i.lead_id = ${leadId} AND NOT i.archived`

/** Those that did. */
export const endedOnLead = (leadId: number): Condition => sql`i.lead_id = ${leadId} AND i.archived`

/** Those of a campaign that still do something on leads. */
export const goingOnOfCampaign = (campaignId: number, leadIds: readonly number[]): Condition =>
  sql`i.campaign_id = ${campaignId} AND ${isOneOf(sql`i.lead_id`, leadIds)} AND ${isGoingOn}`

/** Those of a campaign on a lead, whether or not they run. */
export const ofCampaignOnLead = (campaignId: number, leadId: number): Condition =>
  sql`i.campaign_id = ${campaignId} AND i.lead_id = ${leadId}`

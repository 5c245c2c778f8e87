import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { TaskType } from '../../../tasks/rules/tasks.ts'
import type { CampaignStep } from '../../contract/records.ts'
import type { DelayPeriod, RecurringPeriod, StepTiming } from '../../rules/schedule.ts'
import { countedInstances } from './scope.ts'

type Asking = QueryContext & { viewer: Viewer }

/** A step as versions keep it. */
export interface VersionStep extends StepTiming {
  id: number
  step_type: TaskType
  name: string
  subject: string
  content: string
  template_id: number | null
  expires_after_hours: number | null
  /** The second wording, with since when both are compared; versions from before there was one lack them. */
  other_subject?: string | null
  other_content?: string | null
  compared_since?: string | null
}

type StepRow = Omit<CampaignStep, 'delay_period' | 'recurring_period' | 'step_type'> & {
  campaign_id: number
  step_type: TaskType
  delay_period: DelayPeriod
  recurring_period: RecurringPeriod | null
}

/** The steps of campaigns in their order, with how many leads stand where, by campaign. */
export async function stepsOfCampaigns(
  ctx: Asking,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, CampaignStep[]>> {
  const { rows } = await sql<StepRow>`
    SELECT st.id, st.campaign_id, st.step_type, st.name, st.subject, st.content, st.other_subject, st.other_content,
      st.compared_since, st.template_id, st.delay_value,
      st.delay_period, st.recurring, st.recurring_value, st.recurring_period, st.execute_at, st.expires_after_hours, st.version,
      (row_number() OVER (PARTITION BY st.campaign_id ORDER BY st.position, st.id))::int AS position,
      coalesce(n.tasks_count, 0)::int AS tasks_count, coalesce(n.reached, 0)::int AS reached,
      coalesce(n.waiting, 0)::int AS waiting
    FROM campaign_steps st LEFT JOIN (
      SELECT r.step_id, count(r.task_id) AS tasks_count,
        count(*) FILTER (WHERE r.state = 'waiting' AND NOT i.archived AND r.occurrence = 0) AS waiting,
        count(*) FILTER (WHERE r.state IN ('sent', 'task') AND r.occurrence = 0) AS reached
      FROM campaign_instances i JOIN campaign_instance_steps r ON r.instance_id = i.id
      WHERE i.campaign_id = ANY(${[...campaignIds]}::int[]) AND ${countedInstances(ctx)} GROUP BY r.step_id) n ON n.step_id = st.id
    WHERE st.campaign_id = ANY(${[...campaignIds]}::int[]) AND st.deleted_at IS NULL
    ORDER BY st.campaign_id, st.position, st.id`.execute(ctx.db)
  const steps = new Map<number, CampaignStep[]>()
  for (const { campaign_id, ...step } of rows) steps.set(campaign_id, [...(steps.get(campaign_id) ?? []), step])
  return steps
}

/** What is written of a step. */
export type WrittenStep = Omit<VersionStep, 'id'>

/** Adds a step at a position; those from there on move back. Answers its id. */
export async function insertStep(
  ctx: Change,
  { campaign_id, position }: { campaign_id: number; position: number },
  step: WrittenStep,
): Promise<number> {
  await sql`
    UPDATE campaign_steps SET position = position + 1
    WHERE campaign_id = ${campaign_id} AND position >= ${position} AND deleted_at IS NULL`.execute(ctx.db)
  const { id } = await ctx.db
    .insertInto('campaign_steps')
    .values({ ...step, campaign_id, position, created_at: ctx.now, updated_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes what a step is. */
export async function updateStep(ctx: Change, id: number, step: Partial<WrittenStep>): Promise<void> {
  await ctx.db
    .updateTable('campaign_steps')
    .set(({ eb }) => ({ ...step, updated_at: ctx.now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes a step; what it did for leads stays. */
export async function deleteStep(ctx: Change, id: number): Promise<void> {
  await sql`UPDATE campaign_steps SET deleted_at = ${ctx.now} WHERE id = ${id}`.execute(ctx.db)
}

/** Numbers steps in an order. */
export async function writeOrder(ctx: Change, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE campaign_steps SET position = o.position, updated_at = ${ctx.now}
    FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS o (id, position) WHERE campaign_steps.id = o.id`.execute(ctx.db)
}

/** The steps of a campaign as they are now, in their order. */
export async function currentSteps({ db }: QueryContext, campaignId: number): Promise<VersionStep[]> {
  const { rows } = await sql<VersionStep>`
    SELECT id, step_type, name, subject, content, template_id, delay_value, delay_period, recurring, recurring_value,
      recurring_period, execute_at, expires_after_hours, other_subject, other_content, compared_since
    FROM campaign_steps WHERE campaign_id = ${campaignId} AND deleted_at IS NULL ORDER BY position, id`.execute(db)
  return rows
}

/** The newest version of a campaign; `null` before the first. `is_used`: somebody runs on it. */
export async function latestVersion(
  { db }: QueryContext,
  campaignId: number,
): Promise<(Pick<Row<'campaign_versions'>, 'id'> & { is_used: boolean; steps: VersionStep[] }) | null> {
  const { rows } = await sql<Pick<Row<'campaign_versions'>, 'id'> & { is_used: boolean; steps: VersionStep[] }>`
    SELECT v.id, v.steps, EXISTS (
      SELECT FROM campaign_versions o JOIN campaign_instances i ON i.version_id = o.id AND NOT i.archived
      WHERE o.campaign_id = v.campaign_id AND coalesce(o.superseded_by, o.id) = v.id) AS is_used
    FROM campaign_versions v WHERE v.campaign_id = ${campaignId} ORDER BY v.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** Since when a step was compared with these two wordings, where a version has had it so; `null` when they are new. */
export async function comparedBefore(
  { db }: QueryContext,
  campaignId: number,
  step: Pick<VersionStep, 'id' | 'step_type' | 'subject' | 'content' | 'other_subject' | 'other_content'>,
): Promise<string | null> {
  const { id, step_type, subject, content, other_subject, other_content } = step
  const words = { id, step_type, subject, content, other_subject, other_content }
  const { rows } = await sql<{ since: string | null }>`
    SELECT max((step ->> 'compared_since')::timestamptz) AS since
    FROM campaign_versions v, jsonb_array_elements(v.steps) AS step
    WHERE v.campaign_id = ${campaignId} AND step @> ${JSON.stringify(words)}::jsonb`.execute(db)
  return rows[0]?.since ?? null
}

/** Adds a version; answers its id. */
export async function insertVersion(ctx: Change, campaignId: number, steps: readonly VersionStep[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO campaign_versions (campaign_id, steps, created_at)
    VALUES (${campaignId}, ${JSON.stringify(steps)}::jsonb, ${ctx.now}) RETURNING id`.execute(ctx.db)
  const [version] = rows
  if (!version) throw new Error('A version that was written is missing.')
  return version.id
}

/** Writes a version anew on which nobody runs. What was written for its steps is written again. */
export async function rewriteVersion(ctx: Change, id: number, steps: readonly VersionStep[]): Promise<void> {
  await sql`UPDATE campaign_versions SET steps = ${JSON.stringify(steps)}::jsonb WHERE id = ${id}`.execute(ctx.db)
  await sql`DELETE FROM campaign_messages WHERE version_id = ${id}`.execute(ctx.db)
}

/** Has everybody inside go on with a version. */
export async function supersedeVersions(ctx: Change, campaignId: number, by: number): Promise<void> {
  await sql`
    UPDATE campaign_versions SET superseded_by = ${by} WHERE campaign_id = ${campaignId} AND id <> ${by}`.execute(
    ctx.db,
  )
}

/** The steps of versions, by their ids. */
export async function versionsById(
  { db }: QueryContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, VersionStep[]>> {
  const { rows } = await sql<{ id: number; steps: VersionStep[] }>`
    SELECT id, steps FROM campaign_versions WHERE id = ANY(${[...ids]}::int[])`.execute(db)
  return new Map(rows.map(({ id, steps }) => [id, steps]))
}

/** The steps on which whoever began with these versions goes on: those of what was applied to them since, by the version. */
export async function stepsOnVersions(
  { db }: QueryContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, VersionStep[]>> {
  const { rows } = await sql<{ id: number; steps: VersionStep[] }>`
    SELECT own.id, v.steps FROM campaign_versions own
    JOIN campaign_versions v ON v.id = coalesce(own.superseded_by, own.id)
    WHERE own.id = ANY(${[...ids]}::int[])`.execute(db)
  return new Map(rows.map(({ id, steps }) => [id, steps]))
}

/** A step that the campaign has; refused like one that does not exist otherwise. */
export function requireStep(steps: readonly CampaignStep[], id: number): CampaignStep {
  const found = steps.find(step => step.id === id)
  if (!found) throw notFound('step')
  return found
}

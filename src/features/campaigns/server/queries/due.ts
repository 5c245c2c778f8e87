import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { StepState } from '../../rules/instances.ts'
import type { Wording } from '../../rules/wordings.ts'

/** A step of an instance that is to wait for its time. */
export interface WaitingStep {
  instance_id: number
  step_id: number
  occurrence: number
  /** ISO 8601. */
  planned_at: string
  anchor_at: string
  /** As which it stands among the tasks of its agent. */
  task_id: number | null
}

/** Those of these steps that their instances have, or had, already. */
export async function stepsThere(
  { db }: QueryContext,
  steps: readonly Pick<WaitingStep, 'instance_id' | 'step_id' | 'occurrence'>[],
): Promise<Pick<WaitingStep, 'instance_id' | 'step_id' | 'occurrence'>[]> {
  const { rows } = await sql<Pick<WaitingStep, 'instance_id' | 'step_id' | 'occurrence'>>`
    SELECT r.instance_id, r.step_id, r.occurrence FROM campaign_instance_steps r
    JOIN unnest(${steps.map(step => step.instance_id)}::int[], ${steps.map(step => step.step_id)}::int[],
      ${steps.map(step => step.occurrence)}::int[]) AS g (instance_id, step_id, occurrence)
    USING (instance_id, step_id, occurrence)`.execute(db)
  return rows
}

/** Lets steps wait for their time. One that the instance has already, or had, is an error. */
export async function insertWaiting(ctx: Change, steps: readonly WaitingStep[]): Promise<void> {
  if (steps.length === 0) return
  await sql`
    INSERT INTO campaign_instance_steps (instance_id, step_id, occurrence, planned_at, due_at, anchor_at, task_id)
    SELECT instance_id, step_id, occurrence, planned_at, planned_at, anchor_at, task_id
    FROM jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) AS g (instance_id int, step_id int, occurrence int,
      planned_at timestamptz, anchor_at timestamptz, task_id int)`.execute(ctx.db)
}

/** A step whose time has come, with everything that running it needs to know. */
export interface DueStep
  extends Pick<
    Row<'campaign_instance_steps'>,
    'id' | 'instance_id' | 'step_id' | 'occurrence' | 'planned_at' | 'anchor_at' | 'task_id'
  > {
  campaign_id: number
  campaign_name: string
  is_one_off: boolean
  lead_id: number
  /** In whose name it runs. */
  agent_id: number
  user_id: number
  user_zone: string
  /** Of the lead. */
  zone: string
  phone: string | null
  /** The version on which the instance runs now. */
  version_id: number
  started_at: string
}

const dueColumns = sql`
  r.id, r.instance_id, r.step_id, r.occurrence, r.planned_at, r.anchor_at, r.task_id, i.campaign_id, c.name AS campaign_name,
  c.kind = 'one_off' AS is_one_off, i.lead_id, i.agent_id, a.user_id, u.zone AS user_zone, l.zone, coalesce(l.phone_private, l.phone) AS phone,
  coalesce(v.superseded_by, v.id) AS version_id, i.started_at`

const dueJoins = sql`
  JOIN campaign_instances i ON i.id = r.instance_id JOIN campaigns c ON c.id = i.campaign_id
  JOIN campaign_versions v ON v.id = i.version_id JOIN leads l ON l.id = i.lead_id
  JOIN agents a ON a.id = i.agent_id JOIN users u ON u.id = a.user_id`

/**
 * Steps whose time has come, locked together with their instances and leads until the end of the transaction. What another worker
 * holds is passed over, so that several work side by side and none runs a step a second time; so is a campaign that somebody changes at
 * the moment: who switches it off finds all that it has asked for.
 */
export async function claimDue({ db, now }: Change, limit: number): Promise<DueStep[]> {
  const { rows } = await sql<DueStep>`
    SELECT ${dueColumns} FROM campaign_instance_steps r ${dueJoins}
    WHERE r.state = 'waiting' AND r.due_at <= ${now}
      AND i.state = 'running' AND c.deleted_at IS NULL AND (c.state = 'on' OR c.state = 'off' AND NOT c.is_held)
    ORDER BY r.due_at, r.id LIMIT ${limit}
    FOR UPDATE OF r, i SKIP LOCKED FOR SHARE OF c SKIP LOCKED FOR NO KEY UPDATE OF l SKIP LOCKED`.execute(db)
  return rows
}

/** The step of an instance that is due next, locked, whenever it is due; `null` when none waits. */
export async function lockNextStep({ db }: Change, instanceId: number): Promise<DueStep | null> {
  const { rows } = await sql<DueStep>`
    SELECT ${dueColumns} FROM campaign_instance_steps r ${dueJoins}
    WHERE r.state = 'waiting' AND r.instance_id = ${instanceId} AND NOT i.archived
    ORDER BY r.due_at, r.id LIMIT 1 FOR UPDATE OF r, i`.execute(db)
  return rows[0] ?? null
}

/** What became of a step. */
export interface RanStep {
  id: number
  state: StepState
  reason: string | null
  sending_id: number | null
  task_id: number | null
  /** Of a message of a step with two wordings: which of them it was, and to which comparison it counts. */
  wording: Wording | null
  compared_since: string | null
}

/** Writes what became of steps. */
export async function writeRan(ctx: Change, steps: readonly RanStep[]): Promise<void> {
  await sql`
    UPDATE campaign_instance_steps r SET state = g.state, reason = g.reason, sending_id = g.sending_id,
      task_id = coalesce(g.task_id, r.task_id), ran_at = ${ctx.now}, wording = g.wording, compared_since = g.compared_since
    FROM jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
      AS g (id bigint, state text, reason text, sending_id int, task_id int, wording text, compared_since timestamptz)
    WHERE r.id = g.id`.execute(ctx.db)
}

/** Lets steps wait longer, and says why. */
export async function writeLater(
  ctx: Change,
  steps: readonly { id: number; due_at: string; reason: string }[],
): Promise<void> {
  if (steps.length === 0) return
  await sql`
    UPDATE campaign_instance_steps r SET due_at = g.due_at, reason = g.reason
    FROM jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) AS g (id bigint, due_at timestamptz, reason text)
    WHERE r.id = g.id`.execute(ctx.db)
}

/** Writes the times of steps anew. */
export async function writePlanned(ctx: Change, steps: readonly { id: number; planned_at: string }[]): Promise<void> {
  if (steps.length === 0) return
  await sql`
    UPDATE campaign_instance_steps r SET planned_at = g.planned_at, due_at = g.planned_at, reason = NULL
    FROM jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) AS g (id bigint, planned_at timestamptz)
    WHERE r.id = g.id AND r.state = 'waiting'`.execute(ctx.db)
}

/** Counts the steps of instances that ran. Pauses go on: what somebody runs by hand ends none. */
export async function writeProgress(ctx: Change, instances: readonly { id: number; steps: number }[]): Promise<void> {
  await sql`
    UPDATE campaign_instances i SET steps_done = steps_done + g.steps
    FROM jsonb_to_recordset(${JSON.stringify(instances)}::jsonb) AS g (id int, steps int)
    WHERE i.id = g.id AND NOT i.archived`.execute(ctx.db)
}

/** What an instance has had, or what of it waits. */
export interface StepsHad {
  /** How often each step has come, or will, by step: its repetitions count. */
  counts: ReadonlyMap<number, number>
  waiting: number
}

/** The steps that instances have had, or that wait, by instance. */
export async function stepsHad(
  { db }: QueryContext,
  instanceIds: readonly number[],
): Promise<ReadonlyMap<number, StepsHad>> {
  const { rows } = await sql<{ instance_id: number; step_id: number; next: number; waiting: number }>`
    SELECT instance_id, step_id, max(occurrence) + 1 AS next, count(*) FILTER (WHERE state = 'waiting')::int AS waiting
    FROM campaign_instance_steps WHERE instance_id = ANY(${[...instanceIds]}::int[])
    GROUP BY instance_id, step_id`.execute(db)
  const byInstance = Map.groupBy(rows, ({ instance_id }) => instance_id)
  return new Map(
    [...byInstance].map(([id, steps]) => [
      id,
      {
        counts: new Map(steps.map(({ step_id, next }) => [step_id, next])),
        waiting: steps.reduce((sum, { waiting }) => sum + waiting, 0),
      },
    ]),
  )
}

/** When campaigns last wrote to leads by themselves on a channel: not long ago, by lead, with the instance that did. */
export async function recentSteps(
  { db, now }: QueryContext,
  leadIds: readonly number[],
  stepType: 'auto_email' | 'auto_text',
): Promise<readonly { lead_id: number; instance_id: number; ran_at: string }[]> {
  const { rows } = await sql<{ lead_id: number; instance_id: number; ran_at: string }>`
    SELECT i.lead_id, i.id AS instance_id, max(r.ran_at) AS ran_at
    FROM campaign_instances i JOIN campaign_instance_steps r ON r.instance_id = i.id
    JOIN campaign_steps st ON st.id = r.step_id AND st.step_type = ${stepType}
    WHERE i.lead_id = ANY(${[...leadIds]}::int[]) AND r.state = 'sent' AND r.ran_at > ${now}::timestamptz - interval '36 hours'
    GROUP BY i.lead_id, i.id`.execute(db)
  return rows
}

/**
 * What stopped instances leave behind: their tasks, and messages that may not have gone out yet. One that had finished keeps its tasks.
 */
export async function cancelSteps(
  ctx: Change,
  instanceIds: readonly number[],
): Promise<{ tasks: number[]; sendings: number[] }> {
  const { rows } = await sql<{ tasks: number[]; sendings: number[] }>`
    WITH cancelled AS (
      UPDATE campaign_instance_steps SET state = 'cancelled', ran_at = ${ctx.now}
      WHERE instance_id = ANY(${[...instanceIds]}::int[]) AND state = 'waiting' RETURNING task_id),
    others AS (
      SELECT CASE WHEN i.stopped_from <> 'finished' THEN r.task_id END, r.sending_id
      FROM campaign_instance_steps r JOIN campaign_instances i ON i.id = r.instance_id
      WHERE i.id = ANY(${[...instanceIds]}::int[]) AND (r.state = 'task' OR r.sending_id IS NOT NULL))
    SELECT coalesce(array_agg(task_id) FILTER (WHERE task_id IS NOT NULL), '{}') AS tasks,
      coalesce(array_agg(sending_id) FILTER (WHERE sending_id IS NOT NULL), '{}') AS sendings
    FROM (SELECT task_id, NULL::int AS sending_id FROM cancelled UNION ALL SELECT * FROM others) AS found`.execute(
    ctx.db,
  )
  return rows[0] ?? { tasks: [], sendings: [] }
}

/** What a stop may have taken along that is undone, with the moment of the stop. */
export interface TakenAlong {
  task_id: number | null
  sending_id: number | null
  at: string
}

/** Lets steps wait again that were cancelled when their instances stopped; answers the tasks and messages of all of theirs. */
export async function reviveSteps(
  ctx: Change,
  instances: readonly { id: number; at: string }[],
): Promise<TakenAlong[]> {
  const { rows } = await sql<TakenAlong>`
    WITH given AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(instances)}::jsonb) AS g (id int, at timestamptz)),
    revived AS (
      UPDATE campaign_instance_steps r SET state = 'waiting', ran_at = NULL, reason = NULL FROM given
      WHERE r.instance_id = given.id AND r.state = 'cancelled' AND r.ran_at = given.at RETURNING r.task_id, given.at)
    SELECT task_id, NULL::int AS sending_id, at FROM revived UNION ALL
    SELECT r.task_id, r.sending_id, given.at FROM campaign_instance_steps r JOIN given ON given.id = r.instance_id
    WHERE r.state = 'task' OR r.sending_id IS NOT NULL`.execute(ctx.db)
  return rows
}

/**
 * Instances that go on with a version, a batch in the order of their leads, locked: the index by campaign and lead leads there, however
 * many there are.
 */
export async function lockGoingOn(
  { db }: Change,
  versionId: number,
  { after, limit }: { after: number; limit: number },
): Promise<Pick<Row<'campaign_instances'>, 'id' | 'lead_id'>[]> {
  const { rows } = await sql<Pick<Row<'campaign_instances'>, 'id' | 'lead_id'>>`
    SELECT i.id, i.lead_id FROM campaign_instances i JOIN campaign_versions v ON v.id = i.version_id
    WHERE i.campaign_id = (SELECT campaign_id FROM campaign_versions WHERE id = ${versionId}) AND NOT i.archived
      AND i.lead_id > ${after} AND coalesce(v.superseded_by, v.id) = ${versionId}
    ORDER BY i.lead_id LIMIT ${limit} FOR UPDATE OF i`.execute(db)
  return rows
}

/** A step that waits; a task whose version is not the first says what somebody wrote for this lead. */
export type WaitingWithTask = DueStep & { task_version: number | null }

/** Steps of instances that wait, locked, with what their times are counted from. */
export async function waitingOf({ db }: Change, instanceIds: readonly number[]): Promise<WaitingWithTask[]> {
  const { rows } = await sql<WaitingWithTask>`
    SELECT ${dueColumns}, k.version AS task_version
    FROM campaign_instance_steps r ${dueJoins} LEFT JOIN tasks k ON k.id = r.task_id
    WHERE r.state = 'waiting' AND i.id = ANY(${[...instanceIds]}::int[]) ORDER BY r.id FOR UPDATE OF r`.execute(db)
  return rows
}

/** Of which step an agent's e-mails say the same to all of their leads. */
export type MessageKey = Pick<Row<'campaign_messages'>, 'version_id' | 'step_id' | 'user_id' | 'wording'>

/** The messages that agents' e-mails of steps were written down as; those that were not yet are left out. */
export async function messagesOf(
  { db }: QueryContext,
  keys: readonly MessageKey[],
): Promise<Row<'campaign_messages'>[]> {
  const { rows } = await sql<Row<'campaign_messages'>>`
    SELECT m.version_id, m.step_id, m.user_id, m.wording, m.message_id FROM campaign_messages m
    JOIN unnest(${keys.map(key => key.version_id)}::int[], ${keys.map(key => key.step_id)}::int[],
      ${keys.map(key => key.user_id)}::int[], ${keys.map(key => key.wording)}::text[])
      AS g (version_id, step_id, user_id, wording) USING (version_id, step_id, user_id, wording)`.execute(db)
  return rows
}

/** Keeps the message of a step. */
export async function linkMessage(
  ctx: Change,
  link: MessageKey & Pick<Row<'campaign_messages'>, 'message_id'>,
): Promise<void> {
  await ctx.db
    .insertInto('campaign_messages')
    .values(link)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Puts the step that is due first off by an hour, because it cannot run; answers how many that were. */
export async function postponeFirst({ db, now }: Change): Promise<number> {
  const { rows } = await sql`
    UPDATE campaign_instance_steps SET due_at = ${now}::timestamptz + interval '1 hour', reason = 'It could not run.'
    WHERE id = (SELECT r.id FROM campaign_instance_steps r JOIN campaign_instances i ON i.id = r.instance_id
                JOIN campaigns c ON c.id = i.campaign_id
                WHERE r.state = 'waiting' AND r.due_at <= ${now} AND c.deleted_at IS NULL
                  AND i.state = 'running'
                  AND (c.state = 'on' OR c.state = 'off' AND NOT c.is_held)
                ORDER BY r.due_at, r.id LIMIT 1 FOR UPDATE OF r SKIP LOCKED)
    RETURNING id`.execute(db)
  return rows.length
}

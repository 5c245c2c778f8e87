import { sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { openableLeads } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import { type CallRecord, callColumns, type ListedCall } from '../../contract.ts'
import type { CallState } from '../../rules.ts'
import { recordingOfCall } from './recordings.ts'

type Asking = QueryContext & { viewer: Viewer }

const columns = sql.join(Object.keys(callColumns).map(name => sql.ref(`c.${name}`)))

/** What a call remembers of who is rung, of its legs, of whoever is asked first, and of its recording. */
type LineField =
  | 'rings'
  | 'declined'
  | 'lead_leg'
  | 'agent_leg'
  | 'consult_leg'
  | 'held_at'
  | 'consult_user_id'
  | 'consulted_at'
  | 'transfer_to'
  | 'transfer_back_to'
  | 'notice_at'
  | 'recording_refused_at'
  | 'heard_at'

/** A call as hooks and commands know it. */
export interface StoredCall
  extends Omit<RowAs<'calls', CallRecord>, 'bridged'>,
    Pick<Row<'calls'>, LineField | 'on_behalf_of' | 'by_dialer'> {
  /** Whose leg was dialed by the other one; `null` once each follows instructions of its own. */
  bridged: 'lead' | 'agent' | null
}

const recordNames = Object.keys(callColumns) as (keyof typeof callColumns)[]

/** The call as it is answered. */
export const recordOf = (call: StoredCall): RowAs<'calls', CallRecord> =>
  Object.fromEntries(recordNames.map(name => [name, call[name]])) as RowAs<'calls', CallRecord>

const stored = sql`${columns}, ${sql.join(
  [
    'on_behalf_of',
    'by_dialer',
    'rings',
    'declined',
    'lead_leg',
    'agent_leg',
    'consult_leg',
    'bridged',
    'held_at',
    'consult_user_id',
    'consulted_at',
    'transfer_to',
    'transfer_back_to',
    'notice_at',
    'recording_refused_at',
    'heard_at',
  ].map(name => sql.ref(`c.${name}`)),
)}`

/** Calls whose lead the viewer may open. */
const onVisibleLead = (ctx: { viewer: Viewer }) => sql`
  EXISTS (SELECT FROM leads WHERE leads.id = c.lead_id AND ${visibleLeads(ctx)}
          AND ${openableLeads(ctx.viewer) ?? sql`true`})`

/** The calls with a lead, newest first. */
export async function callsOfLead(ctx: Asking, asked: PageInput & { lead_id: number }): Promise<Page<ListedCall>> {
  const { limit, offset } = windowOf(asked)
  const whole = sql`c.lead_id = ${asked.lead_id} AND ${onVisibleLead(ctx)}`
  const beyond = asked.cursor ? sql`c.id < ${idCursors.read(asked.cursor)}` : sql`true`
  const [{ rows }, counted] = await Promise.all([
    sql<RowAs<'calls', ListedCall>>`
      SELECT ${columns}, ${recordingOfCall} AS recording FROM calls c WHERE ${whole} AND ${beyond}
      ORDER BY c.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db),
    sql<{ total: number }>`SELECT count(*)::int AS total FROM calls c WHERE ${whole}`.execute(ctx.db),
  ])
  const total = counted.rows[0]?.total ?? 0
  return pageOf(rows, { asked, total, cursorAfter: last => idCursors.write(last.id) })
}

/** A call with a lead that the viewer may open, locked behind the lead. */
export async function lockCall(ctx: Change & Asking, id: number): Promise<StoredCall> {
  await sql`
    SELECT FROM leads WHERE id = (SELECT lead_id FROM calls WHERE id = ${id}) FOR NO KEY UPDATE`.execute(ctx.db)
  const { rows } = await sql<StoredCall>`
    SELECT ${stored} FROM calls c WHERE c.id = ${id} AND ${onVisibleLead(ctx)} FOR UPDATE`.execute(ctx.db)
  if (!rows[0]) throw notFound('call')
  return rows[0]
}

/** Refuses the sound of a call whose lead the viewer may not open, like one that does not exist. */
export async function requireAudible(ctx: Asking, id: number): Promise<void> {
  const { rows } = await sql`SELECT FROM calls c WHERE c.id = ${id} AND ${onVisibleLead(ctx)}`.execute(ctx.db)
  if (rows.length === 0) throw notFound('recording')
}

/** A call that rings for the viewer, locked. */
export async function lockRinging(ctx: Change & Asking, id: number): Promise<StoredCall> {
  const { rows } = await sql<StoredCall>`
    SELECT ${stored} FROM calls c WHERE c.id = ${id} AND (${ctx.viewer.user_id}::int = ANY (c.rings)
      OR ${ctx.viewer.user_id} IN (c.transfer_to, c.consult_user_id)) FOR UPDATE`.execute(ctx.db)
  if (!rows[0]) throw notFound('call')
  return rows[0]
}

/** The call that the provider's name of a leg belongs to, locked behind its lead; `null` when that is not known here. */
export async function lockProviderCall(ctx: Change, leg: string): Promise<StoredCall | null> {
  const { rows: found } = await sql<Pick<Row<'calls'>, 'id' | 'lead_id'>>`
    SELECT id, lead_id FROM calls WHERE provider_id = ${leg}
    UNION SELECT id, lead_id FROM calls WHERE lead_leg = ${leg}
    UNION SELECT id, lead_id FROM calls WHERE agent_leg = ${leg}
    UNION SELECT id, lead_id FROM calls WHERE consult_leg = ${leg} ORDER BY id DESC LIMIT 1`.execute(ctx.db)
  const [call] = found
  if (!call) return null
  await sql`SELECT FROM leads WHERE id = ${call.lead_id}::int FOR NO KEY UPDATE`.execute(ctx.db)
  const { rows } = await sql<StoredCall>`SELECT ${stored} FROM calls c WHERE c.id = ${call.id} FOR UPDATE`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** A call by its id, locked behind its lead; `null` when there is none. For what the product does by itself. */
export async function lockCallById(ctx: Change, id: number): Promise<StoredCall | null> {
  await sql`
    SELECT FROM leads WHERE id = (SELECT lead_id FROM calls WHERE id = ${id}) FOR NO KEY UPDATE`.execute(ctx.db)
  const { rows } = await sql<StoredCall>`SELECT ${stored} FROM calls c WHERE c.id = ${id} FOR UPDATE`.execute(ctx.db)
  return rows[0] ?? null
}

/** A call that the viewer may look at: with a lead that they may open, or one in which they take part. */
export async function visibleCall(ctx: Asking, id: number): Promise<StoredCall> {
  const { rows } = await sql<StoredCall>`
    SELECT ${stored} FROM calls c WHERE c.id = ${id} AND (${onVisibleLead(ctx)} OR ${ctx.viewer.user_id}::int
      IN (c.user_id, c.on_behalf_of, c.consult_user_id, c.transfer_to))`.execute(ctx.db)
  if (!rows[0]) throw notFound('call')
  return rows[0]
}

/** Gives the call that a user prepared last for a lead the provider's name; `null` when none waits. */
export async function bindPrepared(
  ctx: Change,
  { userId, leadId, providerId }: { userId: number; leadId: number; providerId: string },
): Promise<StoredCall | null> {
  const { rows } = await sql<StoredCall>`
    UPDATE calls c SET provider_id = ${providerId}, updated_at = ${ctx.now}, version = c.version + 1
    WHERE c.id = (SELECT id FROM calls WHERE coalesce(on_behalf_of, user_id) = ${userId} AND lead_id = ${leadId}
                  AND state = 'prepared'
                  AND provider_id IS NULL AND created_at > ${ctx.now}::timestamptz - interval '2 minutes'
                  ORDER BY id DESC LIMIT 1)
    RETURNING ${stored}`.execute(ctx.db)
  return rows[0] ?? null
}

type NewCall = Pick<StoredCall, 'direction' | 'state' | 'from_number' | 'to_number'> &
  Partial<
    Pick<
      StoredCall,
      'lead_id' | 'user_id' | 'on_behalf_of' | 'by_dialer' | 'agent_id' | 'provider_id' | 'task_id' | 'reason'
    >
  >

/** Writes a call down; `null` when the provider's name for it is known already. */
export async function insertCall(ctx: Change, call: NewCall): Promise<StoredCall | null> {
  const row = await ctx.db
    .insertInto('calls')
    .values({ ...call, created_at: ctx.now, updated_at: ctx.now })
    .onConflict(conflict => conflict.column('provider_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  const { rows } = await sql<StoredCall>`SELECT ${stored} FROM calls c WHERE c.id = ${row.id}`.execute(ctx.db)
  return rows[0] ?? null
}

type Writable = Partial<
  Pick<
    StoredCall,
    | 'lead_id'
    | 'user_id'
    | 'agent_id'
    | 'state'
    | 'reason'
    | 'ringing_at'
    | 'connected_at'
    | 'ended_at'
    | 'duration'
    | 'outcome'
    | 'notes'
    | 'milestone_id'
    | 'recording_seconds'
    | 'bridged'
    | LineField
  > &
    Pick<Row<'calls'>, 'rings_until' | 'recording_id' | 'notice'>
>

/** Changes a call that is locked; answers it as it is then. */
export async function writeCall(ctx: Change, id: number, set: Writable): Promise<StoredCall> {
  await ctx.db
    .updateTable('calls')
    .set(eb => ({ ...set, updated_at: ctx.now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const { rows } = await sql<StoredCall>`SELECT ${stored} FROM calls c WHERE c.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw new Error('A call that was written is missing.')
  return rows[0]
}

/** What is needed of a lead to ring its people, and to write down what came of it. */
type CalledLead = Pick<Row<'leads'>, 'id' | 'agent_id' | 'first_name' | 'last_name'>

/** A lead by its id; `null` when it is gone. */
export async function calledLead(ctx: QueryContext, id: number): Promise<CalledLead | null> {
  const { rows } = await sql<CalledLead>`
    SELECT id, agent_id, first_name, last_name FROM leads WHERE id = ${id} AND deleted_at IS NULL`.execute(ctx.db)
  return rows[0] ?? null
}

/** The active users of an agent, and of those in one team with them, whom the agent's own windows come before. */
export async function ringable(ctx: QueryContext, agentId: number): Promise<{ own: number[]; team: number[] }> {
  const { rows } = await sql<{ user_id: number; is_own: boolean }>`
    SELECT u.id AS user_id, a.id = ${agentId} AS is_own FROM agents a JOIN users u ON u.id = a.user_id
    WHERE u.is_active AND (a.id = ${agentId} OR a.id IN (
      SELECT mates.agent_id FROM team_members own JOIN team_members mates ON mates.team_id = own.team_id
      WHERE own.agent_id = ${agentId}
      UNION SELECT t.lead_agent_id FROM team_members own JOIN teams t ON t.id = own.team_id
      WHERE own.agent_id = ${agentId}))
    ORDER BY u.id`.execute(ctx.db)
  const ids = (isOwn: boolean) => rows.filter(row => row.is_own === isOwn).map(row => row.user_id)
  return { own: ids(true), team: ids(false) }
}

/** Some of those who see all leads, for callers who are nobody's. */
export async function officeUsers(ctx: QueryContext, limit: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'users'>, 'id'>>`
    SELECT id FROM users WHERE is_active AND permissions_of_user(id) @> ARRAY['view_leads', 'view_all_leads']
    ORDER BY id LIMIT ${limit}`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** The agent record of a user; `null` for people without one. */
export async function agentOfUser(ctx: QueryContext, userId: number): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'agents'>, 'id'>>`SELECT id FROM agents WHERE user_id = ${userId}`.execute(ctx.db)
  return rows[0]?.id ?? null
}

interface RingingRow
  extends Pick<Row<'calls'>, 'id' | 'provider_id' | 'from_number' | 'created_at'>,
    Pick<Row<'calls'>, 'rings_until'> {
  /** The colleague who hands the call over, or asks about it. */
  colleague: string | null
  lead_id: number | null
  first_name: string | null
  last_name: string | null
  status_value: number | null
}

/** The calls that ring for the viewer; of leads that they may not see, only the number. */
export async function ringingFor(ctx: Asking): Promise<RingingRow[]> {
  const { rows } = await sql<RingingRow>`
    SELECT c.id, CASE WHEN c.consult_user_id = ${ctx.viewer.user_id} THEN c.consult_leg
                      WHEN c.transfer_to IS NOT NULL THEN c.lead_leg ELSE c.provider_id END AS provider_id,
           CASE c.direction WHEN 'inbound' THEN c.from_number ELSE c.to_number END AS from_number,
           CASE c.state WHEN 'ringing' THEN c.created_at ELSE c.updated_at END AS created_at, c.rings_until, l.id AS lead_id,
           l.first_name, l.last_name, l.status_value,
           CASE WHEN c.state = 'connected' THEN (
             SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = c.user_id) END AS colleague
    FROM calls c LEFT JOIN (SELECT id, first_name, last_name, status_value FROM leads
                            WHERE ${visibleLeads(ctx)} AND ${openableLeads(ctx.viewer) ?? sql`true`}) l ON l.id = c.lead_id
    WHERE (c.state = 'ringing' AND c.direction = 'inbound' AND ${ctx.viewer.user_id}::int = ANY (c.rings)
           OR c.state = 'connected' AND c.transfer_to = ${ctx.viewer.user_id}
           OR c.state = 'connected' AND c.consult_user_id = ${ctx.viewer.user_id} AND c.consulted_at IS NULL)
      AND NOT ${ctx.viewer.user_id}::int = ANY (c.declined)
      AND c.rings_until > ${ctx.now} ORDER BY c.id LIMIT 5`.execute(ctx.db)
  return rows
}

interface CallerFacts {
  facts: { kind: 'call' | 'task' | 'showing'; text: string; at: string | null }[]
  last_note: { text: string; at: string } | null
}

/** What a lead may be calling about: the last call that missed them, the next showing, an open task; and the last note. */
export async function callerFacts(ctx: QueryContext, leadId: number): Promise<CallerFacts> {
  const { rows: facts } = await sql<CallerFacts['facts'][number]>`
    (SELECT 'call' AS kind, 'You called, no answer' AS text, created_at AS at FROM calls
     WHERE lead_id = ${leadId} AND direction = 'outbound' AND state IN ('missed', 'failed') ORDER BY id DESC LIMIT 1)
    UNION ALL
    (SELECT 'showing', 'Showing, ' || address_formatted, starts_at FROM showings
     WHERE lead_id = ${leadId} AND deleted_at IS NULL AND starts_at > ${ctx.now} ORDER BY starts_at LIMIT 1)
    UNION ALL
    (SELECT 'task', subject, scheduled_at FROM tasks
     WHERE lead_id = ${leadId} AND NOT completed AND deleted_at IS NULL AND subject <> '' ORDER BY due_key LIMIT 1)`.execute(
    ctx.db,
  )
  const { rows: notes } = await sql<{ text: string; at: string }>`
    SELECT left(description, 400) AS text, created_at AS at FROM notes
    WHERE lead_id = ${leadId} AND deleted_at IS NULL ORDER BY id DESC LIMIT 1`.execute(ctx.db)
  return { facts, last_note: notes[0] ?? null }
}

/** Calls that only a browser tells of, and of which none has said anything since an instant. */
export async function lockUnheard(ctx: Change, before: Date): Promise<StoredCall[]> {
  const { rows } = await sql<StoredCall>`
    SELECT ${stored} FROM calls c WHERE c.state IN ('prepared', 'ringing', 'connected') AND c.heard_at < ${before}
    ORDER BY c.id LIMIT 200 FOR UPDATE SKIP LOCKED`.execute(ctx.db)
  return rows
}

/** Calls that were begun before an instant and of which the provider said nothing since. */
export async function lockSilent(
  ctx: Change,
  { states, before }: { states: readonly CallState[]; before: Date },
): Promise<StoredCall[]> {
  const { rows } = await sql<StoredCall>`
    SELECT ${stored} FROM calls c WHERE c.state = ANY (${[...states]}::text[]) AND c.updated_at < ${before}
      AND c.heard_at IS NULL ORDER BY c.id LIMIT 200 FOR UPDATE SKIP LOCKED`.execute(ctx.db)
  return rows
}

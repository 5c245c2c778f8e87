import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, idCursors, instantCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { Change, QueryContext, Viewer } from '../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import { MAX_INT } from '../../../platform/wire/fields.ts'
import type { Page, PageInput } from '../../../platform/wire/page.ts'
import { mergeAreas, rolesString } from '../../leads/rules.ts'
import { openableLeads } from '../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../leads/server/queries/leads.ts'
import { type Places, placesOf } from '../../leads/server/queries/places.ts'
import type { BogusLead, PendingTransfers, Transfer } from '../contract.ts'
import type { EndedTransfer } from '../events.ts'
import type { Ended, TransferKind } from '../rules.ts'

interface StoredTransfer
  extends Pick<
      Row<'lead_transfers'>,
      'id' | 'kind' | 'state' | 'expires_at' | 'created_at' | 'decided_at' | 'lead_id' | 'from_agent_id' | 'to_agent_id'
    >,
    Pick<Row<'leads'>, 'first_name' | 'last_name' | 'roles' | 'area_ids'> {
  from_name: string | null
  to_name: string
}

// Of the lead, nothing else is read: its receiver may know no more.
const selectTransfers = (rest: RawBuilder<unknown>) => sql<StoredTransfer>`
  SELECT t.id, t.kind, t.state, t.expires_at, t.created_at, t.decided_at, t.lead_id, l.first_name, l.last_name, l.roles,
         l.area_ids, t.from_agent_id, trim(fu.first_name || ' ' || fu.last_name) AS from_name, t.to_agent_id,
         trim(tu.first_name || ' ' || tu.last_name) AS to_name
  FROM lead_transfers t JOIN leads l ON l.id = t.lead_id
  JOIN agents ta ON ta.id = t.to_agent_id JOIN users tu ON tu.id = ta.user_id
  LEFT JOIN agents fa ON fa.id = t.from_agent_id LEFT JOIN users fu ON fu.id = fa.user_id
  ${rest}`

/** Of an offer, the name opens when it is accepted. */
const isNameOpen = ({ kind, state }: StoredTransfer): boolean => kind !== 'offer' || state === 'accepted'
const nobody = { first_name: '', last_name: '' }

function transferOf(stored: StoredTransfer, places: Places): Transfer {
  const areas = stored.area_ids.flatMap(id => places.areas.get(id) ?? [])
  const named = (type: string) =>
    areas
      .filter(area => area.type === type)
      .map(area => area.name)
      .join(', ')
  const merged = mergeAreas(named('sublocality'), named('locality'), [])
  return {
    id: stored.id,
    lead: {
      id: stored.lead_id,
      ...(isNameOpen(stored) ? { first_name: stored.first_name, last_name: stored.last_name } : nobody),
      areas: [...merged.primary, ...merged.rest],
      roles_string: rolesString(stored.roles),
    },
    from_agent: stored.from_agent_id === null ? null : { id: stored.from_agent_id, fullname: stored.from_name ?? '' },
    to_agent: { id: stored.to_agent_id, fullname: stored.to_name },
    kind: stored.kind,
    state: stored.state,
    expires_at: stored.expires_at,
    created_at: stored.created_at,
    decided_at: stored.decided_at,
  }
}

const pending = (ctx: QueryContext): RawBuilder<unknown> =>
  sql`t.state = 'pending' AND (t.expires_at IS NULL OR t.expires_at > ${ctx.now})`

/** How far each of the two lists was read: down to this id. */
const pendingCursors = defineCursors(z.object({ received: z.int32(), sent: z.int32() }))

/** What waits for an agent, and what the agent waits for. */
export async function pendingTransfers(
  ctx: QueryContext,
  agentId: number | null,
  asked: PageInput,
): Promise<PendingTransfers> {
  const after = asked.cursor ? pendingCursors.read(asked.cursor) : { received: MAX_INT, sent: MAX_INT }
  const list = (whose: RawBuilder<unknown>, before: number) =>
    pageOfTransfers(ctx, sql`${whose} = ${agentId}::int AND ${pending(ctx)}`, { asked, before })
  const received = await list(sql`t.to_agent_id`, after.received)
  const sent = await list(sql`t.from_agent_id`, after.sent)
  const hasMore = received.next_cursor !== null || sent.next_cursor !== null
  return {
    lead_transfers: received.data,
    lead_transfers_total: received.total,
    sent_transfers: sent.data,
    sent_transfers_total: sent.total,
    current_page: received.current_page,
    last_page: Math.max(received.last_page, sent.last_page),
    per_page: received.per_page,
    total: received.total + sent.total,
    total_is_estimate: false,
    next_page_url: received.next_page_url ?? sent.next_page_url,
    next_cursor: hasMore
      ? pendingCursors.write({
          received: received.data.at(-1)?.id ?? after.received,
          sent: sent.data.at(-1)?.id ?? after.sent,
        })
      : null,
  }
}

/** The hand-overs of a lead, the latest first. */
export async function transfersOfLead(ctx: QueryContext, leadId: number, asked: PageInput): Promise<Page<Transfer>> {
  const before = asked.cursor ? idCursors.read(asked.cursor) : MAX_INT
  return pageOfTransfers(ctx, sql`t.lead_id = ${leadId}`, { asked, before })
}

/** A page of transfers, the latest first, from below an id on. */
async function pageOfTransfers(
  ctx: QueryContext,
  where: RawBuilder<unknown>,
  { asked, before }: { asked: PageInput; before: number },
): Promise<Page<Transfer>> {
  const { offset, limit } = windowOf(asked)
  const { rows } = await selectTransfers(
    sql`WHERE ${where} AND t.id < ${before}::bigint ORDER BY t.id DESC LIMIT ${limit} OFFSET ${offset}`,
  ).execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM lead_transfers t WHERE ${where}`.execute(ctx.db)
  const places = await placesOf(ctx)
  return pageOf(
    rows.map(row => transferOf(row, places)),
    {
      asked,
      total: counted[0]?.total ?? 0,
      isEstimate: false,
      cursorAfter: ({ id }) => idCursors.write(id),
    },
  )
}

/** One transfer by its id. */
export async function transferById(ctx: QueryContext, id: number): Promise<Transfer> {
  const { rows } = await selectTransfers(sql`WHERE t.id = ${id}`).execute(ctx.db)
  if (!rows[0]) throw new Error('A transfer that was written is missing.')
  return transferOf(rows[0], await placesOf(ctx))
}

/** The pending transfer of a lead as the lead's own record tells it. */
export async function transferPart(ctx: QueryContext, leadId: number) {
  const { rows } = await sql<{ userId: Row<'agents'>['user_id']; reassignedBy: Row<'lead_transfers'>['sent_by'] }>`
    SELECT a.user_id AS "userId", t.sent_by AS "reassignedBy" FROM lead_transfers t JOIN agents a ON a.id = t.to_agent_id
    WHERE t.lead_id = ${leadId} AND ${pending(ctx)}`.execute(ctx.db)
  return rows[0] ?? null
}

/**
 * Since when a lead waits for an answer of this agent, and whether they may know its name already; `null` when it does not. An
 * assignment needs no answer.
 */
export async function sentSince(ctx: QueryContext, leadId: number, agentId: number) {
  const { rows } = await sql<{ since: string; is_named: boolean }>`
    SELECT t.created_at AS since, t.kind <> 'offer' AS is_named FROM lead_transfers t
    WHERE t.lead_id = ${leadId} AND t.to_agent_id = ${agentId} AND t.kind <> 'assignment' AND ${pending(ctx)}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** A lead that is about to be handed over. */
export interface MovingLead extends Pick<Row<'leads'>, 'id' | 'agent_id' | 'is_bogus'> {
  name: string
}

/** Leads that the viewer may open, locked in the order of their ids, so that two hand-overs never wait for each other. */
export async function lockMovingLeads(ctx: Change & { viewer: Viewer }, ids: readonly number[]): Promise<MovingLead[]> {
  const { rows } = await sql<MovingLead>`
    SELECT id, agent_id, trim(first_name || ' ' || last_name) AS name, is_bogus FROM leads
    WHERE id = ANY(${[...ids]}::int[]) AND ${visibleLeads(ctx)} AND ${openableLeads(ctx.viewer) ?? sql`true`}
    ORDER BY id FOR UPDATE`.execute(ctx.db)
  return rows
}

/** Locks a lead, whoever asks: what is pending on it cannot change meanwhile. */
export async function lockAnyLead(ctx: Change, id: number): Promise<void> {
  await sql`SELECT FROM leads WHERE id = ${id} FOR UPDATE`.execute(ctx.db)
}

/** What is pending on leads; asked after they are locked, in a statement of its own, it is what it is now. */
export async function pendingOn(ctx: Change, leadIds: readonly number[]) {
  const { rows } = await sql<Pick<Row<'lead_transfers'>, 'lead_id' | 'kind' | 'to_agent_id'> & { to_name: string }>`
    SELECT t.lead_id, t.kind, t.to_agent_id, trim(u.first_name || ' ' || u.last_name) AS to_name
    FROM lead_transfers t JOIN agents a ON a.id = t.to_agent_id JOIN users u ON u.id = a.user_id
    WHERE t.lead_id = ANY(${[...leadIds]}::int[]) AND ${pending(ctx)}`.execute(ctx.db)
  return new Map(rows.map(row => [row.lead_id, row]))
}

/** Whether anything is pending on a locked lead, also an offer whose time is over and that was not ended yet. */
export async function isAnyPending(ctx: Change, leadId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM lead_transfers WHERE lead_id = ${leadId} AND state = 'pending'`.execute(ctx.db)
  return rows.length > 0
}

/** What a new transfer holds. */
export interface NewTransfers {
  lead_ids: readonly number[]
  kind: TransferKind
  from_agent_id: number | null
  to_agent_id: number
  sent_by: number | null
  expires_at: string | null
}

/** Begins transfers. The leads must be locked, and nothing pending on them. */
export async function insertTransfers(ctx: Change, given: NewTransfers) {
  const { rows } = await sql<Pick<Row<'lead_transfers'>, 'lead_id'> & { transfer_id: Row<'lead_transfers'>['id'] }>`
    INSERT INTO lead_transfers (lead_id, kind, from_agent_id, to_agent_id, sent_by, expires_at, created_at)
    SELECT lead_id, ${given.kind}, ${given.from_agent_id}::int, ${given.to_agent_id}, ${given.sent_by}::int,
           ${given.expires_at}::timestamptz, ${ctx.now}
    FROM unnest(${[...given.lead_ids]}::int[]) AS lead_id RETURNING lead_id, id AS transfer_id`.execute(ctx.db)
  return rows
}

/** Which pending transfers end. */
export interface Ending {
  lead_ids?: readonly number[]
  /** Sent to or by this agent. */
  agent_id?: number
  to_agent_id?: number
  from_agent_id?: number
  kinds?: readonly TransferKind[]
  /** Only what ran out, or only what did not. */
  overdue?: boolean
}

export type EndedRow = EndedTransfer & Pick<Row<'lead_transfers'>, 'from_agent_id'>

/**
 * Ends pending transfers and answers them. The state is part of the condition: of two who decide at once, the second
 * finds nothing to end.
 */
export async function endTransfers(ctx: Change, which: Ending, state: EndedRow['state']): Promise<EndedRow[]> {
  const { lead_ids, agent_id, to_agent_id, from_agent_id, kinds, overdue } = which
  const conditions = [
    sql`state = 'pending'`,
    lead_ids && sql`lead_id = ANY(${[...lead_ids]}::int[])`,
    agent_id && sql`(to_agent_id = ${agent_id} OR from_agent_id = ${agent_id})`,
    to_agent_id && sql`to_agent_id = ${to_agent_id}`,
    from_agent_id && sql`from_agent_id = ${from_agent_id}`,
    kinds && sql`kind = ANY(${[...kinds]}::text[])`,
    overdue === true && sql`expires_at <= ${ctx.now}`,
    overdue === false && sql`(expires_at IS NULL OR expires_at > ${ctx.now})`,
  ].filter(condition => typeof condition === 'object')
  const { rows } = await sql<EndedRow>`
    UPDATE lead_transfers
    SET state = ${state}, decided_at = ${ctx.now}, decided_by = ${ctx.author?.user_id ?? null}::int, version = version + 1
    WHERE ${sql.join(conditions, sql` AND `)}
    RETURNING id, lead_id, to_agent_id, from_agent_id, kind, state`.execute(ctx.db)
  return rows
}

/** How the latest transfer of a lead to or from an agent ended; `null` when there was none. */
export async function latestTransfer(
  ctx: QueryContext,
  leadId: number,
  { to_agent_id = null, from_agent_id = null }: { to_agent_id?: number | null; from_agent_id?: number | null },
) {
  const { rows } = await sql<
    Pick<Row<'lead_transfers'>, 'kind'> & Ended & { to_agent_id: number; taken_at: string | null }
  >`
    SELECT CASE WHEN t.state = 'pending' THEN 'expired' ELSE t.state END AS state, t.kind,
           CASE WHEN t.kind = 'offer' THEN (
             SELECT trim(u.first_name || ' ' || u.last_name) FROM leads l JOIN agents a ON a.id = l.agent_id
             JOIN users u ON u.id = a.user_id WHERE l.id = t.lead_id AND a.id <> t.to_agent_id) END AS taken_by,
           (SELECT claimed_at FROM leads WHERE id = t.lead_id) AS taken_at,
           trim(tu.first_name || ' ' || tu.last_name) AS to,
           CASE WHEN t.decided_by = t.sent_by THEN trim(fu.first_name || ' ' || fu.last_name) END AS withdrawn_by
    FROM lead_transfers t
    JOIN agents ta ON ta.id = t.to_agent_id JOIN users tu ON tu.id = ta.user_id
    LEFT JOIN agents fa ON fa.id = t.from_agent_id LEFT JOIN users fu ON fu.id = fa.user_id
    WHERE t.lead_id = ${leadId} AND (t.to_agent_id = ${to_agent_id}::int OR t.from_agent_id = ${from_agent_id}::int)
    ORDER BY t.id DESC LIMIT 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** The agent record of a user who works here; `null` when there is none. */
export async function agentOfUser(ctx: QueryContext, userId: number) {
  const { rows } = await sql<Pick<Row<'agents'>, 'id'> & { user_id: Row<'users'>['id']; name: string }>`
    SELECT a.id, u.id AS user_id, trim(u.first_name || ' ' || u.last_name) AS name
    FROM agents a JOIN users u ON u.id = a.user_id WHERE u.id = ${userId} AND u.is_active`.execute(ctx.db)
  return rows[0] ?? null
}

/** What flagging a lead as bogus changed. */
type StoredFlag = Pick<Row<'bogus_leads'>, 'flagged_by' | 'flagged_at' | 'was_email_valid' | 'was_phone_valid'>

/** Keeps who flagged a lead, and how it was before. */
export async function insertFlag(ctx: Change, leadId: number, flag: StoredFlag): Promise<void> {
  await sql`
    INSERT INTO bogus_leads (lead_id, flagged_by, flagged_at, was_email_valid, was_phone_valid)
    VALUES (${leadId}, ${flag.flagged_by}, ${flag.flagged_at}, ${flag.was_email_valid}, ${flag.was_phone_valid})
    ON CONFLICT (lead_id) DO UPDATE SET flagged_by = excluded.flagged_by, flagged_at = excluded.flagged_at,
      was_email_valid = excluded.was_email_valid, was_phone_valid = excluded.was_phone_valid`.execute(ctx.db)
}

/** The flag of a lead; `null` when nobody set one. */
export async function flagOf(ctx: QueryContext, leadId: number): Promise<StoredFlag | null> {
  const { rows } = await sql<StoredFlag>`
    SELECT flagged_by, flagged_at, was_email_valid, was_phone_valid FROM bogus_leads WHERE lead_id = ${leadId}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** Forgets the flag of a lead. */
export async function removeFlag(ctx: Change, leadId: number): Promise<void> {
  await ctx.db.deleteFrom('bogus_leads').where('lead_id', '=', leadId).execute()
}

/** Flagged leads, the latest first. */
export async function bogusLeads(ctx: QueryContext, asked: PageInput): Promise<Page<BogusLead>> {
  const { offset, limit } = windowOf(asked)
  const before = asked.cursor ? instantCursors.read(asked.cursor) : null
  const flagged = sql`bogus_leads b JOIN leads l ON l.id = b.lead_id AND l.is_bogus AND l.deleted_at IS NULL`
  const { rows } = await sql<RowAs<'leads', BogusLead>>`
    SELECT l.id, trim(l.first_name || ' ' || l.last_name) AS name, b.flagged_at,
           CASE WHEN a.id IS NOT NULL THEN
             jsonb_build_object('id', a.id, 'name', trim(au.first_name || ' ' || au.last_name)) END AS agent,
           jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) AS flagged_by
    FROM ${flagged} JOIN users u ON u.id = b.flagged_by
    LEFT JOIN agents a ON a.id = l.agent_id LEFT JOIN users au ON au.id = a.user_id
    WHERE ${before ? sql`(b.flagged_at, l.id) < (${before.at}::timestamptz, ${before.id})` : sql`true`}
    ORDER BY b.flagged_at DESC, l.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${flagged}`.execute(ctx.db)
  return pageOf(rows, {
    asked,
    total: counted[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ flagged_at, id }) => instantCursors.write({ at: flagged_at, id }),
  })
}

/** Those of the leads that an agent still has. */
export async function stillWith(ctx: Change, ids: readonly number[], agentId: number | null): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id'>>`
    SELECT id FROM leads WHERE id = ANY(${[...ids]}::int[]) AND agent_id IS NOT DISTINCT FROM ${agentId}::int AND deleted_at IS NULL
    ORDER BY id FOR UPDATE`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** The leads of an agent, flagged ones too. */
export async function leadsOfAgent(ctx: QueryContext, agentId: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id'>>`
    SELECT id FROM leads WHERE agent_id = ${agentId} AND deleted_at IS NULL ORDER BY id`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** How many transfers wait for an agent's answer, and how many of their own wait for somebody else's. */
export async function pendingCounts(ctx: QueryContext, agentId: number) {
  const { rows } = await sql<{ received: number; sent: number }>`
    SELECT count(*) FILTER (WHERE t.to_agent_id = ${agentId}) AS received,
           count(*) FILTER (WHERE t.from_agent_id = ${agentId}) AS sent
    FROM lead_transfers t WHERE ${agentId} IN (t.to_agent_id, t.from_agent_id) AND ${pending(ctx)}`.execute(ctx.db)
  return rows[0] ?? { received: 0, sent: 0 }
}

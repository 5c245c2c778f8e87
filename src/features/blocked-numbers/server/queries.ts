import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import { visibleLeads } from '../../leads/server/queries/leads.ts'
import type { BlockedNumber, LeadOfNumber, StoppedContact } from '../contract.ts'
import { type StoppedKind, UNDO_MINUTES } from '../rules.ts'

type Reading = QueryContext & { viewer: Viewer }

/** Blocks that hold for an agent; for nobody in particular those that hold for everybody. */
const holdsFor = (agentId: number | null) => sql`(b.agent_id IS NULL OR b.agent_id = ${agentId})`

const isAdministrator = ({ rights }: Viewer): boolean => rights.has('is_admin')

/** Whether the viewer may take a block back: their own, and of administrators also those of everybody. */
const mayUnblock = (viewer: Viewer) =>
  isAdministrator(viewer)
    ? sql`true`
    : sql`b.agent_id IS NOT DISTINCT FROM ${viewer.agent_id}::int AND b.agent_id IS NOT NULL`

/** The lead with a number, as far as the viewer may see one. */
const leadOf = (ctx: Reading, number: ReturnType<typeof sql>) => sql`
  SELECT jsonb_build_object('id', id, 'first_name', first_name, 'last_name', last_name) AS lead FROM leads
  WHERE (phone = ${number} OR phone_private = ${number}) AND ${visibleLeads(ctx)} ORDER BY id LIMIT 1`

const MAX_BLOCKED = 5000

/** The numbers that are blocked for the viewer, newest first; one of them with `id`. */
export async function blockedNumbers(ctx: Reading, id: number | null = null): Promise<BlockedNumber[]> {
  const { rows } = await sql<RowAs<'blocked_numbers', BlockedNumber>>`
    SELECT b.id, b.number, jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name) AS user,
           b.agent_id IS NULL AS is_for_all, ${mayUnblock(ctx.viewer)} AS may_unblock, b.reason, b.blocked_at,
           found.lead, b.stopped_calls, b.stopped_texts
    FROM blocked_numbers b JOIN users u ON u.id = b.user_id
    LEFT JOIN LATERAL (${leadOf(ctx, sql`b.number`)}) found ON true
    WHERE b.unblocked_at IS NULL AND ${holdsFor(ctx.viewer.agent_id)} AND (${id}::int IS NULL OR b.id = ${id})
    ORDER BY b.blocked_at DESC, b.id DESC LIMIT ${MAX_BLOCKED}`.execute(ctx.db)
  return rows
}

/** The lead that has a number, with whose it is; `null` when the viewer sees none. */
export async function leadWithNumber(
  ctx: Reading,
  number: string,
): Promise<(LeadOfNumber & { is_own: boolean }) | null> {
  const { rows } = await sql<LeadOfNumber & { is_own: boolean }>`
    SELECT id, first_name, last_name, agent_id IS NOT DISTINCT FROM ${ctx.viewer.agent_id}::int AND agent_id IS NOT NULL AS is_own
    FROM leads WHERE (phone = ${number} OR phone_private = ${number}) AND ${visibleLeads(ctx)}
    ORDER BY id LIMIT 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** A block, as whoever must not reach a number, or be reached from it, is told of it. */
export type BlockInForce = Pick<Row<'blocked_numbers'>, 'number' | 'blocked_at'> & {
  id: number
  is_for_all: boolean
  /** Who blocked it. */
  by: string
}

/**
 * Which of these numbers (E.164) are blocked for an agent, or, without one, for everybody. A block of the agent's own is
 * named before one for all.
 */
export async function blocksOf(
  { db }: Pick<QueryContext, 'db'>,
  numbers: readonly string[],
  agentId: number | null,
): Promise<ReadonlyMap<string, BlockInForce>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<BlockInForce>`
    SELECT b.id, b.number, b.blocked_at, b.agent_id IS NULL AS is_for_all, trim(u.first_name || ' ' || u.last_name) AS by
    FROM blocked_numbers b JOIN users u ON u.id = b.user_id
    WHERE b.number = ANY(${[...numbers]}::text[]) AND b.unblocked_at IS NULL AND ${holdsFor(agentId)}
    ORDER BY b.agent_id NULLS FIRST`.execute(db)
  return new Map(rows.map(block => [block.number, block]))
}

/** Blocks in force, of everybody and of agents, by which each of these agents is not to reach a number; by number and agent. */
export async function blocksAmong(
  { db }: Pick<QueryContext, 'db'>,
  reached: readonly { number: string; agent_id: number | null }[],
): Promise<readonly (BlockInForce & { agent_id: number | null })[]> {
  if (reached.length === 0) return []
  const { rows } = await sql<BlockInForce & { agent_id: number | null }>`
    SELECT b.id, b.number, b.blocked_at, b.agent_id IS NULL AS is_for_all, b.agent_id,
      trim(u.first_name || ' ' || u.last_name) AS by
    FROM blocked_numbers b JOIN users u ON u.id = b.user_id
    WHERE b.number = ANY(${reached.map(({ number }) => number)}::text[]) AND b.unblocked_at IS NULL
      AND (b.agent_id IS NULL OR b.agent_id = ANY(${reached.flatMap(({ agent_id }) => agent_id ?? [])}::int[]))
    ORDER BY b.agent_id NULLS FIRST`.execute(db)
  return rows
}

/** The users of the agents who blocked a number (E.164) for themselves. */
export async function usersWhoBlock({ db }: Pick<QueryContext, 'db'>, number: string): Promise<ReadonlySet<number>> {
  const { rows } = await sql<Pick<Row<'agents'>, 'user_id'>>`
    SELECT a.user_id FROM blocked_numbers b JOIN agents a ON a.id = b.agent_id
    WHERE b.number = ${number} AND b.unblocked_at IS NULL AND a.user_id IS NOT NULL`.execute(db)
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []))
}

/** Blocks a number for the agent, or for everybody; one that was unblocked just now is as it was. Answers its id. */
export async function insertBlock(
  { db, now, viewer }: Change & { viewer: Viewer },
  { number, agent_id, reason }: { number: string; agent_id: number | null; reason: string },
): Promise<number> {
  const isAsBefore = sql`(b.unblocked_at IS NULL OR b.unblocked_at > ${now}::timestamptz - make_interval(mins => ${UNDO_MINUTES}))`
  const { rows } = await sql<{ id: number }>`
    INSERT INTO blocked_numbers AS b (number, agent_id, user_id, reason, blocked_at)
    VALUES (${number}, ${agent_id}, ${viewer.user_id}, ${reason}, ${now})
    ON CONFLICT (number, agent_id) DO UPDATE SET
      reason = CASE WHEN ${isAsBefore} AND excluded.reason = '' THEN b.reason ELSE excluded.reason END,
      user_id = CASE WHEN ${isAsBefore} THEN b.user_id ELSE excluded.user_id END,
      blocked_at = CASE WHEN ${isAsBefore} THEN b.blocked_at ELSE excluded.blocked_at END,
      stopped_calls = CASE WHEN ${isAsBefore} THEN b.stopped_calls ELSE 0 END,
      stopped_texts = CASE WHEN ${isAsBefore} THEN b.stopped_texts ELSE 0 END,
      unblocked_at = NULL
    RETURNING b.id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Takes a block back. */
export async function endBlock({ db, now }: Change, id: number): Promise<void> {
  await sql`UPDATE blocked_numbers SET unblocked_at = ${now} WHERE id = ${id}`.execute(db)
}

/** What the blocks that hold for the viewer stopped, newest first; of blocks for all, an agent sees what was meant for them. */
export async function stoppedContacts(
  { db, viewer }: Reading,
  { offset, limit, before }: { offset: number; limit: number; before: { at: string; id: number } | null },
): Promise<StoppedContact[]> {
  const { rows } = await sql<RowAs<'stopped_contacts', StoppedContact>>`
    SELECT s.id, b.number, s.kind, s.body, b.blocked_at, s.stopped_at ${stoppedOf(viewer)}
      AND (${before?.at ?? null}::timestamptz IS NULL OR (s.stopped_at, s.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::int))
    ORDER BY s.stopped_at DESC, s.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

/** How many that are. */
export async function countStopped({ db, viewer }: Reading, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (SELECT ${stoppedOf(viewer)} LIMIT ${most}) found`.execute(db)
  return rows[0]?.total ?? 0
}

const stoppedOf = (viewer: Viewer) => sql`
  FROM stopped_contacts s JOIN blocked_numbers b ON b.id = s.blocked_number_id
  WHERE ${holdsFor(viewer.agent_id)}
    AND (${isAdministrator(viewer)} OR s.agent_id = ${viewer.agent_id}::int)`

/** Records that a block stopped something. */
export async function insertStopped(
  { db, now }: Change,
  stopped: { blocked_number_id: number; kind: StoppedKind; agent_id: number | null; body: string | null },
): Promise<void> {
  const { blocked_number_id, kind, agent_id, body } = stopped
  await sql`
    WITH added AS (
      INSERT INTO stopped_contacts (blocked_number_id, kind, agent_id, body, stopped_at)
      VALUES (${blocked_number_id}, ${kind}, ${agent_id}, ${body}, ${now}))
    UPDATE blocked_numbers SET stopped_calls = stopped_calls + (${kind} LIKE 'call%')::int,
                               stopped_texts = stopped_texts + (${kind} LIKE 'text%')::int
    WHERE id = ${blocked_number_id}`.execute(db)
}

/** Deletes what was stopped before a moment; answers whether there may be more. */
export async function deleteStoppedBefore({ db }: Change, moment: Date, most: number): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM stopped_contacts WHERE id IN (
      SELECT id FROM stopped_contacts WHERE stopped_at < ${moment} ORDER BY stopped_at, id LIMIT ${most})
    RETURNING id`.execute(db)
  return rows.length === most
}

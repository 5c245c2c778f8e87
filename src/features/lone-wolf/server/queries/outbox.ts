import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { OutboxState, RefusalReason } from '../../rules/states.ts'
import type { TradeFacts } from '../../rules/trade.ts'

/** A version of a deal on its way to the back office. */
export interface OutboxRow
  extends Pick<
    Row<'lonewolf_outbox'>,
    | 'id'
    | 'deal_id'
    | 'version'
    | 'problem'
    | 'lookups'
    | 'based_on'
    | 'created_at'
    | 'sent_at'
    | 'looked_at'
    | 'settled_at'
  > {
  state: OutboxState
  kind: 'open' | 'change' | null
  reason: RefusalReason | null
  facts: TradeFacts
}

/** The version of a deal that says how it stands: the one on its way, else the newest. */
export async function rowOfDeal({ db }: QueryContext, dealId: number): Promise<OutboxRow | null> {
  const { rows } = await sql<OutboxRow>`
    SELECT * FROM lonewolf_outbox WHERE deal_id = ${dealId}
    ORDER BY state IN ('sent', 'unknown') DESC, version DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** The newest version of a deal. */
export async function newestOfDeal({ db }: QueryContext, dealId: number): Promise<OutboxRow | null> {
  const { rows } = await sql<OutboxRow>`
    SELECT * FROM lonewolf_outbox WHERE deal_id = ${dealId} ORDER BY version DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** Puts a version of a deal behind all others; one that waits already becomes this one. */
export async function putVersion({ db, now }: Change, dealId: number, facts: TradeFacts): Promise<void> {
  await sql`
    INSERT INTO lonewolf_outbox (deal_id, version, facts, created_at)
    SELECT ${dealId}, coalesce(max(version), 0) + 1, ${JSON.stringify(facts)}::jsonb, ${now}
    FROM lonewolf_outbox WHERE deal_id = ${dealId}
    ON CONFLICT (deal_id) WHERE state = 'prepared' DO UPDATE SET facts = excluded.facts`.execute(db)
}

/** Versions that wait to be sent of deals of which none is on its way and on which both sides agree, oldest first. */
export async function waitingRows({ db }: QueryContext): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    SELECT o.* FROM lonewolf_outbox o JOIN lonewolf_trades t ON t.deal_id = o.deal_id AND t.differs_since IS NULL
    WHERE o.state = 'prepared' AND NOT EXISTS (
      SELECT FROM lonewolf_outbox s WHERE s.deal_id = o.deal_id AND s.state IN ('sent', 'unknown'))
    ORDER BY o.id LIMIT 200`.execute(db)
  return rows
}

/** Versions of which nobody knows what became of them. */
export async function unknownRows({ db }: QueryContext): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    SELECT * FROM lonewolf_outbox WHERE state = 'unknown' ORDER BY looked_at NULLS FIRST, id LIMIT 200`.execute(db)
  return rows
}

/**
 * Takes a version for sending: of all who try, one gets the moment that the request is signed with. `null` for everybody else, and
 * when the version has become another one.
 */
export async function claimRow(
  { db, now }: Change,
  { id, kind, based_on, facts }: Pick<OutboxRow, 'id' | 'kind' | 'based_on' | 'facts'>,
): Promise<Date | null> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE lonewolf_outbox SET state = 'sent', kind = ${kind}, based_on = ${based_on}, sent_at = ${now}
    WHERE id = ${id} AND state = 'prepared' AND facts = ${JSON.stringify(facts)}::jsonb`.execute(db)
  return numAffectedRows > 0n ? now : null
}

/** What became of a version. */
export type Settlement =
  | { state: 'confirmed' }
  | { state: 'unknown' }
  | { state: 'refused'; reason: RefusalReason; problem: string }

/** Writes what became of a version; answers whether it was still open. */
export async function settleRow({ db, now }: Change, id: number, came: Settlement): Promise<boolean> {
  const { reason, problem } = came.state === 'refused' ? came : { reason: null, problem: null }
  const { numAffectedRows = 0n } = await sql`
    UPDATE lonewolf_outbox SET state = ${came.state}, reason = ${reason}, problem = ${problem},
      settled_at = ${came.state === 'unknown' ? null : now}
    WHERE id = ${id} AND state IN ('prepared', 'sent', 'unknown') AND state <> ${came.state}`.execute(db)
  return numAffectedRows > 0n
}

/** Says of versions that were sent and never answered that nobody knows; answers their deals. */
export async function giveUpSilent({ db }: Change, before: Date): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'lonewolf_outbox'>, 'deal_id'>>`
    UPDATE lonewolf_outbox SET state = 'unknown' WHERE state = 'sent' AND sent_at <= ${before} RETURNING deal_id`.execute(
    db,
  )
  return rows.map(({ deal_id }) => deal_id)
}

/** Counts a look-up that found nothing out. */
export async function countLookup({ db, now }: Change, id: number): Promise<void> {
  await sql`UPDATE lonewolf_outbox SET lookups = lookups + 1, looked_at = ${now} WHERE id = ${id} AND state = 'unknown'`.execute(
    db,
  )
}

/** How many versions of a deal in a row, up to the newest, never arrived. */
export async function lostInARow({ db }: QueryContext, dealId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM lonewolf_outbox o WHERE deal_id = ${dealId} AND reason = 'lost' AND version > (
      SELECT coalesce(max(version), 0) FROM lonewolf_outbox
      WHERE deal_id = ${dealId} AND state IN ('confirmed', 'refused') AND reason IS DISTINCT FROM 'lost')`.execute(db)
  return rows[0]?.count ?? 0
}

/** Deals whose newest version was refused for the account alone. */
export async function refusedByAccount({ db }: QueryContext): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'lonewolf_outbox'>, 'deal_id'>>`
    SELECT deal_id FROM lonewolf_outbox o WHERE reason = 'account'
      AND version = (SELECT max(version) FROM lonewolf_outbox n WHERE n.deal_id = o.deal_id)
    ORDER BY deal_id`.execute(db)
  return rows.map(({ deal_id }) => deal_id)
}

/** What waits for a person or is not known, over all deals. */
export async function openCounts({ db }: QueryContext): Promise<{ unknown: number; people: number }> {
  const { rows } = await sql<{ unknown: number; people: number }>`
    SELECT (SELECT count(*) FROM lonewolf_outbox WHERE state = 'unknown') AS unknown,
      (SELECT count(*) FROM lonewolf_trades WHERE differs_since IS NOT NULL OR twin IS NOT NULL)
      + (SELECT count(*) FROM lonewolf_outbox o WHERE state = 'refused' AND reason IN ('facts', 'lost')
           AND version = (SELECT max(version) FROM lonewolf_outbox n WHERE n.deal_id = o.deal_id)) AS people`.execute(
    db,
  )
  return rows[0] ?? { unknown: 0, people: 0 }
}

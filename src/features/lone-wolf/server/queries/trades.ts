import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { TheirTrade, TradeFacts, TradePart } from '../../rules/trade.ts'

/** What is known of a deal's trade. */
export interface KnownTrade
  extends Pick<
    Row<'lonewolf_trades'>,
    | 'deal_id'
    | 'reference'
    | 'trade_id'
    | 'number'
    | 'status_code'
    | 'row_version'
    | 'twin'
    | 'differs_since'
    | 'read_at'
  > {
  theirs: TradeFacts | null
}

/** The trade of a deal; `null` for a deal that was never sent. */
export async function tradeOfDeal({ db }: QueryContext, dealId: number): Promise<KnownTrade | null> {
  const { rows } = await sql<KnownTrade>`SELECT * FROM lonewolf_trades WHERE deal_id = ${dealId}`.execute(db)
  return rows[0] ?? null
}

/** The same, locked: whatever happens to the trade of a deal happens one after the other. Made where there is none. */
export async function lockTrade({ db }: Change, dealId: number, reference: string | null): Promise<KnownTrade | null> {
  // The deal first, as whoever changes it has it locked already.
  await sql`SELECT FROM deals WHERE id = ${dealId} FOR UPDATE`.execute(db)
  if (reference !== null)
    await sql`
      INSERT INTO lonewolf_trades (deal_id, reference) VALUES (${dealId}, ${reference}) ON CONFLICT DO NOTHING`.execute(
      db,
    )
  const { rows } = await sql<KnownTrade>`
    SELECT * FROM lonewolf_trades WHERE deal_id = ${dealId} FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

/** Writes what they hold of a trade, and its number onto the deal, which is no change that somebody else's would be refused for. */
export async function writeTrade({ db, now }: Change, dealId: number, trade: TheirTrade): Promise<void> {
  await sql`
    UPDATE lonewolf_trades SET trade_id = ${trade.id}, number = ${trade.number}, status_code = ${trade.status_code},
      row_version = ${trade.row_version}, theirs = ${JSON.stringify(trade.facts)}::jsonb, read_at = ${now}
    WHERE deal_id = ${dealId}`.execute(db)
  await sql`
    UPDATE deals SET trade_number = ${trade.number}, updated_at = ${now}
    WHERE id = ${dealId} AND trade_number IS DISTINCT FROM ${trade.number}`.execute(db)
}

/** Says since when both sides differ; `null` once they do not. */
export async function writeDiffers({ db }: Change, dealId: number, since: Date | null): Promise<void> {
  await sql`UPDATE lonewolf_trades SET differs_since = ${since} WHERE deal_id = ${dealId}`.execute(db)
}

/** Says which second trade a deal has; `null` for none. */
export async function writeTwin({ db }: Change, dealId: number, twin: string | null): Promise<void> {
  await sql`UPDATE lonewolf_trades SET twin = ${twin} WHERE deal_id = ${dealId}`.execute(db)
}

/** The deals of trades, by the ids of those. */
export async function dealsOfTrades({ db }: QueryContext, tradeIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ trade_id: string; deal_id: number }>`
    SELECT trade_id, deal_id FROM lonewolf_trades WHERE trade_id = ANY(${[...tradeIds]}::text[])`.execute(db)
  return new Map(rows.map(({ trade_id, deal_id }) => [trade_id, deal_id]))
}

/** The deals that have another trade than these, which hold their references; by the references. */
export async function dealsOfTwins(
  { db }: QueryContext,
  trades: readonly { id: string; reference: string }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; deal_id: number }>`
    SELECT g.id, t.deal_id FROM lonewolf_trades t
    JOIN unnest(${trades.map(({ id }) => id)}::text[], ${trades.map(({ reference }) => reference)}::text[]) AS g(id, reference)
      ON g.reference = t.reference AND g.id <> t.trade_id`.execute(db)
  return new Map(rows.map(({ id, deal_id }) => [id, deal_id]))
}

/** Up to when their changes were read; `null` before the first time. */
export async function readUntil({ db }: QueryContext): Promise<Date | null> {
  const { rows } = await sql<Pick<Row<'lonewolf_account'>, 'read_until'>>`
    SELECT read_until FROM lonewolf_account`.execute(db)
  return rows[0]?.read_until ? new Date(rows[0].read_until) : null
}

/** Writes up to when their changes were read: whoever was answered has a valid account. */
export async function writeReadUntil({ db, now }: Change, until: Date): Promise<void> {
  await sql`
    INSERT INTO lonewolf_account (is_valid, checked_at, read_until) VALUES (true, ${now}, ${until})
    ON CONFLICT (is_only) DO UPDATE SET read_until = excluded.read_until`.execute(db)
}

/** A deal as the back office is to have it. */
export interface DealFacts extends Pick<Row<'deals'>, 'id' | 'type' | 'status' | 'trade_number'> {
  facts: TradeFacts
  /** What is written into its trade, by which that is found again: the same after a restore of the database. */
  reference: string
}

/** A deal as the back office is to have it; `null` for one that is gone. */
export async function dealFacts({ db }: Pick<QueryContext, 'db'>, dealId: number): Promise<DealFacts | null> {
  const { rows } = await sql<DealFacts>`
    SELECT id, type, status, trade_number,
      'Keyturn deal ' || id || ' ' || substr(md5(extract(epoch FROM created_at)::text), 1, 8) AS reference, jsonb_build_object(
      'mls_number', coalesce(mls_number, ''), 'price', price, 'offer_date', offer_date, 'close_date', close_date,
      'address', jsonb_build_object('street_number', street_number, 'street_name', street_name,
        'street_direction', street_direction, 'unit', unit, 'city', city, 'province', province,
        'postal_code', postal_code)) AS facts
    FROM deals WHERE id = ${dealId}`.execute(db)
  return rows[0] ?? null
}

/** The agents of ours who get a part of the commission of a deal. */
export async function partsOf({ db }: QueryContext, dealId: number): Promise<TradePart[]> {
  const { rows } = await sql<TradePart>`
    SELECT u.email, trim(u.first_name || ' ' || u.last_name) AS name, sum(s.amount)::bigint AS amount
    FROM deal_splits s JOIN agents a ON a.id = s.agent_id JOIN users u ON u.id = a.user_id
    WHERE s.deal_id = ${dealId} GROUP BY u.id ORDER BY min(s.position)`.execute(db)
  return rows
}

/** People who look after deals: the office, but for its front desk. */
export async function dealOffice({ db }: QueryContext): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT DISTINCT user_id FROM user_roles WHERE role IN ('admin', 'super_admin', 'deals_admin') ORDER BY user_id`.execute(
    db,
  )
  return rows.map(({ user_id }) => user_id)
}

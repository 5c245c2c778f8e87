import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** The columns of a new deal. Money is in cents. */
export type DealColumns = Pick<
  Row<'deals'>,
  | 'ds_id'
  | 'type'
  | 'status'
  | 'agent_id'
  | 'mls_number'
  | 'listing_id'
  | 'street_number'
  | 'street_name'
  | 'street_direction'
  | 'unit'
  | 'city'
  | 'province'
  | 'postal_code'
  | 'price'
  | 'deposit'
  | 'commission_rate'
  | 'gross'
  | 'agents_net'
  | 'offer_date'
  | 'firm_date'
  | 'close_date'
  | 'coop_first_name'
  | 'coop_last_name'
  | 'coop_brokerage'
  | 'listing_owners'
  | 'notes'
>

/** The number of the next submission; a gap where one was not stored. */
export async function nextSubmission({ db }: Change): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT nextval('deal_submissions') AS id`.execute(db)
  if (!rows[0]) throw new Error('The sequence of submissions has no next number.')
  return rows[0].id
}

/** Stores a deal; answers its id. */
export async function insertDeal({ db, now, author }: Change, deal: DealColumns): Promise<number> {
  const { id } = await db
    .insertInto('deals')
    .values({
      ...deal,
      author_user_id: author?.user_id ?? null,
      on_behalf_of: author?.on_behalf_of ?? null,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The columns of a new client. */
export type ClientColumns = Pick<
  Row<'deal_clients'>,
  | 'side'
  | 'first_name'
  | 'middle_name'
  | 'last_name'
  | 'email'
  | 'email_key'
  | 'phone'
  | 'is_repeat'
  | 'is_personal'
  | 'lead_id'
  | 'is_verified'
>

/** Stores the clients of a deal, in their order; answers their ids. */
export async function insertClients(
  { db, now, author }: Change,
  dealId: number,
  clients: readonly ClientColumns[],
): Promise<number[]> {
  if (clients.length === 0) return []
  const rows = await db
    .insertInto('deal_clients')
    .values(
      clients.map((client, position) => ({
        ...client,
        deal_id: dealId,
        position,
        matched_by: client.lead_id === null ? null : (author?.user_id ?? null),
        matched_at: client.lead_id === null ? null : now.toISOString(),
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The columns of a part of a commission; the amount in cents. */
export type SplitColumns = Pick<Row<'deal_splits'>, 'party' | 'agent_id' | 'name' | 'rate' | 'amount' | 'notes'>

/** Stores the parts of a commission, in their order. */
export async function insertSplits({ db }: Change, dealId: number, splits: readonly SplitColumns[]): Promise<void> {
  if (splits.length === 0) return
  await db
    .insertInto('deal_splits')
    .values(splits.map((split, position) => ({ ...split, deal_id: dealId, position })))
    .execute()
}

/** Records that a deal came to a status. */
export async function insertStatusChange({ db, now, author }: Change, dealId: number, status: number): Promise<void> {
  await db
    .insertInto('deal_status_changes')
    .values({
      deal_id: dealId,
      status,
      author_user_id: author?.user_id ?? null,
      on_behalf_of: author?.on_behalf_of ?? null,
      changed_at: now.toISOString(),
    })
    .execute()
}

/** Columns of a deal that change one at a time. */
export type ChangedColumns = Partial<
  Pick<Row<'deals'>, 'status' | 'type' | 'offer_date' | 'firm_date' | 'close_date' | 'notes' | 'trade_number'>
>

/** Changes columns of a deal. */
export async function updateDeal({ db, now }: Change, id: number, columns: ChangedColumns): Promise<void> {
  await db
    .updateTable('deals')
    .set(eb => ({ ...columns, updated_at: now.toISOString(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Says which lead a client is, or that it is none. */
export async function updateMatch(
  { db, now, author }: Change,
  id: number,
  { lead_id, is_verified }: { lead_id: number | null; is_verified: boolean },
): Promise<void> {
  await db
    .updateTable('deal_clients')
    .set({ lead_id, is_verified, matched_by: author?.user_id ?? null, matched_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Writes what is kept of each of these parts, and what all agents keep together. */
export async function writeKeptParts(
  { db }: Change,
  dealId: number,
  parts: readonly { id: number; amount: number }[],
): Promise<void> {
  if (parts.length === 0) return
  await sql`
    UPDATE deal_splits s SET kept = nullif(k.amount, s.amount)
    FROM unnest(${parts.map(({ id }) => id)}::int[], ${parts.map(({ amount }) => amount)}::bigint[]) AS k(id, amount)
    WHERE s.id = k.id AND s.deal_id = ${dealId}`.execute(db)
  await sql`
    UPDATE deals SET agents_net = (
      SELECT coalesce(sum(coalesce(kept, amount)), 0) FROM deal_splits WHERE deal_id = ${dealId} AND party = 'agent')
    WHERE id = ${dealId}`.execute(db)
}

/** What another system may have of a deal; the price in cents. */
export type RecordedFacts = Pick<Row<'deals'>, 'price' | 'mls_number' | 'offer_date' | 'close_date'>

/** Writes all of it but the price, on which more depends. */
export async function writeFacts({ db, now }: Change, id: number, facts: RecordedFacts): Promise<void> {
  const { mls_number, offer_date, close_date } = facts
  await db
    .updateTable('deals')
    .set(eb => ({ mls_number, offer_date, close_date, updated_at: now.toISOString(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** What a deal is worth, and the parts of its commission, in their order. */
export interface DealMoney extends Pick<Row<'deals'>, 'price' | 'gross' | 'commission_rate'> {
  splits: Pick<Row<'deal_splits'>, 'id' | 'rate'>[]
}

/** Reads it; of a deal that the caller has locked. */
export async function moneyOfDeal({ db }: Change, id: number): Promise<DealMoney> {
  const columns = ['price', 'gross', 'commission_rate'] as const
  const deal = await db.selectFrom('deals').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
  const splits = await db
    .selectFrom('deal_splits')
    .select(['id', 'rate'])
    .where('deal_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...deal, splits }
}

/** Writes the price of a deal, its commission and the parts of that, all in cents. What agents keep follows from their plans. */
export async function writePrice(
  { db }: Change,
  id: number,
  { price, gross, parts }: { price: number; gross: number; parts: readonly { id: number; amount: number }[] },
): Promise<void> {
  await sql`
    UPDATE deal_splits s SET amount = k.amount, kept = NULL
    FROM unnest(${parts.map(part => part.id)}::int[], ${parts.map(({ amount }) => amount)}::bigint[]) AS k(id, amount)
    WHERE s.id = k.id AND s.deal_id = ${id}`.execute(db)
  await sql`
    UPDATE deals SET price = ${price}, gross = ${gross}, agents_net = (
      SELECT coalesce(sum(amount), 0) FROM deal_splits WHERE deal_id = ${id} AND party = 'agent')
    WHERE id = ${id}`.execute(db)
}

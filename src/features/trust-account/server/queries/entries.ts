import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { dealTitle } from '../../../deals/rules/address.ts'
import type { EntryKind, Method, Purpose } from '../../rules/kinds.ts'

type DealName = Parameters<typeof dealTitle>[0]

/** An entry of the ledger, in cents, with what its deal is called by. */
export interface StoredEntry extends DealName {
  id: number
  deal_id: number
  kind: EntryKind
  amount: number
  happened_on: string
  party: string
  method: Method
  purpose: Purpose | null
  reference: string
  reason: string
  receipt: number | null
  corrects: number | null
  is_reversed: boolean
  created_at: string
  by: string | null
}

/** What is read of an entry `e`. */
export const entryColumns = sql`e.id, e.deal_id, e.kind, e.amount, e.happened_on, e.party, e.method, e.purpose, e.reference, e.reason,
  e.receipt, e.corrects, EXISTS (SELECT FROM trust_entries r WHERE r.corrects = e.id) AS is_reversed, e.created_at,
  d.street_number, d.street_name, d.street_direction, d.unit,
  (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = coalesce(e.on_behalf_of, e.author_user_id)) AS by`

/** Every entry of a deal, in the order of their days. */
export async function entriesOfDeal({ db }: QueryContext, dealId: number): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    SELECT ${entryColumns} FROM trust_entries e JOIN deals d ON d.id = e.deal_id
    WHERE e.deal_id = ${dealId} ORDER BY e.happened_on, e.id`.execute(db)
  return rows
}

/** The deposit that a deal agreed on, in cents. */
export async function agreedDeposit({ db }: QueryContext, dealId: number): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'deals'>, 'deposit'>>`SELECT deposit FROM deals WHERE id = ${dealId}`.execute(db)
  return rows[0]?.deposit ?? null
}

/** Whoever writes into the ledger, or closes a month of it, waits until the one before is done. */
export async function lockLedger({ db }: Change): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('trust ledger', 0))`.execute(db)
}

/** An entry before it is stored. */
export type NewEntry = Pick<
  StoredEntry,
  'deal_id' | 'kind' | 'amount' | 'happened_on' | 'party' | 'method' | 'purpose' | 'reference' | 'reason' | 'corrects'
>

/** Stores an entry and answers its id; deposits get the next number for their receipt. The ledger is locked. */
export async function insertEntry({ db, now, author }: Change, entry: NewEntry): Promise<number> {
  const { rows } = await sql<{ receipt: number }>`
    SELECT coalesce(max(receipt), 0) + 1 AS receipt FROM trust_entries`.execute(db)
  const { id } = await db
    .insertInto('trust_entries')
    .values({
      ...entry,
      receipt: entry.kind === 'deposit' ? (rows[0]?.receipt ?? 1) : null,
      author_user_id: author?.user_id ?? null,
      on_behalf_of: author?.on_behalf_of ?? null,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A deal for which money is held, in cents. */
export interface StoredHolding extends DealName, Pick<Row<'deals'>, 'status' | 'close_date'> {
  deal_id: number
  held: number
  since: string
}

/** Deals for which money is held, the most first. */
export async function holdings({ db }: QueryContext): Promise<StoredHolding[]> {
  const { rows } = await sql<StoredHolding>`
    SELECT e.deal_id, sum(e.amount)::bigint AS held, min(e.happened_on) AS since,
      d.status, d.close_date, d.street_number, d.street_name, d.street_direction, d.unit
    FROM trust_entries e JOIN deals d ON d.id = e.deal_id
    GROUP BY e.deal_id, d.id HAVING sum(e.amount) <> 0 ORDER BY held DESC, e.deal_id`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { MonthStep } from '../../rules/kinds.ts'
import { lastDayOf } from '../../rules/ledger.ts'
import { entryColumns, type StoredEntry } from './entries.ts'

/** What was done with a month, with its balances in cents. */
export interface StoredStep {
  id: number
  month: string
  step: MonthStep
  bank_balance: number
  book_balance: number
  entry_count: number
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: string
  by: string | null
}

const stepColumns = sql`s.id, s.month, s.step, s.bank_balance, s.book_balance, s.entry_count, s.author_user_id, s.on_behalf_of, s.created_at,
  (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = coalesce(s.on_behalf_of, s.author_user_id)) AS by`

/** What was done with these months, in order; of all months without any named. */
export async function stepsOf({ db }: QueryContext, months?: readonly string[]): Promise<StoredStep[]> {
  const { rows } = await sql<StoredStep>`
    SELECT ${stepColumns} FROM trust_month_steps s
    WHERE ${months ? sql`s.month = ANY(${[...months]}::date[])` : sql`true`} ORDER BY s.month, s.number`.execute(db)
  return rows
}

/** The last month that is closed, by its first day. */
export async function lastClosed({ db }: QueryContext): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    SELECT max(month) AS month FROM trust_month_steps WHERE step = 'closed'`.execute(db)
  return rows[0]?.month ?? null
}

/** The balances of a month, in cents. */
export interface MonthSums {
  month: string
  opening: number
  received: number
  paid: number
  closing: number
  /** Entries up to its end. */
  entry_count: number
}

/** Every month from that of the first entry to the one given, the latest first. */
export async function monthSums({ db }: QueryContext, until: string): Promise<MonthSums[]> {
  const { rows } = await sql<MonthSums>`
    WITH sums AS (
      SELECT date_trunc('month', happened_on)::date AS month, coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS received,
        coalesce(sum(amount) FILTER (WHERE amount < 0), 0) AS paid, count(*) AS entries
      FROM trust_entries GROUP BY 1),
    months AS (
      SELECT generate_series((SELECT min(month) FROM sums), ${until}::date, '1 month')::date AS month),
    running AS (
      SELECT m.month, coalesce(s.received, 0) AS received, coalesce(s.paid, 0) AS paid,
        sum(coalesce(s.received, 0) + coalesce(s.paid, 0)) OVER (ORDER BY m.month) AS closing,
        sum(coalesce(s.entries, 0)) OVER (ORDER BY m.month) AS entry_count
      FROM months m LEFT JOIN sums s USING (month))
    SELECT month, (closing - received - paid)::bigint AS opening, received::bigint, paid::bigint, closing::bigint, entry_count::int
    FROM running ORDER BY month DESC`.execute(db)
  return rows
}

/** An entry as a month is balanced with it. */
export type StoredMonthEntry = StoredEntry & { is_carried: boolean }

/** What happened in a month, and before it what the bank statement of the month before did not have yet. */
export async function entriesOfMonth({ db }: QueryContext, month: string): Promise<StoredMonthEntry[]> {
  const { rows } = await sql<StoredMonthEntry>`
    SELECT ${entryColumns}, e.happened_on < ${month}::date AS is_carried
    FROM trust_entries e JOIN deals d ON d.id = e.deal_id
    WHERE e.happened_on BETWEEN ${month}::date AND ${lastDayOf(month)}::date
      OR e.id IN (
        SELECT o.entry_id FROM trust_outstanding o JOIN trust_month_steps s ON s.id = o.step_id
        WHERE s.step = 'closed' AND s.month = (${month}::date - interval '1 month')::date)
    ORDER BY e.happened_on, e.id`.execute(db)
  return rows
}

/** What the bank did not have yet by a step, as ids. */
export async function outstandingOf({ db }: QueryContext, stepId: number): Promise<number[]> {
  const { rows } = await sql<{ entry_id: number }>`
    SELECT entry_id FROM trust_outstanding WHERE step_id = ${stepId} ORDER BY entry_id`.execute(db)
  return rows.map(({ entry_id }) => entry_id)
}

/** A step before it is stored, in cents. */
export type NewStep = Pick<StoredStep, 'month' | 'step' | 'bank_balance' | 'book_balance' | 'entry_count'>

/** Stores what was done with a month, with what the bank does not have yet. The ledger is locked. */
export async function insertStep(
  { db, now, author }: Change,
  step: NewStep,
  outstanding: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    SELECT coalesce(max(number), 0) + 1 AS number FROM trust_month_steps WHERE month = ${step.month}::date`.execute(db)
  const { id } = await db
    .insertInto('trust_month_steps')
    .values({
      ...step,
      number: rows[0]?.number ?? 1,
      author_user_id: author?.user_id ?? null,
      on_behalf_of: author?.on_behalf_of ?? null,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    INSERT INTO trust_outstanding (step_id, entry_id) SELECT ${id}, unnest(${[...outstanding]}::int[])`.execute(db)
  return id
}

import { addDays, lightFormat, parseISO } from 'date-fns'
import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { region } from '../../product/region/region.ts'
import { figureDays } from '../deals/rules/days.ts'
import { lastDayOf, monthAfter, monthOf } from './rules/ledger.ts'

/** Deposits of the deals of this year, paid on as they closed, with every month closed but the last, which waits for a second person. */
export const demo: DemoPart = { addDailyWork: addTrustAccount }

interface DemoDeal {
  id: number
  deposit: number
  gross: number
  status: number
  opened: string
  close_date: string | null
  client: string
}

type DemoEntry = Record<
  'deal_id' | 'kind' | 'amount' | 'happened_on' | 'party' | 'method' | 'purpose' | 'reference',
  string | number | null
>

async function addTrustAccount(demo: Demo): Promise<void> {
  const { db, now } = demo
  const { rows: known } = await sql`SELECT FROM trust_entries LIMIT 1`.execute(db)
  if (known.length > 0) return
  const { today, months } = figureDays(now, region.zone)
  const since = months.at(-4) ?? today
  const deals = await depositedDeals(demo, since)
  const entries = deals
    .flatMap((deal, place) => entriesOf(deal, { place, today }))
    .filter(({ happened_on }) => String(happened_on) >= since && String(happened_on) <= today)
    .sort((one, other) => String(one.happened_on).localeCompare(String(other.happened_on)))
  if (entries.length === 0) return
  let receipts = 0
  const author = await userOf(demo, 'deals@keyturn.test')
  for (const entry of entries)
    await sql`
      INSERT INTO trust_entries (deal_id, kind, amount, happened_on, party, method, purpose, reference, receipt, author_user_id, created_at)
      VALUES (${entry.deal_id}, ${entry.kind}, ${entry.amount}, ${entry.happened_on}, ${entry.party}, ${entry.method}, ${entry.purpose},
        ${entry.reference}, ${entry.kind === 'deposit' ? ++receipts : null}, ${author}, ${`${entry.happened_on}T15:00:00Z`})`.execute(
      db,
    )
  await closeMonths(demo, { since, present: monthOf(today), author })
}

async function depositedDeals({ db }: Demo, since: string): Promise<DemoDeal[]> {
  const { rows } = await sql<DemoDeal>`
    SELECT d.id, d.deposit, d.gross, d.status, coalesce(d.firm_date, d.offer_date)::text AS opened, d.close_date,
      coalesce((SELECT trim(c.first_name || ' ' || c.last_name) FROM deal_clients c WHERE c.deal_id = d.id ORDER BY c.id LIMIT 1), 'The buyer') AS client
    FROM deals d WHERE d.deposit > 0 AND coalesce(d.firm_date, d.offer_date) >= ${since}::date AND d.status <> 6
    ORDER BY d.id LIMIT 24`.execute(db)
  return rows
}

/** What came in for a deal, and what left on its closing day; of every fifth closed deal the rest is still held. */
function entriesOf(deal: DemoDeal, { place, today }: { place: number; today: string }): DemoEntry[] {
  const base = { deal_id: deal.id, purpose: null }
  const received = lightFormat(addDays(parseISO(deal.opened), 1), 'yyyy-MM-dd')
  const deposit = {
    ...base,
    kind: 'deposit',
    amount: deal.deposit,
    happened_on: received,
    party: deal.client,
    method: place % 3 === 0 ? 'wire' : 'bank_draft',
    reference: `${4100 + place * 7}`,
  }
  const closed = deal.close_date
  if (deal.status !== 5 || closed === null || closed < received || closed > today) return [deposit]
  const commission = Math.min(deal.deposit, deal.gross)
  const pay = (amount: number, purpose: string, party: string, reference: string) => ({
    ...base,
    kind: 'payment',
    amount: -amount,
    happened_on: closed,
    party,
    method: 'cheque',
    purpose,
    reference,
  })
  const rest = deal.deposit - commission
  return [
    deposit,
    pay(commission, 'commission', 'Commission account', `${700 + place * 2}`),
    ...(rest > 0 && place % 5 !== 0 ? [pay(rest, 'seller', 'Seller’s lawyer', `${701 + place * 2}`)] : []),
  ]
}

interface Months {
  since: string
  present: string
  author: number | null
}

/** Closes every month of the ledger but the last one, which one person has balanced. */
async function closeMonths(demo: Demo, { since, present, author }: Months): Promise<void> {
  const second = await userOf(demo, 'admin@keyturn.test')
  for (let month = monthOf(since); month < present; month = monthAfter(month)) {
    const end = lastDayOf(month)
    const isLast = monthAfter(month) === present
    const { rows } = await sql<{ book: number; entries: number }>`
      SELECT coalesce(sum(amount), 0)::bigint AS book, count(*)::int AS entries FROM trust_entries WHERE happened_on <= ${end}::date`.execute(
      demo.db,
    )
    const { book = 0, entries = 0 } = rows[0] ?? {}
    for (const [step, by] of isLast
      ? [['balanced', author] as const]
      : [['balanced', author] as const, ['closed', second] as const])
      await sql`
        INSERT INTO trust_month_steps (month, number, step, bank_balance, book_balance, entry_count, author_user_id, created_at)
        VALUES (${month}, ${step === 'balanced' ? 1 : 2}, ${step}, ${book}, ${book}, ${entries}, ${by}, ${`${end}T20:00:00Z`})`.execute(
        demo.db,
      )
  }
}

async function userOf({ db }: Demo, email: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE email = ${email}`.execute(db)
  return rows[0]?.id ?? null
}

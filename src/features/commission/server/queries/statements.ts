import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { dealTitle } from '../../../deals/rules/address.ts'
import type { Line, LineKind, Rounding } from '../../rules/lines.ts'
import type { StatementKind } from '../../rules/statements.ts'
import type { TaxPart, TaxRate } from '../../rules/tax.ts'

type DealName = Parameters<typeof dealTitle>[0]

/** A statement as it is listed. */
export interface StoredStatement extends Pick<Row<'commission_statements'>, 'id' | 'number' | 'closed_on' | 'reason'> {
  kind: StatementKind
  created_at: string
  by: string | null
}

/** What was said of a deal, in order. */
export async function statementsOf({ db }: QueryContext, dealId: number): Promise<StoredStatement[]> {
  const { rows } = await sql<StoredStatement>`
    SELECT s.id, s.number, s.kind, s.closed_on, s.reason, s.created_at, trim(u.first_name || ' ' || u.last_name) AS by
    FROM commission_statements s LEFT JOIN users u ON u.id = coalesce(s.on_behalf_of, s.author_user_id)
    WHERE s.deal_id = ${dealId} ORDER BY s.number`.execute(db)
  return rows
}

/** A line of a statement. */
export type StoredLine = Line & {
  id: number
  statement: number
  corrects: number | null
  counts_in: string | null
}

type LineRow = Omit<StoredLine, 'base' | 'amount' | 'tax' | 'taxes' | 'party' | 'kind' | 'rounding'> & {
  base: number
  amount: number
  tax: number
  taxes: (TaxRate & { amount: number })[]
  party: string
  kind: string
  rounding: string
}

/** A stored line, with its money as whole cents. */
const lineOf = (row: LineRow): StoredLine => ({
  ...row,
  party: row.party as Line['party'],
  kind: row.kind as LineKind,
  rounding: row.rounding as Rounding,
  base: BigInt(row.base),
  amount: BigInt(row.amount),
  tax: BigInt(row.tax),
  taxes: taxesOf(row),
})

/** Lines from before taxes had names have Ontario's. */
function taxesOf({ taxes, tax, tax_rate }: LineRow): TaxPart[] {
  if (taxes.length > 0) return taxes.map(part => ({ ...part, amount: BigInt(part.amount) }))
  return tax === 0 ? [] : [{ name: 'HST', rate: tax_rate, amount: BigInt(tax) }]
}

const columns = sql`l.id, s.number AS statement, l.row, l.corrects, l.kind, l.party, l.agent_id, l.name, l.of_agent_id, l.counts_in,
  l.split_id, l.plan_id, l.label, l.rule, l.base, l.rate, l.amount, l.rounding, l.tax_rate, l.tax, l.taxes, l.is_above_cap`

/** Every line of a deal, in the order in which they were written. */
export async function linesOf({ db }: QueryContext, dealId: number): Promise<StoredLine[]> {
  const { rows } = await sql<LineRow>`
    SELECT ${columns} FROM commission_lines l JOIN commission_statements s ON s.id = l.statement_id
    WHERE s.deal_id = ${dealId} ORDER BY l.id`.execute(db)
  return rows.map(lineOf)
}

/** A statement before it is stored. */
export interface NewStatement {
  deal_id: number
  kind: StatementKind
  closed_on: string
  gross: bigint
  reason: string
}

/** A line before it is stored. */
export type NewLine = Line & Pick<StoredLine, 'corrects' | 'counts_in'>

/** Stores the next statement of a deal, which is locked, with its lines. */
export async function insertStatement(
  { db, now, author }: Change,
  { gross, ...statement }: NewStatement,
  lines: readonly NewLine[],
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    SELECT coalesce(max(number), 0) + 1 AS number FROM commission_statements WHERE deal_id = ${statement.deal_id}`.execute(
    db,
  )
  const { id } = await db
    .insertInto('commission_statements')
    .values({
      ...statement,
      gross: Number(gross),
      number: rows[0]?.number ?? 1,
      author_user_id: author?.user_id ?? null,
      on_behalf_of: author?.on_behalf_of ?? null,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (lines.length > 0)
    await db
      .insertInto('commission_lines')
      .values(
        lines.map(({ base, amount, tax, taxes, ...line }) => ({
          ...line,
          statement_id: id,
          base: Number(base),
          amount: Number(amount),
          tax: Number(tax),
          taxes: JSON.stringify(taxes.map(part => ({ ...part, amount: Number(part.amount) }))),
        })),
      )
      .execute()
  return id
}

/** What an agent was paid for a deal, in cents; without the fees, which are apart. */
export interface PaidDeal {
  agent_id: number
  deal_id: number
  closed_on: string
  amount: number
  tax: number
  fees: number
  fee_tax: number
}

/** What agents were paid for what closed in these days, both included, a line a deal; of one agent, or of all. */
export async function paidDeals(
  { db }: QueryContext,
  { from, to, agentId }: { from: string; to: string; agentId: number | null },
): Promise<PaidDeal[]> {
  const sum = (column: string, isFee: boolean) =>
    sql`coalesce(sum(${sql.ref(column)}) FILTER (WHERE ${isFee ? sql`l.kind = 'fee'` : sql`l.kind <> 'fee'`}), 0)::bigint`
  const { rows } = await sql<PaidDeal>`
    SELECT l.agent_id, s.deal_id, s.closed_on, ${sum('l.amount', false)} AS amount, ${sum('l.tax', false)} AS tax,
      ${sum('l.amount', true)} AS fees, ${sum('l.tax', true)} AS fee_tax
    FROM commission_lines l JOIN commission_statements s ON s.id = l.statement_id
    WHERE l.agent_id IS NOT NULL AND s.closed_on BETWEEN ${from}::date AND ${to}::date
      AND ${agentId === null ? sql`true` : sql`l.agent_id = ${agentId}`}
    GROUP BY l.agent_id, s.deal_id, s.closed_on
    ORDER BY s.closed_on, s.deal_id, l.agent_id`.execute(db)
  return rows
}

/** The months in which deals of an agent closed, the latest first. */
export async function paidMonths(
  { db }: QueryContext,
  agentId: number,
): Promise<{ month: string; deals: number; amount: number; tax: number }[]> {
  const { rows } = await sql<{ month: string; deals: number; amount: number; tax: number }>`
    SELECT to_char(s.closed_on, 'YYYY-MM') AS month, count(DISTINCT s.deal_id) AS deals, sum(l.amount)::bigint AS amount,
      sum(l.tax)::bigint AS tax
    FROM commission_lines l JOIN commission_statements s ON s.id = l.statement_id
    WHERE l.agent_id = ${agentId} GROUP BY 1 ORDER BY 1 DESC LIMIT 36`.execute(db)
  return rows
}

/** What deals are called, by id. */
export async function titlesOf({ db }: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<DealName & { id: number }>`
    SELECT id, street_number, street_name, street_direction, unit FROM deals WHERE id = ANY(${[...ids]}::int[])`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, dealTitle(row)]))
}

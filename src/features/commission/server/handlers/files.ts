import { stringify } from 'csv-stringify/sync'
import { endOfMonth, format, parseISO } from 'date-fns'
import type { FileAnswer } from '../../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import { printedDay, type StatementPage, type StatementRow } from '../../../../product/pdf/statementPage.ts'
import { region } from '../../../../product/region/region.ts'
import { dealOnPaper, dealTitle } from '../../../deals/rules/address.ts'
import { todayIn } from '../../../deals/rules/days.ts'
import { dealStatus } from '../../../deals/rules/kinds.ts'
import type { FoundDeal } from '../../../deals/server/queries/reach.ts'
import { type Line, sumOf, taxOf } from '../../rules/lines.ts'
import { centsText, rateText } from '../../rules/plan.ts'
import { ratesOf, taxesOn, taxWord } from '../../rules/tax.ts'
import { agentsOn, project } from '../commands/project.ts'
import { standingLines } from '../commands/statement.ts'
import { factsOf } from '../queries/facts.ts'
import { namedAgents, plansOn } from '../queries/plans.ts'
import { linesOf, type PaidDeal, paidDeals, statementsOf, titlesOf } from '../queries/statements.ts'

const pdf = async (
  { config }: ReadContext,
  filename: string,
  page: Omit<StatementPage, 'house'>,
): Promise<FileAnswer> => {
  const { drawStatement } = await import('../../../../product/pdf/statement.ts')
  return {
    filename,
    type: 'application/pdf',
    body: Buffer.from(await drawStatement({ house: config.siteName, ...page })),
  }
}

const rowOf = ({ label, rule, base, rate, amount, tax }: Line): StatementRow => ({
  cells: [label, centsText(base), rate === null ? '' : rateText(rate), centsText(amount), centsText(tax)],
  note: rule,
})

/** What one agent gets of a deal, line by line: projected while it is open, then as it was stated. */
export async function statementFile(ctx: ReadContext, deal: FoundDeal, agentId: number): Promise<FileAnswer> {
  const [agent] = await namedAgents(ctx, agentId)
  const facts = await factsOf(ctx, deal.id)
  if (!agent || !facts) throw notFound('agent')
  const statements = await statementsOf(ctx, deal.id)
  const isStated = statements.findLast(({ kind }) => kind !== 'correction')?.kind === 'closing'
  if (!isStated && facts.status === dealStatus.fellThrough) throw conflict('This deal fell through: nothing is paid.')
  const all: Line[] = isStated ? standingLines(await linesOf(ctx, deal.id)) : (await project(ctx, facts)).lines
  const lines = all.filter(({ agent_id }) => agent_id === agentId)
  if (lines.length === 0 && !agentsOn(facts).includes(agentId)) throw notFound('statement')
  const rates = ratesOf(all)
  const word = taxWord(rates)
  const closed = statements.findLast(({ kind }) => kind === 'closing')
  const title = dealTitle(deal)
  return pdf(ctx, `Commission ${title} ${agent.name}.pdf`, {
    title: 'Commission statement',
    person: agent.name,
    about: dealOnPaper(deal),
    facts: [
      ['Trade', deal.trade_number ?? 'Not given'],
      ['Closing day', deal.close_date ? printedDay(deal.close_date) : 'Not given'],
      ['State', isStated && closed ? `Stated on ${printedDay(dayOf(closed.created_at))}` : 'Projection'],
      ['Whole commission', centsText(BigInt(facts.gross))],
      [`${word} number`, await taxNumber(ctx, agentId, deal.close_date)],
    ],
    columns: ['Line', 'Of', 'Rate', 'Amount', word],
    texts: 1,
    rows: lines.map(rowOf),
    sums: [
      ['Amount', centsText(sumOf(lines))],
      ...rates.map(({ name }): readonly [string, string] => [
        name,
        centsText(sumOf(lines.flatMap(({ taxes }) => taxes.filter(tax => tax.name === name)))),
      ]),
      ['To be paid', centsText(sumOf(lines) + taxOf(lines))],
    ],
    note: isStated
      ? 'Frozen at closing. A correction is a line of its own, and the line that it corrects stays.'
      : 'A projection by the plan and the closings so far. It is renewed when another deal closes.',
  })
}

/** The day of an instant where the brokerage is. */
const dayOf = (instant: string): string => todayIn(new Date(instant), region.zone)

async function taxNumber(ctx: ReadContext, agentId: number, day: string | null): Promise<string> {
  const [plan] = await plansOn(ctx, [agentId], day ?? todayIn(ctx.now, region.zone))
  return plan?.is_registered === false ? 'Not registered' : plan?.hst_number || 'Not given'
}

/** What an agent was paid for the closings of a month, deal by deal. */
export async function monthFile(ctx: ReadContext, agentId: number, month: string): Promise<FileAnswer> {
  const [agent] = await namedAgents(ctx, agentId)
  if (!agent) throw notFound('agent')
  const from = `${month}-01`
  const to = format(endOfMonth(parseISO(from)), 'yyyy-MM-dd')
  const paid = await paidDeals(ctx, { from, to, agentId })
  const titles = await titlesOf(
    ctx,
    paid.map(({ deal_id }) => deal_id),
  )
  const word = taxWord(taxesOn(ctx.config.province, to))
  const total = (key: 'amount' | 'tax' | 'fees' | 'fee_tax') => paid.reduce((sum, one) => sum + one[key], 0)
  const text = (cents: number) => centsText(BigInt(cents))
  return pdf(ctx, `Commission ${month} ${agent.name}.pdf`, {
    title: `Commission of ${format(parseISO(from), 'MMMM yyyy')}`,
    person: agent.name,
    about: `${paid.length} ${paid.length === 1 ? 'deal' : 'deals'} closed`,
    facts: [
      ['From', printedDay(from)],
      ['To', printedDay(to)],
      [`${word} number`, await taxNumber(ctx, agentId, to)],
    ],
    columns: ['Deal', 'Closed', 'Commission', 'Fees', word, 'Paid'],
    texts: 2,
    rows: paid.map(one => ({
      cells: [
        titles.get(one.deal_id) ?? '',
        printedDay(one.closed_on),
        text(one.amount),
        text(one.fees),
        text(one.tax + one.fee_tax),
        text(one.amount + one.fees + one.tax + one.fee_tax),
      ],
    })),
    sums: [
      ['Commission', text(total('amount'))],
      ['Fees', text(total('fees'))],
      [word, text(total('tax') + total('fee_tax'))],
      ['Paid', text(total('amount') + total('fees') + total('tax') + total('fee_tax'))],
    ],
    note: 'Deals count for the month of their closing day; corrections for the month of the deal that they correct.',
  })
}

const headerOf = (tax: string) => [
  'Agent',
  'E-mail',
  `${tax} number`,
  'Deals',
  'Box 020 commissions',
  tax,
  'Fees charged',
  `${tax} on fees`,
]

/** What every agent was paid in a calendar year, for T4A slips: commissions in box 020, without tax and before fees. */
export async function t4aFile(ctx: ReadContext, year: number): Promise<FileAnswer> {
  const [paid, agents] = await Promise.all([
    paidDeals(ctx, { from: `${year}-01-01`, to: `${year}-12-31`, agentId: null }),
    namedAgents(ctx),
  ])
  const plans = await plansOn(
    ctx,
    agents.map(({ id }) => id),
    `${year}-12-31`,
  )
  const rows = agents.flatMap(({ id, name, email }) => {
    const own = paid.filter(({ agent_id }) => agent_id === id)
    if (own.length === 0) return []
    const sum = (key: keyof PaidDeal) => own.reduce((all, one) => all + Number(one[key]), 0)
    const text = (cents: number) => (cents / 100).toFixed(2)
    const hst = plans.find(plan => plan.agent_id === id)?.hst_number ?? ''
    return [
      [
        name,
        email,
        hst,
        String(own.length),
        text(sum('amount')),
        text(sum('tax')),
        text(-sum('fees')),
        text(-sum('fee_tax')),
      ],
    ]
  })
  const body = stringify([headerOf(taxWord(taxesOn(ctx.config.province, `${year}-12-31`))), ...rows], {
    bom: true,
    escape_formulas: true,
  })
  return { filename: `T4A ${year}.csv`, type: 'text/csv; charset=utf-8', body }
}

import { stringify } from 'csv-stringify/sync'
import type { FileAnswer } from '../../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { printedDay } from '../../../../product/pdf/statementPage.ts'
import { centsText } from '../../../commission/rules/plan.ts'
import { dealOnPaper, dealTitle } from '../../../deals/rules/address.ts'
import type { FoundDeal } from '../../../deals/server/queries/reach.ts'
import { methodLabels, purposeLabels } from '../../rules/kinds.ts'
import type { Hand } from '../../rules/ledger.ts'
import { monthDetail } from '../commands/months.ts'
import { entriesOfDeal } from '../queries/entries.ts'
import { entriesOfMonth } from '../queries/months.ts'

/** The receipt for a deposit; one that was taken back says so. */
export async function receiptFile(ctx: ReadContext, deal: FoundDeal, entryId: number): Promise<FileAnswer> {
  const entries = await entriesOfDeal(ctx, deal.id)
  const entry = entries.find(({ id }) => id === entryId)
  if (!entry || entry.receipt === null) throw notFound('receipt')
  const taken = entries.find(({ corrects }) => corrects === entry.id)
  const title = dealTitle(deal)
  const amount = centsText(BigInt(entry.amount))
  const { drawStatement } = await import('../../../../product/pdf/statement.ts')
  const body = await drawStatement({
    house: ctx.config.siteName,
    title: `Receipt ${entry.receipt}`,
    person: entry.party,
    about: dealOnPaper(deal),
    facts: [
      ['Received on', printedDay(entry.happened_on)],
      ['Trade', deal.trade_number ?? 'Not given'],
      ['Received by', entry.by ?? 'Not given'],
      ...(taken ? ([['Taken back on', `${printedDay(taken.happened_on)}: ${taken.reason}`]] as const) : []),
    ],
    columns: ['Received as', 'Number', 'Amount'],
    texts: 2,
    rows: [{ cells: [methodLabels[entry.method], entry.reference, amount] }],
    sums: [['Received in trust', amount]],
    note: taken
      ? 'This receipt no longer holds: the entry that it stands for was taken back.'
      : 'Held in trust for this trade until it is paid on by its terms.',
  })
  return { filename: `Receipt ${entry.receipt} ${title}.pdf`, type: 'application/pdf', body: Buffer.from(body) }
}

const header = [
  'Day',
  'Entry',
  'Deal',
  'From or to',
  'Purpose',
  'Method',
  'Reference',
  'Receipt',
  'In',
  'Out',
  'At the bank',
]

/** A month of the ledger as CSV, with what it began and ended with. */
export async function monthFile(ctx: ReadContext, month: string, hand: Hand): Promise<FileAnswer> {
  const detail = await monthDetail(ctx, month, hand)
  const entries = await entriesOfMonth(ctx, month)
  const outstanding = new Set(detail.outstanding)
  const text = (amount: number) => amount.toFixed(2)
  const rows = entries.map(entry => [
    entry.happened_on,
    String(entry.id),
    dealTitle(entry),
    entry.party,
    entry.purpose === null ? entry.reason : purposeLabels[entry.purpose],
    methodLabels[entry.method],
    entry.reference,
    entry.receipt === null ? '' : String(entry.receipt),
    entry.amount > 0 ? text(entry.amount / 100) : '',
    entry.amount < 0 ? text(-entry.amount / 100) : '',
    detail.state === 'open' ? '' : outstanding.has(entry.id) ? 'not yet' : 'yes',
  ])
  const sum = (label: string, amount: number | null, by = '') => [
    '',
    '',
    label,
    by,
    '',
    '',
    '',
    '',
    amount === null ? '' : text(amount),
  ]
  const sums = [
    sum('Balance at the beginning', detail.opening),
    sum('Balance at the end', detail.closing),
    sum('Balance at the bank', detail.bank_balance),
    sum('Balanced', null, detail.balanced?.by ?? ''),
    sum('Closed', null, detail.closed?.by ?? ''),
  ].map(row => [...row, ...Array.from({ length: header.length - row.length }, () => '')])
  const body = stringify([header, ...rows, ...sums], { bom: true, escape_formulas: true })
  return { filename: `Trust account ${month.slice(0, 7)}.csv`, type: 'text/csv; charset=utf-8', body }
}

import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts'
import { region } from '../../../../product/region/region.ts'
import { centsOf, dollarsOf } from '../../../deals/rules/commission.ts'
import { todayIn } from '../../../deals/rules/days.ts'
import type { TrustMonth, TrustMonthDetail } from '../../contract.ts'
import { stateOf } from '../../rules/kinds.ts'
import { areTwoPeople, differenceOf, type Hand, monthAfter, monthOf } from '../../rules/ledger.ts'
import { lockLedger } from '../queries/entries.ts'
import {
  entriesOfMonth,
  insertStep,
  lastClosed,
  type MonthSums,
  monthSums,
  outstandingOf,
  type StoredStep,
  stepsOf,
} from '../queries/months.ts'

/** The month that it is at the brokerage, by its first day. */
export const presentMonth = ({ now }: { now: Date }): string => monthOf(todayIn(now, region.zone))

const said = (step: StoredStep | undefined) => (step ? { at: step.created_at, by: step.by } : null)

/** A month as answers have it, from its sums and what was done with it. */
export function monthOfSums(sums: MonthSums, steps: readonly StoredStep[]): TrustMonth {
  const own = steps.filter(({ month }) => month === sums.month)
  const state = stateOf(own.at(-1)?.step ?? null)
  return {
    month: sums.month,
    state,
    opening: dollarsOf(sums.opening),
    received: dollarsOf(sums.received),
    paid: dollarsOf(-sums.paid),
    closing: dollarsOf(sums.closing),
    balanced: state === 'open' ? null : said(own.findLast(({ step }) => step === 'balanced')),
    closed: said(own.find(({ step }) => step === 'closed')),
  }
}

/** A month of the ledger with its sums and steps. */
async function requireMonth(ctx: QueryContext, month: string): Promise<{ sums: MonthSums; steps: StoredStep[] }> {
  const all = await monthSums(ctx, presentMonth(ctx))
  const sums = all.find(one => one.month === month)
  if (!sums) throw notFound('month')
  return { sums, steps: await stepsOf(ctx, [month]) }
}

/** Why a month cannot be balanced yet: it is not over, or one before it is open. */
async function whyWaits(ctx: QueryContext, month: string): Promise<string | null> {
  if (month >= presentMonth(ctx)) return 'This month is not over yet.'
  const closed = await lastClosed(ctx)
  const all = await monthSums(ctx, month)
  const next = closed === null ? all.at(-1)?.month : monthAfter(closed)
  return next !== undefined && month > next ? 'The months before it are closed first.' : null
}

/** A month with what it takes to balance it. */
export async function monthDetail(ctx: QueryContext, month: string, hand: Hand): Promise<TrustMonthDetail> {
  const { sums, steps } = await requireMonth(ctx, month)
  const last = steps.at(-1)
  const balanced = steps.findLast(({ step }) => step === 'balanced')
  const base = monthOfSums(sums, steps)
  return {
    ...base,
    bank_balance: balanced ? dollarsOf(balanced.bank_balance) : null,
    outstanding: balanced ? await outstandingOf(ctx, balanced.id) : [],
    waits_for: base.state === 'closed' ? null : await whyWaits(ctx, month),
    is_own: balanced !== undefined && base.state === 'balanced' && !areTwoPeople(handOf(balanced), hand),
    is_outdated: last?.step === 'balanced' && last.entry_count !== sums.entry_count,
  }
}

const handOf = ({ author_user_id, on_behalf_of }: StoredStep): Hand => ({ user_id: author_user_id, on_behalf_of })

/** Says that the bank and the ledger agree at the end of a month; refused when they do not, to the cent. */
export async function balanceMonth(
  ctx: Change,
  month: string,
  { bank_balance, outstanding }: { bank_balance: number; outstanding: readonly number[] },
): Promise<void> {
  await lockLedger(ctx)
  const { sums, steps } = await requireMonth(ctx, month)
  if (stateOf(steps.at(-1)?.step ?? null) === 'closed') throw conflict('This month is closed.')
  const why = await whyWaits(ctx, month)
  if (why !== null) throw conflict(why)
  const entries = await entriesOfMonth(ctx, month)
  const open = entries.filter(({ id }) => outstanding.includes(id))
  if (open.length < new Set(outstanding).size)
    throw invalid({ outstanding: ['names an entry that is not of this month.'] })
  const balances = { bank_balance: centsOf(bank_balance), book_balance: sums.closing }
  if (differenceOf(balances, open) !== 0)
    throw invalid({ bank_balance: ['The bank and the ledger do not agree to the cent.'] })
  await write(
    ctx,
    { month, step: 'balanced', ...balances, entry_count: sums.entry_count },
    open.map(({ id }) => id),
  )
}

/** Has a month balanced again that is not closed. */
export async function takeBackMonth(ctx: Change, month: string): Promise<void> {
  await lockLedger(ctx)
  const { last } = await requireBalanced(ctx, month)
  const { bank_balance, book_balance, entry_count } = last
  await write(ctx, { month, step: 'taken_back', bank_balance, book_balance, entry_count }, [])
}

/** Closes a month that somebody else balanced, when nothing was written into it since. */
export async function closeMonth(ctx: Change, month: string, hand: Hand): Promise<void> {
  await lockLedger(ctx)
  const { sums, last } = await requireBalanced(ctx, month)
  if (!areTwoPeople(handOf(last), hand))
    throw conflict('Two people close a month: somebody else has to look at it now.')
  if (last.entry_count !== sums.entry_count)
    throw conflict('The ledger of this month changed after it was balanced. It has to be balanced again.')
  const { bank_balance, book_balance, entry_count } = last
  await write(
    ctx,
    { month, step: 'closed', bank_balance, book_balance, entry_count },
    await outstandingOf(ctx, last.id),
  )
}

async function requireBalanced(ctx: Change, month: string): Promise<{ sums: MonthSums; last: StoredStep }> {
  const { sums, steps } = await requireMonth(ctx, month)
  const last = steps.at(-1)
  if (last?.step === 'closed') throw conflict('This month is closed.')
  if (last?.step !== 'balanced') throw conflict('Nobody has balanced this month.')
  return { sums, last }
}

async function write(
  ctx: Change,
  step: Parameters<typeof insertStep>[1],
  outstanding: readonly number[],
): Promise<void> {
  const id = await insertStep(ctx, step, outstanding)
  ctx.audit({ subject: 'trust_month', subject_id: id, after: { ...step, outstanding: [...outstanding] } })
  ctx.changed('trust', [], ['right:deals_access'])
}

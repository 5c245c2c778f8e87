import { addMonths, lightFormat } from 'date-fns'
import { aboutDeal, defineRights, everybody, type Request } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { trustAccountCalls } from './contract.ts'

/** They answer for the money of all deals. */
const keepers = ['admin', 'super', 'deals']
const others = everybody.filter(account => !keepers.includes(account))

/** A day in a month that nobody closes here. */
const DAY = '2026-11-02'
const entry = { amount: 100, happened_on: DAY, party: 'Ada Lovelace', method: 'wire', reference: '' }

const onDeal =
  (fields: object): Request =>
  async (world, account) => ({ path: { id: await world.deal(account) }, body: fields, refuses: others })

/** A deal of whoever asks, with a deposit. */
async function deposited(world: World, account: string): Promise<{ id: number; entry_id: number }> {
  const id = await world.deal(account)
  const entry_id = await world.one(
    `INSERT INTO trust_entries (deal_id, kind, amount, happened_on, party, method, receipt, created_at)
     SELECT $1, 'deposit', 10000, $2, 'Ada Lovelace', 'wire', coalesce(max(receipt), 0) + 1, now() FROM trust_entries
     RETURNING id`,
    [id, DAY],
  )
  return { id, entry_id }
}

const aboutEntry =
  (fields: object, refuses: readonly string[]): Request =>
  async (world, account) => {
    const { id, entry_id } = await deposited(world, account)
    return { path: { id }, body: { entry_id, ...fields }, refuses }
  }

const toPayOut: Request = async (world, account) => {
  const { id } = await deposited(world, account)
  return { path: { id }, body: { ...entry, purpose: 'refund' }, refuses: others }
}

const aboutMonth: Request = async world => {
  await deposited(world, 'agent')
  return { path: { month: '2026-11-01' }, refuses: others }
}

/** The first month that is open, long before that day, with a deposit, and what the bank then has. */
async function oldMonth(world: World, account: string): Promise<{ month: string; balance: number }> {
  const closed = await world.one(`SELECT count(*)::int AS id FROM trust_month_steps WHERE step = 'closed'`)
  const month = lightFormat(addMonths(new Date(2020, 0, 1), closed), 'yyyy-MM-dd')
  await world.one(
    `INSERT INTO trust_entries (deal_id, kind, amount, happened_on, party, method, receipt, created_at)
     SELECT $1, 'deposit', 10000, $2, 'Ada Lovelace', 'wire', coalesce(max(receipt), 0) + 1, now() FROM trust_entries
     RETURNING id`,
    [await world.deal(account), month],
  )
  const balance = await world.one(`SELECT sum(amount)::int AS id FROM trust_entries WHERE happened_on < $1`, [
    lightFormat(addMonths(new Date(2020, 0, 1), closed + 1), 'yyyy-MM-dd'),
  ])
  return { month, balance }
}

const toBalance: Request = async (world, account) => {
  const { month, balance } = await oldMonth(world, account)
  return { path: { month }, body: { bank_balance: balance / 100, outstanding: [] }, refuses: others }
}

/** A month that somebody else balanced. */
const balanced: Request = async (world, account) => {
  const { month, balance } = await oldMonth(world, account)
  await world.one(
    `INSERT INTO trust_month_steps (month, number, step, bank_balance, book_balance, entry_count, author_user_id, created_at)
     SELECT $1::date, coalesce(max(number), 0) + 1, 'balanced', $2, $2,
       (SELECT count(*) FROM trust_entries WHERE happened_on < $1::date + interval '1 month'), $3, now() FROM trust_month_steps WHERE month = $1
     RETURNING id`,
    [month, balance, await world.userId('desk')],
  )
  return { path: { month }, refuses: others }
}

/** A valid request for each call, and who may make it. */
export const rights = defineRights(trustAccountCalls, {
  deal: [everybody, aboutDeal()],
  receive: [everybody, onDeal(entry), 'in turn'],
  payOut: [everybody, toPayOut, 'in turn'],
  reverse: [everybody, aboutEntry({ happened_on: DAY, reason: 'Bounced' }, others), 'in turn'],
  receipt: [everybody, aboutEntry({}, []), 'in turn'],
  holdings: [everybody, () => ({ refuses: others })],
  months: [everybody, () => ({ refuses: others })],
  month: [everybody, aboutMonth, 'in turn'],
  entries: [everybody, aboutMonth, 'in turn'],
  file: [everybody, aboutMonth, 'in turn'],
  balance: [everybody, toBalance, 'in turn'],
  takeBack: [everybody, balanced, 'in turn'],
  close: [everybody, balanced, 'in turn'],
})

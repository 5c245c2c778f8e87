import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { entryKinds, methods, monthStates, purposes } from './rules/kinds.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    trust: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    trust_entry: true
    trust_month: true
  }
}

/** Dollars, with cents behind the point; what leaves the account is negative. */
const Money = z.number()
const MAX_DOLLARS = 100_000_000
const cents = { error: 'must be an amount of dollars and cents' }
const Dollars = z.number().min(0.01).max(MAX_DOLLARS).multipleOf(0.01, cents)
const Balance = z.number().min(-MAX_DOLLARS).max(MAX_DOLLARS).multipleOf(0.01, cents)

/** A month, by its first day, such as 2026-11-01. */
const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])-01$/, { error: 'must be the first day of a month' })

/** Money of others that came in or went out. */
export const TrustEntry = z.object({
  id: Id,
  deal_id: Id,
  /** The deal as it is called. */
  deal: z.string(),
  kind: z.enum(entryKinds),
  amount: Money,
  happened_on: CalendarDate,
  party: z.string(),
  method: z.enum(methods),
  purpose: z.enum(purposes).nullable(),
  reference: z.string(),
  reason: z.string(),
  /** The number of the receipt; only deposits have one. */
  receipt: z.int().nullable(),
  /** The entry that it takes back. */
  corrects: Id.nullable(),
  /** Another entry takes it back. */
  is_reversed: z.boolean(),
  created_at: Instant,
  by: z.string().nullable(),
})
export type TrustEntry = z.output<typeof TrustEntry>

/** What is held for a deal, with every entry in the order of its days. */
export const DealTrust = z.object({
  held: Money,
  /** The deposit that the deal agreed on. */
  agreed: Money.nullable(),
  entries: z.array(TrustEntry),
  /** The first day that is not in a closed month; `null` while no month is closed. */
  open_from: CalendarDate.nullable(),
  may_write: z.boolean(),
})
export type DealTrust = z.output<typeof DealTrust>

/** A deal for which money is held. */
export const TrustHolding = z.object({
  deal_id: Id,
  deal: z.string(),
  /** The deal's status, as a number. */
  status: z.int(),
  close_date: CalendarDate.nullable(),
  held: Money,
  /** The first day on which money came in for it. */
  since: CalendarDate,
})
export type TrustHolding = z.output<typeof TrustHolding>

const Step = z.object({ at: Instant, by: z.string().nullable() })

/** A month of the ledger. */
export const TrustMonth = z.object({
  month: CalendarDate,
  state: z.enum(monthStates),
  opening: Money,
  received: Money,
  paid: Money,
  closing: Money,
  balanced: Step.nullable(),
  closed: Step.nullable(),
})
export type TrustMonth = z.output<typeof TrustMonth>

/** The same with what it takes to balance it. */
export const TrustMonthDetail = TrustMonth.extend({
  /** What the bank says at the end of the month; `null` while nobody wrote it down. */
  bank_balance: Money.nullable(),
  /** What the bank does not have yet, as the last person who balanced it said. */
  outstanding: z.array(Id),
  /** Why it cannot be balanced yet; `null` when it can. */
  waits_for: z.string().nullable(),
  /** The viewer balanced it, so somebody else closes it. */
  is_own: z.boolean(),
  /** The ledger changed after it was balanced. */
  is_outdated: z.boolean(),
})
export type TrustMonthDetail = z.output<typeof TrustMonthDetail>

/** An entry as a month is balanced with it. */
export const MonthEntry = TrustEntry.extend({
  /** It is of a month before, whose bank statement did not have it yet. */
  is_carried: z.boolean(),
})
export type MonthEntry = z.output<typeof MonthEntry>

const entry = {
  amount: Dollars,
  happened_on: CalendarDate,
  party: line(120).min(1, { error: 'must not be empty' }),
  method: z.enum(methods),
  reference: line(60),
}
const right = 'deals_access'
const ofMonth = { right, params: z.object({ month: Month }) } as const

export const trustAccountCalls = {
  deal: read('deals/:id/trust', {
    right,
    output: DealTrust,
    summary: 'What is held in trust for a deal; agents see the deals that they are on.',
  }),
  receive: write('deals/:id/trust/deposits', {
    right,
    input: z.object(entry),
    output: DealTrust,
    summary: 'Writes down money that came in, with the next number for its receipt.',
  }),
  payOut: write('deals/:id/trust/payments', {
    right,
    input: z.object({ ...entry, purpose: z.enum(purposes) }),
    output: DealTrust,
    summary: 'Writes down money that went out; never more than the deal holds on that day.',
  }),
  reverse: write('deals/:id/trust/reversals', {
    right,
    input: z.object({
      entry_id: Id,
      happened_on: CalendarDate,
      reason: line(500).min(1, { error: 'must not be empty' }),
    }),
    output: DealTrust,
    summary: 'Takes an entry back by one that points to it.',
  }),
  receipt: read('deals/:id/trust/receipt', {
    right,
    input: z.object({ entry_id: Id }),
    output: Nothing,
    summary: 'The receipt for a deposit, as PDF.',
  }),
  holdings: read('trust/deals', {
    right,
    input: PageInput,
    output: page(TrustHolding),
    summary: 'Deals for which money is held, the most first.',
  }),
  months: read('trust/months', {
    right,
    input: PageInput,
    output: page(TrustMonth),
    summary: 'Months of the ledger since its first entry, the latest first.',
  }),
  month: read('trust/months/:month', { ...ofMonth, output: TrustMonthDetail }),
  entries: read('trust/months/:month/entries', {
    ...ofMonth,
    input: PageInput,
    output: page(MonthEntry),
    summary: 'What happened in a month, and what earlier bank statements did not have yet.',
  }),
  file: read('trust/months/:month/file', {
    ...ofMonth,
    output: Nothing,
    summary: 'The same as CSV, with the balances of the month.',
  }),
  balance: write('trust/months/:month/balance', {
    ...ofMonth,
    input: z.object({
      bank_balance: Balance,
      /** Entries that the bank statement does not have yet. */
      outstanding: z.array(Id).max(1000).default([]),
    }),
    output: TrustMonthDetail,
    summary: 'Says that the bank statement and the ledger agree to the cent; refused when they do not.',
  }),
  takeBack: write('trust/months/:month/take-back', {
    ...ofMonth,
    output: TrustMonthDetail,
    summary: 'Has a month balanced again before it is closed.',
  }),
  close: write('trust/months/:month/close', {
    ...ofMonth,
    output: TrustMonthDetail,
    summary: 'Closes a month that somebody else balanced: nothing is written into it any more.',
  }),
}

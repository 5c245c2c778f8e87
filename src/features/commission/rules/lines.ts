import type { SplitParty } from '../../deals/rules/kinds.ts'
import type { TaxPart } from './tax.ts'

/** What a line is: who leaves first, who gets which part of an agent's side, what is charged, and the tax that nobody's line has. */
export const lineKinds = ['coop', 'referral', 'share', 'fee', 'tax'] as const
export type LineKind = (typeof lineKinds)[number]

/** How an amount came to whole cents: rounded to the nearest, by the largest remainder, what the others left, or as it was agreed. */
export const roundings = ['nearest', 'remainder', 'rest', 'exact'] as const
export type Rounding = (typeof roundings)[number]

/** One party's part by one rule. Lines of one `row` are the two sides of the same rule. Money is in cents. */
export interface Line {
  row: number
  kind: LineKind
  party: SplitParty
  agent_id: number | null
  name: string
  /** The agent from whose side of the deal it comes; `null` for what leaves before the sides. */
  of_agent_id: number | null
  /** The part of the deal that it belongs to. */
  split_id: number | null
  /** The version of a plan by which it was computed. */
  plan_id: number | null
  label: string
  /** The rule in words, as it was on that day. */
  rule: string
  base: bigint
  /** Ten-thousandths of a percent; `null` where the amount is no rate of its base. */
  rate: number | null
  amount: bigint
  rounding: Rounding
  /** Of all taxes together. */
  tax_rate: number
  tax: bigint
  taxes: readonly TaxPart[]
  /** With this line the side passed its cap. */
  is_above_cap: boolean
}

/** What lines come to, in cents. */
export const sumOf = (lines: readonly { amount: bigint }[]): bigint =>
  lines.reduce((sum, { amount }) => sum + amount, 0n)

/** The tax of lines, in cents. */
export const taxOf = (lines: readonly { tax: bigint }[]): bigint => lines.reduce((sum, { tax }) => sum + tax, 0n)

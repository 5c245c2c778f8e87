import { rateOfPercent } from '../../../deals/rules/commission.ts'
import type { AgentCommission, CommissionPlan } from '../../contract.ts'
import { inCents } from '../../rules/cents.ts'
import type { Line } from '../../rules/lines.ts'
import { type PlanTerms, planProblems } from '../../rules/plan.ts'
import { capUse, split } from '../../rules/split.ts'
import type { TaxRate } from '../../rules/tax.ts'

/** What is typed of a plan. Fields of numbers hold text while they are empty. */
export interface PlanValues extends Record<string, unknown> {
  name: string
  valid_from: string
  split_rate: number | string
  has_cap: boolean
  cap: number | string
  rate_above_cap: number | string
  tiers: { from: number | string; rate: number | string }[]
  deal_fee: number | string
  side_fee_rate: number | string
  side_fee_name: string
  referral_rate: number | string
  referral_agent_id: string
  referral_name: string
  year_month: string
  is_registered: boolean
  hst_number: string
}

const number = (value: number | string): number => Number(value) || 0

/** What the form of a new version begins with: the last version, or what most plans say. */
export const valuesOf = (plan: CommissionPlan | null, today: string): PlanValues => ({
  name: plan?.name ?? 'Standard',
  valid_from: today,
  split_rate: plan?.split_rate ?? 80,
  has_cap: plan ? plan.cap !== null : true,
  cap: plan?.cap ?? 24_000,
  rate_above_cap: plan?.rate_above_cap ?? 95,
  tiers: plan?.tiers.map(tier => ({ ...tier })) ?? [],
  deal_fee: plan?.deal_fee ?? 0,
  side_fee_rate: plan?.side_fee_rate ?? 0,
  side_fee_name: plan?.side_fee_name ?? '',
  referral_rate: plan?.referral_rate ?? 0,
  referral_agent_id: plan?.referral_agent_id ? String(plan.referral_agent_id) : '',
  referral_name: plan?.referral_agent_id ? '' : (plan?.referral_name ?? ''),
  year_month: String(plan?.year_month ?? 1),
  is_registered: plan?.is_registered ?? true,
  hst_number: plan?.hst_number ?? '',
})

/** What is sent of it. */
export const inputOf = (values: PlanValues) => {
  const { has_cap, cap, tiers, referral_agent_id, year_month, ...rest } = values
  const agent = Number(referral_agent_id) || null
  return {
    name: rest.name,
    valid_from: rest.valid_from,
    split_rate: number(rest.split_rate),
    cap: has_cap ? number(cap) : null,
    rate_above_cap: number(rest.rate_above_cap),
    tiers: tiers.map(({ from, rate }) => ({ from: number(from), rate: number(rate) })),
    deal_fee: number(rest.deal_fee),
    side_fee_rate: number(rest.side_fee_rate),
    side_fee_name: rest.side_fee_name,
    referral_rate: number(rest.referral_rate),
    referral_agent_id: agent,
    referral_name: agent === null ? rest.referral_name : '',
    year_month: Number(year_month),
    is_registered: rest.is_registered,
    hst_number: rest.hst_number,
  }
}

/** The terms that are typed, as the rules take them. */
export function termsOf(values: PlanValues, referralName: string): PlanTerms {
  const input = inputOf(values)
  return {
    ...input,
    plan_id: null,
    version: 0,
    referral_name: referralName || input.referral_name,
    split_rate: rateOfPercent(input.split_rate),
    rate_above_cap: rateOfPercent(input.rate_above_cap),
    side_fee_rate: rateOfPercent(input.side_fee_rate),
    referral_rate: rateOfPercent(input.referral_rate),
    cap: input.cap === null ? null : BigInt(inCents(input.cap)),
    deal_fee: BigInt(inCents(input.deal_fee)),
    tiers: input.tiers.map(({ from, rate }) => ({ from: BigInt(inCents(from)), rate: rateOfPercent(rate) })),
  }
}

/** An agent's year as answers have it. */
export type ExampleYear = Pick<AgentCommission, 'side' | 'house' | 'opening'>

/** What a deal would come to by the terms that are typed; `null` while they do not hold together. */
export function exampleOf(
  terms: PlanTerms,
  { commission, year, taxes }: { commission: number; year: ExampleYear; taxes: readonly TaxRate[] },
): { lines: Line[]; sentence: string | null } | null {
  if (Object.keys(planProblems(terms)).length > 0) return null
  const share = { id: null, party: 'agent' as const, agent_id: 1, name: 'Agent', rate: rateOfPercent(100) }
  const cents = ({ side, house }: { side: number; house: number }) => ({
    side: BigInt(inCents(side)),
    house: BigInt(inCents(house)),
  })
  const standing = { plan: terms, ...cents(year), opening: cents(year.opening) }
  const lines = split(
    { gross: BigInt(inCents(commission)), shares: [share], taxes, fee: null },
    new Map([[1, standing]]),
  )
  return { lines, sentence: capUse(1, standing, lines)?.sentence ?? null }
}

import { WHOLE_RATE } from '../../deals/rules/commission.ts'

/** From how much of an agent's commission in a year on which share holds. Money is in cents. */
export interface Tier {
  from: bigint
  rate: number
}

/** What a version of a plan says. Money is in cents, rates in ten-thousandths of a percent. */
export interface PlanTerms {
  /** `null` for one that is not stored, such as an example. */
  plan_id: number | null
  name: string
  version: number
  /** What the agent gets of their side, from the first dollar of the year on. */
  split_rate: number
  /** What they get from more on, lowest first. */
  tiers: readonly Tier[]
  /** What the brokerage gets of their side in a year before `rate_above_cap` holds. */
  cap: bigint | null
  rate_above_cap: number
  /** What a closed deal costs the agent. */
  deal_fee: bigint
  /** What is charged of the agent's part, and what for. */
  side_fee_rate: number
  side_fee_name: string
  /** What leaves the agent's side before it is divided, and who gets it. */
  referral_rate: number
  referral_agent_id: number | null
  referral_name: string
  /** The month in which the agent's year begins, from 1 on. */
  year_month: number
  /** Whether the agent charges the taxes of the province. */
  is_registered: boolean
}

/** What is wrong with the terms of a plan, by field; nothing when they hold together. */
export function planProblems(plan: PlanTerms): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const steps = [{ from: 0n, rate: plan.split_rate }, ...plan.tiers]
  const isRising = steps.every((step, at) => {
    const before = steps[at - 1]
    return !before || (step.from > before.from && step.rate >= before.rate)
  })
  if (!isRising) problems.tiers = ['Each tier begins above the one before, and gives at least as much.']
  const last = steps.at(-1)?.rate ?? 0
  if (plan.cap !== null && plan.rate_above_cap < last)
    problems.rate_above_cap = ['Above the cap an agent gets at least as much as below it.']
  if (plan.referral_rate > 0 && plan.referral_agent_id === null && plan.referral_name === '')
    problems.referral_name = ['Say who gets the referral fee.']
  if (plan.side_fee_rate > 0 && plan.side_fee_name === '') problems.side_fee_name = ['Say what the fee is for.']
  return problems
}

/** The first day of the agent's year that a day is in. Days are yyyy-MM-dd. */
export function yearOf(day: string, month: number): string {
  const start = `-${String(month).padStart(2, '0')}-01`
  const year = Number(day.slice(0, 4))
  return day >= `${year}${start}` ? `${year}${start}` : `${year - 1}${start}`
}

/** A rate as people write it: 80 %, 2.25 %. */
export const rateText = (rate: number): string => `${Number(((rate * 100) / WHOLE_RATE).toFixed(4))} %`

/** Cents as statements write them, to the cent: $1,240.00. */
export function centsText(cents: bigint): string {
  const [dollars, rest] = [(cents < 0n ? -cents : cents) / 100n, (cents < 0n ? -cents : cents) % 100n]
  const grouped = String(dollars).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0n ? '−' : ''}$${grouped}.${String(rest).padStart(2, '0')}`
}

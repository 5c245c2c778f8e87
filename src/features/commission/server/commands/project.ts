import type { QueryContext } from '../../../../platform/server/context.ts'
import { region } from '../../../../product/region/region.ts'
import { todayIn } from '../../../deals/rules/days.ts'
import { type Line, sumOf } from '../../rules/lines.ts'
import { type PlanTerms, yearOf } from '../../rules/plan.ts'
import { type Standing, split } from '../../rules/split.ts'
import { type TaxRate, taxesOn } from '../../rules/tax.ts'
import type { DealFacts } from '../queries/facts.ts'
import { plansOn, type StoredPlan } from '../queries/plans.ts'
import { countedInYears, nothingSoFar } from '../queries/years.ts'

/** The terms of a stored version. */
export const termsOf = (plan: StoredPlan): PlanTerms => ({
  ...plan,
  plan_id: plan.id,
  tiers: plan.tiers.map(({ from, rate }) => ({ from: BigInt(from), rate })),
  cap: plan.cap === null ? null : BigInt(plan.cap),
  deal_fee: BigInt(plan.deal_fee),
  referral_name: plan.referral_agent ?? plan.referral_name,
})

/** What a deal's commission comes to by the plans of its closing day and what has closed so far. */
export interface Projection {
  lines: Line[]
  standings: ReadonlyMap<number, Standing>
  taxes: readonly TaxRate[]
  /** The day by which plans and years are chosen. */
  day: string
  /** The first day of the year of each agent. */
  years: ReadonlyMap<number, string>
}

/** The agents on a deal. */
export const agentsOn = ({ shares }: DealFacts): number[] => [
  ...new Set(shares.flatMap(({ agent_id }) => (agent_id === null ? [] : [agent_id]))),
]

/** Computes a deal as if it closed now, on its day. */
export async function project(ctx: QueryContext, facts: DealFacts): Promise<Projection> {
  const day = facts.close_date ?? todayIn(ctx.now, region.zone)
  const agents = agentsOn(facts)
  const plans = new Map((await plansOn(ctx, agents, day)).map(plan => [plan.agent_id, termsOf(plan)]))
  const years = new Map(agents.map(id => [id, yearOf(day, plans.get(id)?.year_month ?? 1)]))
  const standings = new Map<number, Standing>()
  const counted = await countedInYears(ctx, years)
  for (const [agent, plan] of plans) standings.set(agent, { plan, ...(counted.get(agent) ?? nothingSoFar) })
  const { agent_id, transaction_fee } = facts
  const fee = agent_id === null || transaction_fee === null ? null : { agent_id, amount: BigInt(transaction_fee) }
  const taxes = taxesOn(ctx.config.province, day)
  const lines = split({ gross: BigInt(facts.gross), shares: facts.shares, taxes, fee }, standings)
  return { lines, standings, taxes, day, years }
}

/** What each agent's part of a deal came to before fees, by the part of the deal. */
export function keptOf({ shares }: DealFacts, lines: readonly Line[]): { id: number; amount: number }[] {
  return shares
    .filter(({ party }) => party === 'agent')
    .map(({ id }) => ({
      id,
      amount: Number(
        sumOf(lines.filter(line => line.split_id === id && line.kind === 'share' && line.party === 'agent')),
      ),
    }))
}

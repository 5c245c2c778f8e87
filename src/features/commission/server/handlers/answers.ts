import type { QueryContext, ReadContext } from '../../../../platform/server/context.ts'
import { forbidden, notFound } from '../../../../platform/server/errors.ts'
import { region } from '../../../../product/region/region.ts'
import { dollarsOf, percentOfRate } from '../../../deals/rules/commission.ts'
import { figureDays } from '../../../deals/rules/days.ts'
import { dealStatus, seesAllDeals } from '../../../deals/rules/kinds.ts'
import { requireDeal } from '../../../deals/server/queries/reach.ts'
import type {
  AgentAccount,
  AgentCommission,
  CommissionLine,
  CommissionPlan,
  DealCap,
  DealCommission,
} from '../../contract.ts'
import type { Line } from '../../rules/lines.ts'
import { partOf } from '../../rules/parts.ts'
import { yearOf } from '../../rules/plan.ts'
import { capUse } from '../../rules/split.ts'
import { isOwnLine, keepsCommission } from '../../rules/statements.ts'
import { HST_RATE } from '../../rules/tax.ts'
import { type Projection, project } from '../commands/project.ts'
import { factsOf } from '../queries/facts.ts'
import { type NamedAgent, namedAgents, plansOf, plansOn, type StoredPlan } from '../queries/plans.ts'
import { countedIn, linesOf, paidMonths, type StoredLine, statementsOf } from '../queries/statements.ts'

const dollars = (cents: bigint): number => Number(cents) / 100

/** A version of a plan as answers have it. */
function planOf(plan: StoredPlan): CommissionPlan {
  const { agent_id: _, referral_agent, tiers, cap, deal_fee, ...rest } = plan
  return {
    ...rest,
    referral_name: referral_agent ?? rest.referral_name,
    split_rate: percentOfRate(plan.split_rate),
    rate_above_cap: percentOfRate(plan.rate_above_cap),
    side_fee_rate: percentOfRate(plan.side_fee_rate),
    referral_rate: percentOfRate(plan.referral_rate),
    cap: cap === null ? null : dollarsOf(cap),
    deal_fee: dollarsOf(deal_fee),
    tiers: tiers.map(({ from, rate }) => ({ from: dollarsOf(from), rate: percentOfRate(rate) })),
  }
}

/** Refuses whoever is neither the agent nor answers for everybody's commission. */
export function requireOwn(ctx: ReadContext, agentId: number): void {
  if (keepsCommission(ctx.viewer)) return
  if (ctx.viewer.agent_id !== agentId) throw notFound('agent')
}

/** Refuses whoever does not answer for everybody's commission. */
export function requireKeeper(ctx: ReadContext): void {
  if (!keepsCommission(ctx.viewer))
    throw forbidden('Only administrators and deals administrators set up commission and see what everybody is paid.')
}

async function summaryOf(ctx: QueryContext, agent: NamedAgent, stored: StoredPlan | null): Promise<AgentCommission> {
  const { today } = figureDays(ctx.now, region.zone)
  const year_start = yearOf(today, stored?.year_month ?? 1)
  const { side, house } = await countedIn(ctx, agent.id, year_start)
  return {
    agent_id: agent.id,
    name: agent.name,
    plan: stored && planOf(stored),
    year_start,
    side: dollars(side),
    house: dollars(house),
    open_deals: agent.open_deals,
  }
}

/** Plans and years of everybody whose commission the viewer may see. */
export async function summaries(ctx: ReadContext): Promise<AgentCommission[]> {
  const isKeeper = keepsCommission(ctx.viewer)
  if (!isKeeper && ctx.viewer.agent_id === null) requireKeeper(ctx)
  const agents = await namedAgents(ctx, isKeeper ? null : ctx.viewer.agent_id)
  const { today } = figureDays(ctx.now, region.zone)
  const plans = await plansOn(
    ctx,
    agents.map(({ id }) => id),
    today,
  )
  return Promise.all(agents.map(agent => summaryOf(ctx, agent, plans.find(plan => plan.agent_id === agent.id) ?? null)))
}

/** An agent's plan with all its versions, and what they were paid. */
export async function accountOf(ctx: ReadContext, agentId: number): Promise<AgentAccount> {
  const [agent] = await namedAgents(ctx, agentId)
  if (!agent) throw notFound('agent')
  const { today } = figureDays(ctx.now, region.zone)
  const [versions, [current], months] = await Promise.all([
    plansOf(ctx, agentId),
    plansOn(ctx, [agentId], today),
    paidMonths(ctx, agentId),
  ])
  return {
    ...(await summaryOf(ctx, agent, current ?? null)),
    versions: versions.map(planOf),
    months: months.map(({ amount, tax, ...month }) => ({ ...month, amount: dollarsOf(amount), tax: dollarsOf(tax) })),
    may_edit: keepsCommission(ctx.viewer),
  }
}

const lineOf = (line: Line | StoredLine): CommissionLine => ({
  ...line,
  id: 'id' in line ? line.id : null,
  statement: 'statement' in line ? line.statement : 0,
  corrects: 'corrects' in line ? line.corrects : null,
  base: dollars(line.base),
  rate: line.rate === null ? null : percentOfRate(line.rate),
  amount: dollars(line.amount),
  tax_rate: percentOfRate(line.tax_rate),
  tax: dollars(line.tax),
})

/** The commission of a deal as the viewer may see it. */
export async function dealCommission(ctx: ReadContext, dealId: number): Promise<DealCommission> {
  await requireDeal(ctx, dealId)
  const facts = await factsOf(ctx, dealId)
  if (!facts) throw notFound('deal')
  const [stored, statements] = await Promise.all([linesOf(ctx, dealId), statementsOf(ctx, dealId)])
  const isStated = statements.findLast(({ kind }) => kind !== 'correction')?.kind === 'closing'
  const isWhole = seesAllDeals(ctx.viewer)
  const projection = isStated || facts.status === dealStatus.fellThrough ? null : await project(ctx, facts)
  const seen = [...(projection?.lines ?? []), ...stored].filter(line => isWhole || isOwnLine(line, ctx.viewer.agent_id))
  return {
    state: stateOf(facts.status, isStated),
    gross: dollarsOf(facts.gross),
    tax: dollars(partOf(BigInt(facts.gross), HST_RATE)),
    lines: seen.map(lineOf),
    is_whole: isWhole,
    ...capsOf(projection, ({ agent_id }) => isWhole || agent_id === ctx.viewer.agent_id),
    statements: statements.map(({ number, kind, created_at, by, reason }) => ({
      number,
      kind,
      at: created_at,
      by,
      reason,
    })),
    may_correct: keepsCommission(ctx.viewer),
  }
}

function stateOf(status: number, isStated: boolean): DealCommission['state'] {
  if (status === dealStatus.fellThrough) return 'fell_through'
  if (isStated) return 'frozen'
  return status === dealStatus.closed ? 'unstated' : 'projected'
}

function capsOf(
  projection: Projection | null,
  isSeen: (one: { agent_id: number }) => boolean,
): Pick<DealCommission, 'caps' | 'plans'> {
  const caps: DealCap[] = []
  const plans: string[] = []
  for (const [agent_id, standing] of projection?.standings ?? []) {
    if (!projection || !isSeen({ agent_id })) continue
    const name = projection.lines.find(line => line.agent_id === agent_id)?.name ?? ''
    const plan = `Plan “${standing.plan.name}”, version ${standing.plan.version}`
    plans.push(plan)
    const use = capUse(agent_id, standing, projection.lines)
    if (!use) continue
    const { cap, before, below, above, side_above, rate, rate_before, sentence } = use
    caps.push({
      agent_id,
      name,
      plan,
      sentence,
      rate: percentOfRate(rate),
      rate_before: percentOfRate(rate_before),
      cap: dollars(cap),
      before: dollars(before),
      below: dollars(below),
      above: dollars(above),
      side_above: dollars(side_above),
    })
  }
  return { caps, plans }
}

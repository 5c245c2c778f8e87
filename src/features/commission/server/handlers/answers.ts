import { pageOfWhole } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, ReadContext } from '../../../../platform/server/context.ts'
import { forbidden, notFound } from '../../../../platform/server/errors.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { region } from '../../../../product/region/region.ts'
import { dollarsOf, percentOfRate } from '../../../deals/rules/commission.ts'
import { todayIn } from '../../../deals/rules/days.ts'
import { dealStatus, seesAllDeals } from '../../../deals/rules/kinds.ts'
import { requireDeal } from '../../../deals/server/queries/reach.ts'
import type {
  AgentAccount,
  AgentCommission,
  CommissionLine,
  CommissionPlan,
  DealCap,
  DealCommission,
  OpeningLine,
  Renewal,
} from '../../contract.ts'
import { type Line, sumOf } from '../../rules/lines.ts'
import { yearOf } from '../../rules/plan.ts'
import { capUse } from '../../rules/split.ts'
import { isOwnLine, keepsCommission } from '../../rules/statements.ts'
import { ratesOf, type TaxPart, taxesOn, taxPartsOf } from '../../rules/tax.ts'
import { type Projection, project } from '../commands/project.ts'
import { standingLines } from '../commands/statement.ts'
import { factsOf, nextDealOf } from '../queries/facts.ts'
import { type NamedAgent, namedAgents, plansOf, plansOn, type StoredPlan } from '../queries/plans.ts'
import { renewalsOf, type StoredRenewal } from '../queries/renewals.ts'
import { linesOf, paidMonths, type StoredLine, statementsOf } from '../queries/statements.ts'
import { countedInYears, nothingSoFar, openingsOf, type StoredOpening } from '../queries/years.ts'

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

/** Plans and years of agents, with as few questions for all of them as for one. */
async function summariesOf(ctx: QueryContext, agents: readonly NamedAgent[]): Promise<AgentCommission[]> {
  const today = todayIn(ctx.now, region.zone)
  const stored = await plansOn(
    ctx,
    agents.map(({ id }) => id),
    today,
  )
  const plans = new Map(stored.map(plan => [plan.agent_id, plan]))
  const years = new Map(agents.map(({ id }) => [id, yearOf(today, plans.get(id)?.year_month ?? 1)]))
  const counted = await countedInYears(ctx, years)
  return agents.map(({ id, name, open_deals }) => {
    const plan = plans.get(id)
    const { side, house, opening } = counted.get(id) ?? nothingSoFar
    return {
      agent_id: id,
      name,
      plan: plan ? planOf(plan) : null,
      year_start: years.get(id) ?? today,
      side: dollars(side),
      house: dollars(house),
      opening: { side: dollars(opening.side), house: dollars(opening.house) },
      open_deals,
    }
  })
}

/** Plans and years of everybody whose commission the viewer may see, by name. */
export async function summaries(ctx: ReadContext, asked: PageInput): Promise<Page<AgentCommission>> {
  const isKeeper = keepsCommission(ctx.viewer)
  if (!isKeeper && ctx.viewer.agent_id === null) requireKeeper(ctx)
  const agents = await namedAgents(ctx, isKeeper ? null : ctx.viewer.agent_id)
  const found = pageOfWhole(agents, { asked })
  return { ...found, data: await summariesOf(ctx, found.data) }
}

/** An agent's plan with all its versions, and what they were paid. */
export async function accountOf(ctx: ReadContext, agentId: number): Promise<AgentAccount> {
  const [agent] = await namedAgents(ctx, agentId)
  if (!agent) throw notFound('agent')
  const [[summary], versions, months, openings] = await Promise.all([
    summariesOf(ctx, [agent]),
    plansOf(ctx, agentId),
    paidMonths(ctx, agentId),
    openingsOf(ctx, agentId),
  ])
  if (!summary) throw notFound('agent')
  return {
    ...summary,
    versions: versions.map(planOf),
    months: months.map(({ amount, tax, ...month }) => ({ ...month, amount: dollarsOf(amount), tax: dollarsOf(tax) })),
    next: summary.plan && (await nextOf(ctx, agentId, summary.year_start)),
    taxes: taxesOn(ctx.config.province, todayIn(ctx.now, region.zone)).map(({ name, rate }) => ({
      name,
      rate: percentOfRate(rate),
    })),
    openings: openings.map(openingOf),
    may_edit: keepsCommission(ctx.viewer),
  }
}

/** The deal that closes next, with what of it counts for the agent's year. */
async function nextOf(ctx: QueryContext, agentId: number, yearStart: string): Promise<AgentAccount['next']> {
  const next = await nextDealOf(ctx, agentId, yearStart)
  const facts = next && (await factsOf(ctx, next.id))
  if (!facts) return null
  const { lines } = await project(ctx, facts)
  const side = sumOf(lines.filter(line => line.of_agent_id === agentId && line.kind === 'share'))
  return { deal_id: next.id, title: next.title, close_date: next.close_date, side: dollars(side) }
}

const openingOf = ({ side, house, created_at, ...line }: StoredOpening): OpeningLine => ({
  ...line,
  side: dollarsOf(side),
  house: dollarsOf(house),
  at: created_at,
})

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
  taxes: line.taxes.map(taxOf),
})

const taxOf = ({ name, rate, amount }: TaxPart) => ({ name, rate: percentOfRate(rate), amount: dollars(amount) })

/** The commission of a deal as the viewer may see it. */
export async function dealCommission(ctx: ReadContext, dealId: number): Promise<DealCommission> {
  await requireDeal(ctx, dealId)
  const facts = await factsOf(ctx, dealId)
  if (!facts) throw notFound('deal')
  const [stored, statements, renewals] = await Promise.all([
    linesOf(ctx, dealId),
    statementsOf(ctx, dealId),
    renewalsOf(ctx, dealId),
  ])
  const isStated = statements.findLast(({ kind }) => kind !== 'correction')?.kind === 'closing'
  const isWhole = seesAllDeals(ctx.viewer)
  const projection = isStated || facts.status === dealStatus.fellThrough ? null : await project(ctx, facts)
  const rates = isStated ? ratesOf(standingLines(stored)) : projection?.taxes
  const taxes = taxPartsOf(BigInt(facts.gross), rates ?? [])
  const seen = [...(projection?.lines ?? []), ...stored].filter(line => isWhole || isOwnLine(line, ctx.viewer.agent_id))
  return {
    state: stateOf(facts.status, isStated),
    gross: dollarsOf(facts.gross),
    tax: dollars(sumOf(taxes)),
    taxes: taxes.map(taxOf),
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
    renewals: renewals.filter(({ agent_id }) => isWhole || agent_id === ctx.viewer.agent_id).map(renewalOf),
    may_correct: keepsCommission(ctx.viewer),
  }
}

const renewalOf = ({ created_at, part, part_before, counted, counted_before, ...rest }: StoredRenewal): Renewal => ({
  ...rest,
  at: created_at,
  part: dollarsOf(part),
  part_before: part_before === null ? null : dollarsOf(part_before),
  counted: dollarsOf(counted),
  counted_before: counted_before === null ? null : dollarsOf(counted_before),
})

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
    const { cap, before, opening, below, above, side_above, rate, rate_before, sentence } = use
    caps.push({
      agent_id,
      name,
      plan,
      sentence,
      rate: percentOfRate(rate),
      rate_before: percentOfRate(rate_before),
      cap: dollars(cap),
      before: dollars(before),
      opening: dollars(opening),
      below: dollars(below),
      above: dollars(above),
      side_above: dollars(side_above),
    })
  }
  return { caps, plans }
}

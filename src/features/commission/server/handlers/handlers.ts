import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import type { WriteContext } from '../../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts'
import { centsOf, rateOfPercent } from '../../../deals/rules/commission.ts'
import { dealStatus } from '../../../deals/rules/kinds.ts'
import { lockDeal, requireDeal } from '../../../deals/server/queries/reach.ts'
import type { commissionCalls, NewPlan } from '../../contract.ts'
import { planProblems } from '../../rules/plan.ts'
import { sayOpening } from '../commands/openings.ts'
import { termsOf } from '../commands/project.ts'
import { correctLine, isStated, standingLines, stateDeal } from '../commands/statement.ts'
import { renewProjections } from '../jobs.ts'
import { insertPlan, lockAgents, namedAgents, type PlanColumns } from '../queries/plans.ts'
import { linesOf } from '../queries/statements.ts'
import { accountOf, dealCommission, requireKeeper, requireOwn, summaries } from './answers.ts'
import { monthFile, statementFile, t4aFile } from './files.ts'

export const commissionHandlers: Handlers<typeof commissionCalls> = {
  agents: summaries,

  async account(ctx, { agentId }) {
    requireOwn(ctx, agentId)
    return accountOf(ctx, agentId)
  },

  async savePlan(ctx, { agentId, ...given }) {
    requireKeeper(ctx)
    const [agent] = await namedAgents(ctx, agentId)
    if (!agent) throw notFound('agent')
    const plan = columnsOf(agentId, given)
    await requireSound(ctx, plan)
    await lockAgents(ctx, [agentId])
    const { id, version } = await insertPlan(ctx, plan)
    ctx.audit({ subject: 'commission_plan', subject_id: id, after: { agent_id: agentId, version, ...given } })
    ctx.changed('commission', [], [`agent:${agentId}`, 'right:deals_access'])
    await ctx.enqueue(renewProjections, { agent_ids: [agentId], cause: { kind: 'plan', deal_id: null } })
    return accountOf(ctx, agentId)
  },

  async saveOpening(ctx, { agentId, side, house, ...said }) {
    requireKeeper(ctx)
    if ((await namedAgents(ctx, agentId)).length === 0) throw notFound('agent')
    await sayOpening(ctx, {
      ...said,
      agent_id: agentId,
      side: BigInt(centsOf(side)),
      house: BigInt(centsOf(house)),
    })
    return accountOf(ctx, agentId)
  },

  async month(ctx, { agentId, month }, { sendFile }) {
    requireOwn(ctx, agentId)
    sendFile(await monthFile(ctx, agentId, month))
    return {}
  },

  async t4a(ctx, { year }, { sendFile }) {
    requireKeeper(ctx)
    sendFile(await t4aFile(ctx, year))
    return {}
  },

  deal: (ctx, { id }) => dealCommission(ctx, id),

  async state(ctx, { id }) {
    const deal = await lockDeal(ctx, id)
    requireKeeper(ctx)
    if (deal.status !== dealStatus.closed) throw conflict('A statement is made when the deal closes.')
    await stateDeal(ctx, id)
    return dealCommission(ctx, id)
  },

  async correct(ctx, { id, line_id, amount, reason }) {
    await lockDeal(ctx, id)
    requireKeeper(ctx)
    if (!(await isStated(ctx, id)))
      throw conflict('Only a stated commission is corrected: a projection follows its rules.')
    const standing = standingLines(await linesOf(ctx, id))
    const line = standing.find(one => one.id === line_id && one.corrects === null)
    if (!line) throw notFound('line')
    if (line.party === 'brokerage')
      throw invalid({ line_id: ['Correct the line of the other party: the brokerage takes the rest.'] })
    const now = standing
      .filter(one => one.id === line_id || (one.corrects === line_id && one.party === line.party))
      .reduce((sum, one) => sum + one.amount, 0n)
    const wanted = BigInt(centsOf(amount))
    if (wanted === now) throw invalid({ amount: ['This is what the line says already.'] })
    await correctLine(ctx, id, { line, amount: wanted, reason, now })
    return dealCommission(ctx, id)
  },

  async statement(ctx, { id, agent_id }, { sendFile }) {
    const deal = await requireDeal(ctx, id)
    requireOwn(ctx, agent_id)
    sendFile(await statementFile(ctx, deal, agent_id))
    return {}
  },
}

function columnsOf(agent_id: number, given: NewPlan): PlanColumns {
  return {
    ...given,
    agent_id,
    tiers: given.tiers.map(({ from, rate }) => ({ from: centsOf(from), rate: rateOfPercent(rate) })),
    cap: given.cap === null ? null : centsOf(given.cap),
    deal_fee: centsOf(given.deal_fee),
    split_rate: rateOfPercent(given.split_rate),
    rate_above_cap: rateOfPercent(given.rate_above_cap),
    side_fee_rate: rateOfPercent(given.side_fee_rate),
    referral_rate: rateOfPercent(given.referral_rate),
    referral_name: given.referral_agent_id === null ? given.referral_name : '',
  }
}

async function requireSound(ctx: WriteContext, plan: PlanColumns): Promise<void> {
  const stored = { ...plan, id: 0, version: 0, created_at: '', by: null, referral_agent: null }
  const problems = planProblems(termsOf(stored))
  if (plan.referral_agent_id === plan.agent_id)
    problems.referral_agent_id = ['An agent gets no referral fee of their own side.']
  if (plan.referral_agent_id !== null && (await namedAgents(ctx, plan.referral_agent_id)).length === 0)
    problems.referral_agent_id = ['There is no such agent.']
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { QueryContext, ReadContext } from '../../../platform/server/context.ts'
import { stale } from '../../../platform/server/errors.ts'
import { region } from '../../../product/region/region.ts'
import { foundLeads } from '../../leads/server/queries/pages.ts'
import type { DealDetail, DealStats, dealCalls } from '../contract.ts'
import { closingGaps } from '../events.ts'
import { dollarsOf } from '../rules/commission.ts'
import { figureDays } from '../rules/days.ts'
import { addedUp, byMonth, rankAt } from '../rules/figures.ts'
import { dealStatuses, dealTypes, noOption } from '../rules/kinds.ts'
import { changeDeal } from './commands/deals.ts'
import { lookingUp, matchClients, withProposals } from './commands/matching.ts'
import { isAccountValid } from './queries/account.ts'
import { matchLeads } from './queries/candidates.ts'
import { clientsOfDeal, unmatchedClients } from './queries/clients.ts'
import { readDeal } from './queries/detail.ts'
import { dealPage } from './queries/list.ts'
import { lockDeal, requireDeal } from './queries/reach.ts'
import { activeAgents, agentMonths, closedMonths, closedTotals, pendingMonths, pendingTotal } from './queries/stats.ts'

/** Leads that a search for matching answers at the most. */
const MAX_LEADS = 8

export const dealHandlers: Handlers<typeof dealCalls> = {
  async list(ctx, input) {
    const [page, validLonewolfAccount] = await Promise.all([dealPage(ctx, input), isAccountValid(ctx)])
    return { ...page, validLonewolfAccount }
  },
  stats: ctx => statsOf(ctx),
  types: async () => [noOption, ...dealTypes],
  statuses: async () => [noOption, ...dealStatuses],
  async unmatched(ctx, input) {
    const page = await unmatchedClients(ctx, input)
    return { ...page, data: await withProposals(ctx, page.data) }
  },
  async findLeads(ctx, { search }) {
    if (search === '') return []
    const looking = lookingUp(ctx)
    const found = await foundLeads(looking, search, MAX_LEADS)
    return matchLeads(
      looking,
      found.map(({ id }) => id),
    )
  },
  match: (ctx, { matches }) => matchClients(ctx, matches),
  get: (ctx, { id }) => detailOf(ctx, id),
  async update(ctx, { id, ...change }, { ifMatch }) {
    const { version } = await lockDeal(ctx, id)
    if (ifMatch !== null && ifMatch !== version) throw stale(await detailOf(ctx, id))
    await changeDeal(ctx, id, change)
    return detailOf(ctx, id)
  },
  async clients(ctx, { id }) {
    await requireDeal(ctx, id)
    return withProposals(ctx, await clientsOfDeal(ctx, id))
  },
}

async function detailOf(ctx: ReadContext & QueryContext, id: number): Promise<DealDetail> {
  const deal = await readDeal(ctx, id)
  const { missing } = await closingGaps.gather(ctx, { deal_id: id })
  return { ...deal, missing: [...missing] }
}

async function statsOf(ctx: ReadContext): Promise<DealStats> {
  const days = figureDays(ctx.now, region.zone)
  const [totals, sums, pending, pendingPoints, ofAgents, totalAgents] = await Promise.all([
    closedTotals(ctx, days),
    closedMonths(ctx, days),
    pendingTotal(ctx),
    pendingMonths(ctx, days.monthEnds),
    agentMonths(ctx, days),
    activeAgents(ctx),
  ])
  const monthly = (key: 'net' | 'gross', months = days.months) =>
    byMonth(
      months,
      sums.map(sum => ({ month: sum.month, sum: dollarsOf(sum[key]) })),
    )
  const thisYear = days.months.filter(month => month >= days.yearStart)
  const agent = ctx.viewer.agent_id
  const ranks = agent === null ? [] : thisYear.map(month => rankAt(ofAgents, agent, month))
  return {
    commissionYtd: dollarsOf(totals.ytd),
    commissionYear: dollarsOf(totals.year),
    commissionPending: dollarsOf(pending.net),
    grossCommissionYtd: dollarsOf(totals.gross_ytd),
    rank: ranks.at(-1) ?? null,
    totalAgents,
    pendingDeals: pending.deals,
    trends: {
      commissionYtd: { points: addedUp(monthly('net', thisYear)), before: dollarsOf(totals.ytd_before) },
      grossCommissionYtd: { points: addedUp(monthly('gross', thisYear)), before: dollarsOf(totals.gross_ytd_before) },
      commissionPending: { points: pendingPoints.map(dollarsOf), before: 0 },
      commissionYear: { points: monthly('net'), before: dollarsOf(totals.year_before) },
      rank: { points: ranks, before: ranks.at(-2) ?? 0 },
    },
  }
}

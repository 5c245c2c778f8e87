import type { QueryContext } from '../../../../platform/server/context.ts'
import { dayAfter } from '../../../../platform/wire/days.ts'
import type { FigureDays } from '../../../deals/rules/days.ts'
import { type MetricName, ratioOf } from '../../../reports/rules/metrics.ts'
import { type Period, stepsOf } from '../../../reports/rules/period.ts'
import { countsOf } from '../../../reports/server/queries/counts.ts'
import type { BusinessMonth, BusinessOverview } from '../../contract.ts'

type AgentIds = readonly number[] | null

/** Counts as the reports do: numbers of each step, and of all. */
async function counted(
  ctx: QueryContext,
  {
    metrics,
    agentIds,
    steps,
    ...period
  }: Period & { metrics: readonly MetricName[]; agentIds: AgentIds; steps: readonly string[] },
) {
  const { steps: found, totals } = await countsOf(ctx, {
    ...period,
    agentIds,
    now: ctx.now,
    row: 'source',
    steps,
    metrics,
  })
  const numberAt = (numbers: ReadonlyMap<MetricName, number | null> | undefined) => (metric: MetricName) =>
    numbers?.get(metric) ?? 0
  return { steps: found.map(numberAt), all: numberAt(totals) }
}

/** What closed in each month of this year and of the last, in dollars. */
export async function commissionOf(
  ctx: QueryContext,
  { today, yearStart, nextYear, lastYearStart, lastYearToday }: FigureDays,
  agentIds: AgentIds,
): Promise<Pick<BusinessOverview, 'closed' | 'closed_before'> & { months: Omit<BusinessMonth, 'expected'>[] }> {
  const months = stepsOf({ from: yearStart, to: dayAfter(nextYear, -1) }, 'month')
  const lastYear = { from: lastYearStart, to: dayAfter(yearStart, -1) }
  const asked = { metrics: ['gross'], agentIds } as const
  const now = await counted(ctx, { ...asked, from: yearStart, to: today, steps: months.filter(day => day <= today) })
  const last = await counted(ctx, { ...asked, ...lastYear, steps: stepsOf(lastYear, 'month') })
  const upTo = await counted(ctx, { ...asked, from: lastYearStart, to: lastYearToday, steps: [lastYearStart] })
  return {
    closed: now.all('gross'),
    closed_before: upTo.all('gross'),
    months: months.map((month, place) => ({
      month,
      closed: now.steps[place]?.('gross') ?? 0,
      before: last.steps[place]?.('gross') ?? 0,
    })),
  }
}

/** How many of the leads of the past 12 months have a closed deal; of the year before, how many had one when it ended. */
export async function leadToDeal(
  ctx: QueryContext,
  { today, yearAgo, twoYearsAgo, months }: FigureDays,
  agentIds: AgentIds,
): Promise<BusinessOverview['lead_to_deal']> {
  const asked = { metrics: ['closed_leads', 'new_leads'], agentIds } as const
  const year = { from: dayAfter(yearAgo, 1), to: today }
  const now = await counted(ctx, { ...asked, ...year, steps: stepsOf(year, 'month') })
  const before = { from: dayAfter(twoYearsAgo, 1), to: yearAgo }
  const last = await counted(ctx, { ...asked, ...before, steps: [before.from] })
  return {
    share: ratioOf(now.all('closed_leads'), now.all('new_leads')),
    before: ratioOf(last.all('closed_leads'), last.all('new_leads')),
    months: now.steps.slice(-months.length).map(of => ratioOf(of('closed_leads'), of('new_leads')) ?? 0),
  }
}

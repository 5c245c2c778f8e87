import type { QueryContext } from '../../../../platform/server/context.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { region } from '../../../../product/region/region.ts'
import { figureDays } from '../../../deals/rules/days.ts'
import type { BusinessOverview } from '../../contract.ts'
import { commissionOf, leadToDeal } from './figures.ts'
import { goalOf, pipelineOf } from './year.ts'

/** How the year goes for these agents, `null` for all; only the whole brokerage has a goal. */
export async function overviewOf(
  ctx: QueryContext,
  agentIds: readonly number[] | null,
  isWhole: boolean,
): Promise<BusinessOverview> {
  const days = figureDays(ctx.now, region.zone)
  const { months: expected, ...pipeline } = await pipelineOf(ctx, { agentIds, ...days })
  const { months, ...commission } = await commissionOf(ctx, days, agentIds)
  const byMonth = new Map(expected.map(({ month, gross }) => [month, gross / 100]))
  const goal = isWhole ? await goalOf(ctx, Number(days.today.slice(0, 4))) : null
  return {
    today: days.today,
    as_of: instantText(ctx.now),
    ...commission,
    months: months.map(month => ({ ...month, expected: byMonth.get(month.month) ?? 0 })),
    goal: goal && { amount: goal.gross / 100, set_by: goal.set_by, set_at: goal.set_at },
    pipeline: { ...pipeline, gross: pipeline.gross / 100, volume: pipeline.volume / 100 },
    lead_to_deal: await leadToDeal(ctx, days, agentIds),
  }
}

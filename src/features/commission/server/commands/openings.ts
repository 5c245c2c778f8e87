import type { WriteContext } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { yearOf } from '../../rules/plan.ts'
import type { Counted } from '../../rules/split.ts'
import { renewProjections } from '../jobs.ts'
import { lockAgents, plansOf } from '../queries/plans.ts'
import { insertOpening, openingsOf } from '../queries/years.ts'

/** What counts for a year besides the deals that are here, in cents, and where it is known from. */
export interface SaidOpening extends Counted {
  agent_id: number
  year_start: string
  note: string
}

/**
 * Says what counted for a year of an agent before their deals were kept here. What was said before stays: the difference is
 * added as a line that points to the first one.
 */
export async function sayOpening(ctx: WriteContext, said: SaidOpening): Promise<void> {
  const { agent_id, year_start, note } = said
  if (said.house > said.side) throw invalid({ house: ['The brokerage’s part is at most the whole commission.'] })
  await lockAgents(ctx, [agent_id])
  await requireYear(ctx, said)
  const lines = (await openingsOf(ctx, agent_id)).filter(line => line.year_start === year_start)
  const now = {
    side: lines.reduce((sum, { side }) => sum + BigInt(side), 0n),
    house: lines.reduce((sum, { house }) => sum + BigInt(house), 0n),
  }
  if (said.side === now.side && said.house === now.house)
    throw invalid({ side: ['This is what the opening balance says already.'] })
  const id = await insertOpening(ctx, {
    agent_id,
    year_start,
    note,
    corrects: lines[0]?.id ?? null,
    side: said.side - now.side,
    house: said.house - now.house,
  })
  const plain = ({ side, house }: Counted) => ({ side: Number(side), house: Number(house) })
  ctx.audit({
    subject: 'commission_opening',
    subject_id: id,
    ...(lines.length > 0 && { before: plain(now) }),
    after: { agent_id, year_start, ...plain(said), note },
  })
  ctx.changed('commission', [], [`agent:${agent_id}`, 'right:deals_access'])
  await ctx.enqueue(renewProjections, { agent_ids: [agent_id], cause: { kind: 'opening', deal_id: null } })
}

/** A balance of a day on which no year of the agent begins would count for nothing. */
async function requireYear(ctx: WriteContext, { agent_id, year_start }: SaidOpening): Promise<void> {
  const months = (await plansOf(ctx, agent_id)).map(({ year_month }) => year_month)
  const isStart = (months.length > 0 ? months : [1]).some(month => yearOf(year_start, month) === year_start)
  if (!isStart) throw invalid({ year_start: ['No year of this agent begins on this day.'] })
}

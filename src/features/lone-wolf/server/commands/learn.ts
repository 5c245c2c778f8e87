import type { Change } from '../../../../platform/server/context.ts'
import { checklistsOf, writeChecklist } from '../../../checklists/server/queries.ts'
import { isSame } from '../../rules/facts.ts'
import { statusOfCode } from '../../rules/states.ts'
import type { TheirTrade } from '../../rules/trade.ts'
import { dealFacts, type KnownTrade, writeDiffers, writeTrade } from '../queries/trades.ts'
import { notifyOffice } from './notices.ts'
import { publishTrade } from './prepare.ts'

/** Writes what they hold of a trade: its number onto the deal, its status into the checklist. */
export async function learnTrade(ctx: Change, dealId: number, trade: TheirTrade): Promise<void> {
  await writeTrade(ctx, dealId, trade)
  const status = statusOfCode(trade.status_code)
  const [checklist] = await checklistsOf(ctx, dealId)
  if (status === null || !checklist || checklist.lonewolf_deal_status_id === status) return
  await writeChecklist(ctx, checklist.id, { lonewolf_deal_status_id: status })
}

/** Says whether both sides differ now, and asks the office which holds when they have come to. Answers whether they differ. */
export async function compareSides(
  ctx: Change,
  { deal_id, differs_since }: Pick<KnownTrade, 'deal_id' | 'differs_since'>,
  trade: TheirTrade,
): Promise<boolean> {
  const deal = await dealFacts(ctx, deal_id)
  const differs = deal !== null && !isSame(deal.facts, trade.facts)
  if (differs === (differs_since !== null)) return differs
  await writeDiffers(ctx, deal_id, differs ? ctx.now : null)
  if (differs)
    await notifyOffice(ctx, {
      dealId: deal_id,
      cause: `differs ${ctx.now.toISOString()}`,
      title: `Lone Wolf has trade ${trade.number} otherwise`,
      body: 'Both sides changed it. Say which one holds.',
    })
  await publishTrade(ctx, deal_id)
  return differs
}

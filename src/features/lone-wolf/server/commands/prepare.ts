import type { Change, JobName } from '../../../../platform/server/context.ts'
import { dealStatus } from '../../../deals/rules/kinds.ts'
import { dealAudience } from '../../../deals/server/queries/reach.ts'
import { isSame, missingIn } from '../../rules/facts.ts'
import { newestOfDeal, putVersion } from '../queries/outbox.ts'
import { dealFacts, lockTrade, tradeOfDeal } from '../queries/trades.ts'

/** The job that sends what waits and looks for what is not known; only its name, for whoever puts it in. */
export const SEND: JobName<Record<string, never>> = { name: 'send-to-lone-wolf' }

/** Whether deals are sent to the back office at all. */
export const isOn = ({ config }: Pick<Change, 'config'>): boolean => config.loneWolf?.opening != null

/** Tells those who look at a deal that it stands otherwise with the back office. */
export async function publishTrade(ctx: Change, dealId: number): Promise<void> {
  const audience = await dealAudience(ctx, [dealId])
  ctx.changed('lone-wolf', [dealId], audience)
  ctx.changed('deals', [dealId], audience)
}

/** Statuses of deals that the back office has, or is to have. */
const isForBooks = (status: number) => status !== dealStatus.draft && status !== dealStatus.fellThrough

/**
 * Prepares a deal to be sent as it is now, in the transaction of what changed it: as a version of its own, unless one that says
 * the same is there. Nothing is prepared of a deal that lacks what a trade needs, nor while a person has to say which side holds.
 */
export async function prepareTrade(ctx: Change, dealId: number, { isAsked = false } = {}): Promise<void> {
  if (!isOn(ctx)) return
  const deal = await dealFacts(ctx, dealId)
  if (!deal || !isForBooks(deal.status) || missingIn(deal.facts).length > 0) return
  const trade = await lockTrade(ctx, dealId, deal.reference)
  if (!trade || trade.differs_since !== null) return
  const newest = await newestOfDeal(ctx, dealId)
  if (newest?.state === 'prepared' || newest === null || isAsked || !isSame(deal.facts, newest.facts)) {
    await putVersion(ctx, dealId, deal.facts)
    await ctx.enqueue(SEND, {})
    await publishTrade(ctx, dealId)
  }
}

/** The same for a deal that changed: only when it was to be sent before, since the office may have entered older ones by hand. */
export async function followDeal(ctx: Change, dealId: number): Promise<void> {
  if (isOn(ctx) && (await tradeOfDeal(ctx, dealId)) !== null) await prepareTrade(ctx, dealId)
}

import type { WriteContext } from '../../../../platform/server/context.ts'
import { conflict } from '../../../../platform/server/errors.ts'
import { takeFacts } from '../../../deals/server/commands/facts.ts'
import { newestOfDeal, settleRow } from '../queries/outbox.ts'
import { lockTrade, writeDiffers } from '../queries/trades.ts'
import { prepareTrade, publishTrade } from './prepare.ts'

/** Says which side holds where a deal and its trade differ: ours is sent over theirs, or theirs becomes the deal's. */
export async function decideSides(ctx: WriteContext, dealId: number, keep: 'ours' | 'theirs'): Promise<void> {
  const trade = await lockTrade(ctx, dealId, null)
  if (!trade?.theirs || trade.differs_since === null) throw conflict('Both sides are the same by now.')
  await writeDiffers(ctx, dealId, null)
  ctx.audit({ subject: 'deal', subject_id: dealId, after: { lone_wolf: keep } })
  const waiting = await newestOfDeal(ctx, dealId)
  if (keep === 'theirs') {
    if (waiting?.state === 'prepared')
      await settleRow(ctx, waiting.id, { state: 'refused', reason: 'differs', problem: '' })
    const { price, mls_number, offer_date, close_date } = trade.theirs
    await takeFacts(ctx, dealId, { price, mls_number: mls_number || null, offer_date, close_date })
  } else await prepareTrade(ctx, dealId, { isAsked: true })
  await publishTrade(ctx, dealId)
}

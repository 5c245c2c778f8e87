import type { WriteContext } from '../../../../platform/server/context.ts'
import { conflict } from '../../../../platform/server/errors.ts'
import { closingDayChanged, dealChanged } from '../../events.ts'
import { commissionOf, splitCommission } from '../../rules/commission.ts'
import { dealStatus } from '../../rules/kinds.ts'
import { dealAudience, lockDeal } from '../queries/reach.ts'
import { moneyOfDeal, type RecordedFacts, writeFacts, writePrice } from '../queries/writes.ts'

/**
 * Takes over what another system has of a deal. With another price the commission follows, where it is a part of the price, and
 * so do its parts. Refuses another price of a closed deal, whose commission is stated.
 */
export async function takeFacts(ctx: WriteContext, id: number, facts: RecordedFacts): Promise<void> {
  const deal = await lockDeal(ctx, id)
  const money = await moneyOfDeal(ctx, id)
  const isRepriced = facts.price !== money.price
  if (isRepriced && deal.status === dealStatus.closed)
    throw conflict('This deal is closed and its commission is stated, so its price stays. Keep ours, or open it again.')
  await writeFacts(ctx, id, facts)
  if (isRepriced) {
    const { commission_rate, splits } = money
    const gross = commission_rate === null ? money.gross : Number(commissionOf(BigInt(facts.price), commission_rate))
    const parts = splitCommission(BigInt(gross), splits).map(part => ({ id: part.id, amount: Number(part.amount) }))
    await writePrice(ctx, id, { price: facts.price, gross, parts })
  }
  ctx.audit({
    subject: 'deal',
    subject_id: id,
    before: { close_date: deal.close_date, price: money.price },
    after: facts,
  })
  await closingDayChanged.emit(ctx, { id, status: deal.status })
  await dealChanged.emit(ctx, { id })
  ctx.changed('deals', [id], await dealAudience(ctx, [id]))
}

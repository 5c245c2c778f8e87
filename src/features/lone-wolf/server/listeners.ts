import { dealChanged, dealStatusChanged, dealsCreated } from '../../deals/events.ts'
import { dealStatus } from '../../deals/rules/kinds.ts'
import { followDeal, prepareTrade } from './commands/prepare.ts'

/** Prepares deals for the back office once they are no draft any more, and what changes of them after that. */
export function sendDeals(): void {
  dealsCreated.on(async (ctx, { deals }) => {
    for (const { id, status } of deals) if (status !== dealStatus.draft) await prepareTrade(ctx, id)
  })
  dealStatusChanged.on(async (ctx, { id, before }) => {
    if (before === dealStatus.draft) await prepareTrade(ctx, id)
  })
  dealChanged.on((ctx, { id }) => followDeal(ctx, id))
}

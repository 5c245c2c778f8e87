import { closingDayChanged, dealStatusChanged, dealsCreated } from '../../deals/events.ts'
import { dealStatus } from '../../deals/rules/kinds.ts'
import { renewDeal } from './commands/renew.ts'
import { reopenStatement, stateDeal } from './commands/statement.ts'
import type { Cause } from './queries/renewals.ts'

/** The deal is another, not what counts for its agents. */
const itself: Cause = { kind: 'deal', deal_id: null }

/** States the commission of deals as they close, takes it back as they open again, and projects the others. */
export function followDeals(): void {
  dealsCreated.on(async (ctx, { deals }) => {
    for (const { id, status } of deals)
      await (status === dealStatus.closed ? stateDeal(ctx, id) : renewDeal(ctx, id, itself))
  })
  // Another day may be in another year, or under another version of a plan.
  closingDayChanged.on((ctx, { id }) => renewDeal(ctx, id, itself))
  dealStatusChanged.on(async (ctx, { id, before, after }) => {
    if (after === dealStatus.closed) await stateDeal(ctx, id)
    else if (before === dealStatus.closed) await reopenStatement(ctx, id)
    if (after !== dealStatus.closed) await renewDeal(ctx, id, itself)
  })
}

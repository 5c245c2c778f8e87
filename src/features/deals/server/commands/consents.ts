import type { Change } from '../../../../platform/server/context.ts'
import { recordClosing } from '../../../consent/server/commands.ts'
import { dealTitle } from '../../rules/address.ts'
import { closedDeals } from '../queries/reach.ts'

/** Whoever bought, sold or leased with the brokerage may be written to for a while: those on these deals, where they are closed. */
export async function implyConsents(ctx: Change, dealIds: readonly number[]): Promise<void> {
  for (const { close_date, lead_ids, ...deal } of await closedDeals(ctx, dealIds)) {
    // The day as it begins in UTC, which is before it begins here: no consent holds for too long.
    const closed = close_date === null ? ctx.now : new Date(`${close_date}T00:00:00Z`)
    const closed_at = closed < ctx.now ? closed : ctx.now
    await recordClosing(ctx, { lead_ids, deal: dealTitle(deal), closed_at })
  }
}

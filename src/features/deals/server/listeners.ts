import { MAX_FOUND } from '../../search/contract.ts'
import { searchResults } from '../../search/events.ts'
import { closingDayChanged, dealClientsMatched, dealStatusChanged, dealsCreated } from '../events.ts'
import { dealPath } from '../rules/address.ts'
import { implyConsents } from './commands/consents.ts'
import { foundDeals } from './queries/list.ts'

const money = new Intl.NumberFormat('en-CA')

/** Lets the command palette find deals among those the viewer reaches. */
export function contributeDeals(): void {
  searchResults.from(async (ctx, { q }) => {
    if (q.trim() === '' || !ctx.viewer.rights.has('deals_access')) return {}
    const deals = await foundDeals(ctx, q, MAX_FOUND)
    return {
      deals: deals.map(deal => ({
        id: deal.id,
        title: [deal.unit, deal.street].filter(Boolean).join(' – '),
        detail: [deal.type, deal.status_description, `$${money.format(Math.round(deal.price))}`, deal.trade]
          .filter(Boolean)
          .join(' · '),
        path: dealPath(deal.id),
      })),
    }
  })
}

/** Keeps what clients consent to by their deals, also when it turns out later who they are. */
export function followClosings(): void {
  dealsCreated.on((ctx, { deals }) =>
    implyConsents(
      ctx,
      deals.map(({ id }) => id),
    ),
  )
  dealStatusChanged.on((ctx, { id }) => implyConsents(ctx, [id]))
  closingDayChanged.on((ctx, { id }) => implyConsents(ctx, [id]))
  dealClientsMatched.on((ctx, { clients }) => implyConsents(ctx, [...new Set(clients.map(({ deal_id }) => deal_id))]))
}

import { MAX_FOUND } from '../../search/contract.ts'
import { searchResults } from '../../search/events.ts'
import { dealPath } from '../rules/address.ts'
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

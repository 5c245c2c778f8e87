import type { Handlers } from '../../../platform/server/handlers.ts'
import { MOST_FOUND, type searchCalls } from '../contract.ts'
import { searchResults } from '../events.ts'

export const searchHandlers: Handlers<typeof searchCalls> = {
  async search(ctx, { q }) {
    const found = await searchResults.gather(ctx, { q })
    return {
      leads: found.leads.slice(0, MOST_FOUND),
      deals: found.deals.slice(0, MOST_FOUND),
      listings: found.listings.slice(0, MOST_FOUND),
      tasks: found.tasks.slice(0, MOST_FOUND),
      screens: found.screens.slice(0, MOST_FOUND),
    }
  },
}

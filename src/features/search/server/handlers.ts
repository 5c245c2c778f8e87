import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { MAX_FOUND, type searchCalls } from '../contract.ts'
import { searchResults } from '../events.ts'

export const searchHandlers: Handlers<typeof searchCalls> = {
  async search(ctx, { q }) {
    const found = await searchResults.gather(ctx, { q })
    return {
      leads: found.leads.slice(0, MAX_FOUND),
      deals: found.deals.slice(0, MAX_FOUND),
      listings: found.listings.slice(0, MAX_FOUND),
      tasks: found.tasks.slice(0, MAX_FOUND),
      screens: found.screens.slice(0, MAX_FOUND),
    }
  },
}

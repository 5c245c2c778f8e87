import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import { mayOpen, type Person } from '../../settings/rules.ts'
import { featureAnswers } from '../../settings/server/queries.ts'
import { type Found, MAX_FOUND, type searchCalls } from '../contract.ts'
import { searchResults } from '../events.ts'
import { screens } from './screens.gen.ts'

export const searchHandlers: Handlers<typeof searchCalls> = {
  async search(ctx, { q }) {
    const found = await searchResults.gather(ctx, { q })
    return {
      leads: found.leads.slice(0, MAX_FOUND),
      deals: found.deals.slice(0, MAX_FOUND),
      listings: found.listings.slice(0, MAX_FOUND),
      tasks: found.tasks.slice(0, MAX_FOUND),
      screens: await screensOf(ctx, q),
    }
  },
}

/** Screens by a part of their names. */
async function screensOf(ctx: ReadContext, q: string): Promise<Found[]> {
  const words = q.trim().toLowerCase()
  const named = screens.filter(({ label }) => label.toLowerCase().includes(words))
  if (words === '' || named.length === 0) return []
  const { rights, roles } = ctx.viewer
  const person: Person = {
    isAdmin: rights.has('is_admin'),
    isAgent: rights.has('is_agent'),
    isDealsAdmin: roles.includes('deals_admin'),
    permissions: [...rights],
  }
  const features = await featureAnswers(ctx)
  return named
    .filter(screen => mayOpen(screen, person, features))
    .slice(0, MAX_FOUND)
    .map(({ path, label }) => ({ id: path, title: label, detail: 'Screen', path }))
}

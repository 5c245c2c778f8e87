import type { ReadContext } from '../../../platform/server/context.ts'
import { screens } from '../../../product/screens.gen.ts'
import { type Found, MAX_FOUND } from '../../search/contract.ts'
import { searchResults } from '../../search/events.ts'
import { mayOpen, type Person } from '../../settings/rules.ts'
import { featureAnswers } from '../../settings/server/queries.ts'

/** Lets the search find screens of the product among those that the viewer may open. */
export function contributeScreens(): void {
  searchResults.from(async (ctx, { q }) => ({ screens: await screensNamed(ctx, q.trim().toLowerCase()) }))
}

async function screensNamed(ctx: ReadContext, words: string): Promise<Found[]> {
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

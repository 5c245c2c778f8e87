import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { listQueryOf, openTabOf, type SignedIn, viewerOf } from '../list/openTab.ts'
import { leadListQuery } from './leads.ts'

/** Asks for the rows that the leads screen will open with, while the screen itself is still being made. */
export function prefetchLeads(person: SignedIn, ownOnly: boolean, search: unknown): void {
  const viewer = viewerOf(person)
  const { tab, ...open } = openTabOf(viewer, ownOnly, search, true)
  if (tab === null) return
  const query = listQueryOf({ ...open, tab }, open.state.page ?? 1)
  void queryClient.prefetchInfiniteQuery(leadListQuery(query))
}

import type { LeadsExtensions } from '../../features/leads/web/extensions.ts'

/**
 * What features add to the leads screen, each by one line. The first load of the list is at its limit: parts are fetched
 * when they are first shown (`onDemand`).
 */
export const leadsExtensions: LeadsExtensions = {
  bulkActs: [],
  rowActs: [],
  rowMarks: [],
  Views: null,
  tagsQuery: {
    queryKey: ['tags', 'lists'],
    queryFn: async ({ signal }) => (await import('../../features/tags/web/client.ts')).readTags(signal),
    staleTime: 5 * 60_000,
  },
}

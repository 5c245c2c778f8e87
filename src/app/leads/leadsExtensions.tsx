import type { LeadsExtensions } from '../../features/leads/web/extensions.ts'
import { onDemand } from '../../platform/ui/onDemand.tsx'

/**
 * What features add to the leads screen, each by one line. The first load of the list is at its limit: parts are fetched
 * when they are first shown (`onDemand`).
 */
export const leadsExtensions: LeadsExtensions = {
  bulkActs: [
    { id: 'tags', Act: onDemand(async () => (await import('../../features/tags/web/BulkTags.tsx')).BulkTags) },
  ],
  rowActs: [],
  rowMarks: [],
  Views: onDemand(async () => (await import('../../features/saved-views/web/Views.tsx')).Views),
  tagsQuery: {
    queryKey: ['tags', 'lists'],
    queryFn: async ({ signal }) => (await import('../../features/tags/web/client.ts')).readTags(signal),
    staleTime: 5 * 60_000,
  },
}

import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { LeadsExtension } from '../../leads/web/extensions.ts'

export const leadsExtensions: readonly LeadsExtension[] = [
  {
    order: 20,
    bulkActions: [{ id: 'tags', Action: onDemand(async () => (await import('./BulkTags.tsx')).BulkTags) }],
    // The list itself does not wait for what reads them.
    tagsQuery: {
      queryKey: ['tags', 'lists'],
      queryFn: async ({ signal }) => (await import('./client.ts')).readTags(signal),
      staleTime: 5 * 60_000,
    },
  },
]

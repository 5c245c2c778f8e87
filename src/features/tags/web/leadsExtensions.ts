import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { LeadsExtension } from '../../leads/web/extensions.ts'

export const leadsExtensions: readonly LeadsExtension[] = [
  {
    order: 20,
    bulkActions: [{ id: 'tags', Action: onDemand(async () => (await import('./BulkTags.tsx')).BulkTags) }],
    // The list itself does not wait for what reads them, and keeps them.
    tagsQuery: { queryKey: ['tags'], queryFn: async () => (await import('./client.ts')).readTags() },
  },
]

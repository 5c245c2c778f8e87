import type { LeadsExtensions } from '../../features/leads/web/extensions.ts'
import { IncomingTransfers, TransferMark } from '../../features/transfers/web/leadTransfers.tsx'
import { onDemand } from '../../platform/ui/onDemand.tsx'

/**
 * What features add to the leads screen, each by one line. The first load of the list is at its limit: parts are fetched
 * when they are first shown (`onDemand`).
 */
export const leadsExtensions: LeadsExtensions = {
  bulkActs: [
    {
      id: 'reassign',
      Act: onDemand(async () => (await import('../../features/transfers/web/BulkReassign.tsx')).BulkReassign),
    },
    { id: 'tags', Act: onDemand(async () => (await import('../../features/tags/web/BulkTags.tsx')).BulkTags) },
    {
      id: 'export',
      Act: onDemand(async () => (await import('../../features/exports/web/ExportChosen.tsx')).ExportChosen),
    },
  ],
  rowActs: [
    { id: 'milestone', Items: onDemand(async () => (await import('./RowMilestone.tsx')).RowMilestone) },
    {
      id: 'hand-over',
      Items: onDemand(async () => (await import('../../features/transfers/web/RowHandOver.tsx')).RowHandOver),
    },
  ],
  rowMarks: [{ id: 'transfer', Mark: TransferMark }],
  Views: onDemand(async () => (await import('../../features/saved-views/web/Views.tsx')).Views),
  listActs: [
    {
      id: 'export',
      Act: onDemand(async () => (await import('../../features/exports/web/ExportList.tsx')).ExportList),
    },
  ],
  Above: IncomingTransfers,
  tagsQuery: {
    queryKey: ['tags', 'lists'],
    queryFn: async ({ signal }) => (await import('../../features/tags/web/client.ts')).readTags(signal),
    staleTime: 5 * 60_000,
  },
}

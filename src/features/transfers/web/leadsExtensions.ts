import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { LeadsExtension } from '../../leads/web/extensions.ts'
import { IncomingTransfers, TransferMark } from './LeadTransfers.tsx'

export const leadsExtensions: readonly LeadsExtension[] = [
  {
    order: 10,
    bulkActions: [
      { id: 'reassign', Action: onDemand(async () => (await import('./hand-over/BulkReassign.tsx')).BulkReassign) },
    ],
    rowActions: [{ id: 'hand-over', load: async () => (await import('./hand-over/RowHandOver.tsx')).RowHandOver }],
    rowMarks: [{ id: 'transfer', Mark: TransferMark }],
    Above: IncomingTransfers,
  },
]

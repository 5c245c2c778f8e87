import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { LeadsExtension } from '../../leads/web/extensions.ts'

export const leadsExtensions: readonly LeadsExtension[] = [
  {
    order: 30,
    bulkActs: [{ id: 'export', Act: onDemand(async () => (await import('./ExportChosen.tsx')).ExportChosen) }],
    listActs: [{ id: 'export', Act: onDemand(async () => (await import('./ExportList.tsx')).ExportList) }],
  },
]

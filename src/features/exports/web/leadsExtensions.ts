import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { LeadsExtension } from '../../leads/web/extensions.ts'

export const leadsExtensions: readonly LeadsExtension[] = [
  {
    order: 30,
    bulkActions: [{ id: 'export', Action: onDemand(async () => (await import('./ExportChosen.tsx')).ExportChosen) }],
    listActions: [{ id: 'export', Action: onDemand(async () => (await import('./ExportList.tsx')).ExportList) }],
  },
]

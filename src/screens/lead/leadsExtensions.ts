import type { LeadsExtension } from '../../features/leads/web/extensions.ts'
import { onDemand } from '../../platform/ui/onDemand.tsx'

export const leadsExtensions: readonly LeadsExtension[] = [
  {
    order: 0,
    rowActions: [{ id: 'milestone', Items: onDemand(async () => (await import('./RowMilestone.tsx')).RowMilestone) }],
  },
]

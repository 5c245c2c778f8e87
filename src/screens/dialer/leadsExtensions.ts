import type { LeadsExtension } from '../../features/leads/web/extensions.ts'
import { onDemand } from '../../platform/ui/onDemand.tsx'

export const leadsExtensions: readonly LeadsExtension[] = [
  {
    order: 12,
    bulkActions: [{ id: 'dial', Action: onDemand(async () => (await import('./DialChosen.tsx')).DialChosen) }],
  },
]

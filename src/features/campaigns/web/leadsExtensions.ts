import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { LeadsExtension } from '../../leads/web/extensions.ts'

export const leadsExtensions: readonly LeadsExtension[] = [
  {
    order: 30,
    bulkActions: [
      { id: 'campaign', Action: onDemand(async () => (await import('./lead/BulkCampaign.tsx')).BulkCampaign) },
      { id: 'one-off', Action: onDemand(async () => (await import('./one-off/BulkOneOff.tsx')).BulkOneOff) },
    ],
  },
]

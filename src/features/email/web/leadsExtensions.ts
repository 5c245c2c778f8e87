import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { LeadsExtension } from '../../leads/web/extensions.ts'

export const leadsExtensions: readonly LeadsExtension[] = [
  {
    order: 15,
    bulkActions: [{ id: 'email', Action: onDemand(async () => (await import('./BulkEmail.tsx')).BulkEmail) }],
  },
]

import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { LeadsExtension } from '../../leads/web/extensions.ts'

export const leadsExtensions: readonly LeadsExtension[] = [
  { order: 5, rowActions: [{ id: 'pin', Items: onDemand(async () => (await import('./PinActions.tsx')).RowPin) }] },
]

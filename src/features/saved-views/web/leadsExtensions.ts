import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { LeadsExtension } from '../../leads/web/extensions.ts'

export const leadsExtensions: readonly LeadsExtension[] = [
  { order: 40, Views: onDemand(async () => (await import('./Views.tsx')).Views) },
]

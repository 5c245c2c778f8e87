import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'audit',
    group: 'running',
    order: 90,
    label: 'Audit log',
    note: 'Who did what, to whom, and when. No entry can be changed; erasing a person takes their data out of it.',
    permission: 'view_audit_log',
    load: async () => (await import('./AuditPanel.tsx')).AuditPanel,
    History: onDemand(async () => (await import('./History.tsx')).History),
  },
]

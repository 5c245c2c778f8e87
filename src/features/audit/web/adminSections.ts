import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'audit',
    order: 90,
    label: 'Audit log',
    permission: 'view_audit_log',
    load: async () => (await import('./AuditPanel.tsx')).AuditPanel,
  },
]

import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'opportunities',
    group: 'leads',
    order: 45,
    label: 'Opportunities',
    note: 'When agents are told to contact a lead, and what is proposed to write.',
    permission: 'manage_users',
    load: async () => (await import('./RulesPanel.tsx')).RulesPanel,
  },
]

import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'templates',
    group: 'brokerage',
    order: 35,
    label: 'Templates',
    note: 'Texts and e-mails that every agent can send, and those for marketing.',
    permission: 'manage_users',
    load: async () => (await import('./TemplatesPanel.tsx')).TemplatesPanel,
  },
]

import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'privacy',
    group: 'running',
    order: 80,
    label: 'Privacy',
    note: 'What is held on a person, erasing somebody who asks for it, and how long people are kept.',
    permission: 'manage_users',
    load: async () => (await import('./PrivacyPanel.tsx')).PrivacyPanel,
  },
]

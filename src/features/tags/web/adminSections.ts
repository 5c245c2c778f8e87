import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'tags',
    order: 40,
    label: 'Tags',
    permission: 'manage_users',
    load: async () => (await import('./TagsPanel.tsx')).TagsPanel,
  },
]

import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'tags',
    group: 'leads',
    order: 40,
    label: 'Tags',
    note: 'Labels for leads. Default tags belong to the brokerage, all others to one agent.',
    permission: 'manage_users',
    load: async () => (await import('./TagsPanel.tsx')).TagsPanel,
  },
]

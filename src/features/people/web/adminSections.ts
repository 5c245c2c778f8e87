import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'teams',
    order: 20,
    label: 'Teams',
    permission: 'can_view_team',
    load: async () => (await import('./admin/TeamsPanel.tsx')).TeamsPanel,
  },
  {
    id: 'rights',
    order: 30,
    label: 'Rights',
    permission: 'manage_users',
    load: async () => (await import('./admin/RightsPanel.tsx')).RightsPanel,
  },
]

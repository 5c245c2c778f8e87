import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'teams',
    group: 'people',
    order: 20,
    label: 'Teams',
    note: 'People who work together. The lead of a team sees all of its leads.',
    permission: 'can_view_team',
    load: async () => (await import('./admin/TeamsPanel.tsx')).TeamsPanel,
  },
  {
    id: 'rights',
    group: 'people',
    order: 30,
    label: 'Rights',
    note: 'What each role may do. A change counts within seconds, for everyone who holds the role.',
    permission: 'manage_users',
    load: async () => (await import('./admin/RightsPanel.tsx')).RightsPanel,
  },
]

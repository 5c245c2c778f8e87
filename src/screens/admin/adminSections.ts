import type { AdminSection } from '../../features/settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'people',
    group: 'people',
    order: 10,
    label: 'People',
    note: 'Everyone with an account, their roles, and their teams.',
    permission: 'manage_users',
    load: async () => (await import('./PeopleSection.tsx')).PeopleSection,
  },
  {
    id: 'features',
    group: 'brokerage',
    order: 70,
    label: 'Features',
    note: 'Parts of the product, on or off for everyone, for agents, or for one team.',
    permission: 'manage_users',
    load: async () => (await import('./FeaturesSection.tsx')).FeaturesSection,
  },
  {
    id: 'system',
    group: 'running',
    order: 80,
    label: 'System',
    note: 'What goes out, planned maintenance, and the notice above every screen.',
    permission: 'manage_maintenance',
    load: async () => (await import('./SystemSection.tsx')).SystemSection,
  },
]

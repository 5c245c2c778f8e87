import type { AdminSection } from '../../features/settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'people',
    order: 10,
    label: 'People',
    permission: 'manage_users',
    load: async () => (await import('./PeopleSection.tsx')).PeopleSection,
  },
  {
    id: 'features',
    order: 70,
    label: 'Features',
    permission: 'manage_users',
    load: async () => (await import('./FeaturesSection.tsx')).FeaturesSection,
  },
  {
    id: 'system',
    order: 80,
    label: 'System',
    permission: 'manage_maintenance',
    load: async () => (await import('./SystemSection.tsx')).SystemSection,
  },
]

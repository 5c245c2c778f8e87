import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'sites',
    group: 'brokerage',
    order: 31,
    label: 'Sites',
    note: 'The websites of the brokerage. Each lead belongs to the one that it came through.',
    permission: 'manage_users',
    load: async () => (await import('./SitesPanel.tsx')).SitesPanel,
  },
  {
    id: 'areas',
    group: 'brokerage',
    order: 33,
    label: 'Areas',
    note: 'Where leads look for homes, and where agents work.',
    permission: 'manage_users',
    load: async () => (await import('./AreasPanel.tsx')).AreasPanel,
  },
]

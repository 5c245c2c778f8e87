import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'listing-feed',
    order: 60,
    label: 'Listing feed',
    permission: 'manage_maintenance',
    load: async () => (await import('./FeedPanel.tsx')).FeedPanel,
  },
]

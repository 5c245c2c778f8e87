import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'listing-feed',
    group: 'leads',
    order: 60,
    label: 'Listing feed',
    note: 'Listings that come in, and the e-mails that leads get because of them.',
    permission: 'manage_maintenance',
    load: async () => (await import('./FeedPanel.tsx')).FeedPanel,
  },
]

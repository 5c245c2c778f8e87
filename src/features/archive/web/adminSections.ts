import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'archive',
    group: 'running',
    order: 85,
    label: 'Archive of everything',
    note: 'All records as CSV, all files, and a description of both, in one ZIP: to move out, or to look at elsewhere.',
    permission: 'manage_users',
    load: async () => (await import('./ArchivePanel.tsx')).ArchivePanel,
  },
]

import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'hand-overs',
    order: 50,
    label: 'Hand-overs',
    permission: 'manage_users',
    load: async () => (await import('./hand-over/HandOversPanel.tsx')).HandOversPanel,
  },
]

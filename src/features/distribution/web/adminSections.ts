import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'distribution',
    group: 'leads',
    order: 40,
    label: 'Distribution',
    note: 'How new leads are offered: how long, to how many agents, and which sources wait.',
    permission: 'manage_users',
    load: async () => (await import('./settings/DistributionSettings.tsx')).DistributionSettingsPanel,
  },
]

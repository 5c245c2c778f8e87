import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'failed-work',
    group: 'running',
    order: 65,
    label: 'Failed work',
    note: 'Background work that was tried as often as it may be. Kept for 30 days.',
    permission: 'manage_maintenance',
    load: async () => (await import('./FailedWorkPanel.tsx')).FailedWorkPanel,
  },
]

import type { AdminSection } from './extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'system',
    order: 80,
    label: 'System',
    permission: 'manage_maintenance',
    load: async () => (await import('./MaintenancePanel.tsx')).MaintenancePanel,
  },
]

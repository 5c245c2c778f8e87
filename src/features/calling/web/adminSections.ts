import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'calls',
    group: 'brokerage',
    order: 37,
    label: 'Calls',
    note: 'Whether calls are recorded, what people hear before, and how callers are greeted.',
    permission: 'manage_users',
    load: async () => (await import('./recording/CallSettingsPanel.tsx')).CallSettingsPanel,
  },
]

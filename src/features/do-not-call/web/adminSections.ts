import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'do-not-call',
    group: 'leads',
    order: 48,
    label: 'Do-not-call list',
    note: 'The national list that calls and texts are held against, its age, and every import.',
    permission: 'manage_maintenance',
    load: async () => (await import('./DoNotCallPanel.tsx')).DoNotCallPanel,
  },
]

import type { LeadsExtension } from '../../features/leads/web/extensions.ts'

export const leadsExtensions: readonly LeadsExtension[] = [
  {
    order: 0,
    rowActions: [{ id: 'milestone', load: async () => (await import('./RowMilestone.tsx')).RowMilestone }],
  },
]

import type { LeadsExtension } from '../../leads/web/extensions.ts'

export const leadsExtensions: readonly LeadsExtension[] = [
  { order: 15, rowActions: [{ id: 'snooze', load: async () => (await import('./SnoozeItems.tsx')).SnoozeItems }] },
]

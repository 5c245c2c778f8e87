import type { LeadsExtension } from '../../leads/web/extensions.ts'

export const leadsExtensions: readonly LeadsExtension[] = [
  { order: 5, rowActions: [{ id: 'pin', load: async () => (await import('./PinActions.tsx')).RowPin }] },
]

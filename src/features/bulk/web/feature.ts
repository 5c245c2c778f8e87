import { defineWebFeature } from '../../../platform/web/feature.ts'

export const bulkWeb = defineWebFeature({
  overShell: [{ id: 'bulk', load: async () => (await import('./BulkTray.tsx')).BulkTray, isFetchedEarly: true }],
  offline: [],
})

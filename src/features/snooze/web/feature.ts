import { defineWebFeature } from '../../../platform/web/feature.ts'
import { leadsExtensions } from '../../leads/web/extensions.ts'
import { useIsSnoozeAsked } from './client/open.ts'

export const snoozeWeb = defineWebFeature({
  overShell: [
    { id: 'snooze', load: async () => (await import('./SnoozeWatch.tsx')).SnoozeWatch, useIsNeeded: useIsSnoozeAsked },
  ],
  adds: [leadsExtensions.from(() => import('./leadsExtensions.ts'))],
  offline: [],
})

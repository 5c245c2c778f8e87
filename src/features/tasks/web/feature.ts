import { defineWebFeature } from '../../../platform/web/feature.ts'
import { useIsAgentSettled } from '../../people/web/client/agent.ts'

/** The page is a screen of several features: `src/screens/tasks`. */
export const tasksWeb = defineWebFeature({
  overShell: [
    { id: 'tasks', load: async () => (await import('./TaskWatch.tsx')).TaskWatch, useIsNeeded: useIsAgentSettled },
  ],
  offline: ['task'],
  offlinePatches: () => import('./client/offline.ts'),
  prefetch: () => import('./client/prefetch.ts'),
})

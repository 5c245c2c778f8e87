import { defineWebFeature } from '../../../platform/web/feature.ts'
import { useIsAgentSettled } from '../../people/web/client/agent.ts'
import { adminSections } from '../../settings/web/extensions.ts'

/** The page is a screen of several features: `src/screens/opportunities`. */
export const opportunitiesWeb = defineWebFeature({
  overShell: [
    {
      id: 'opportunities',
      load: async () => (await import('./OpportunityWatch.tsx')).OpportunityWatch,
      useIsNeeded: useIsAgentSettled,
    },
  ],
  adds: [adminSections.from(() => import('./adminSections.ts'))],
  offline: ['opportunities'],
})

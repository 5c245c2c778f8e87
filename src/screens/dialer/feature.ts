import { leadsExtensions } from '../../features/leads/web/extensions.ts'
import { useIsAgentSettled } from '../../features/people/web/client/agent.ts'
import { defineWebFeature } from '../../platform/web/feature.ts'

/** Calling down a list: a mode of the call bar, over whatever page is open. */
export const dialerScreen = defineWebFeature({
  overShell: [
    { id: 'dialer', load: async () => (await import('./DialerWatch.tsx')).DialerWatch, useIsNeeded: useIsAgentSettled },
  ],
  adds: [leadsExtensions.from(() => import('./leadsExtensions.ts'))],
  offline: [],
})

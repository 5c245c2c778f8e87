import { defineWebFeature } from '../../../platform/web/feature.ts'
import { leadPanels, leadsExtensions } from '../../leads/web/extensions.ts'
import { useIsAgentSettled } from '../../people/web/client/agent.ts'
import { templateComposers } from '../../templates/web/extensions.ts'

/** E-mails are written over whatever page is open. */
export const emailWeb = defineWebFeature({
  overShell: [
    { id: 'email', load: async () => (await import('./EmailWatch.tsx')).EmailWatch, useIsNeeded: useIsAgentSettled },
  ],
  adds: [
    leadPanels.from(() => import('./leadPanels.ts')),
    leadsExtensions.from(() => import('./leadsExtensions.ts')),
    templateComposers.from(() => import('./templateComposers.ts')),
  ],
  offline: ['emails'],
})

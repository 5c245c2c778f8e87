import { defineWebFeature } from '../../../platform/web/feature.ts'
import { useIsAgentSettled } from '../../people/web/client/agent.ts'
import { messagesTabs } from '../../templates/web/extensions.ts'

/** The inbox is a tab of the messages screen. */
export const textMessagesWeb = defineWebFeature({
  overShell: [
    { id: 'texts', load: async () => (await import('./TextWatch.tsx')).TextWatch, useIsNeeded: useIsAgentSettled },
  ],
  adds: [messagesTabs.from(() => import('./messagesTabs.ts'))],
  offline: ['texts'],
})

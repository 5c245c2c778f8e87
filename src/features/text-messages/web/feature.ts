import { defineWebFeature } from '../../../platform/web/feature.ts'
import { useIsAgentSettled } from '../../people/web/client/agent.ts'
import { messagesTabs } from '../../templates/web/extensions.ts'
import { earlyTexts } from './earlyTexts.ts'

/** Of agents once the first screen is there; sooner of whoever presses a number. */
function useIsNeeded(): boolean {
  const isSettled = useIsAgentSettled()
  const isPressed = earlyTexts.useIsPressed()
  return isSettled || isPressed
}

/** The inbox is a tab of the messages screen. */
export const textMessagesWeb = defineWebFeature({
  overShell: [
    { id: 'texts', load: earlyTexts.fetching(async () => (await import('./TextWatch.tsx')).TextWatch), useIsNeeded },
  ],
  adds: [messagesTabs.from(() => import('./messagesTabs.ts'))],
  offline: ['texts'],
})

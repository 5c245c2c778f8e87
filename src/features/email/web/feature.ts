import { defineWebFeature } from '../../../platform/web/feature.ts'
import { leadPanels, leadsExtensions } from '../../leads/web/extensions.ts'
import { useIsAgentSettled } from '../../people/web/client/agent.ts'
import { templateComposers } from '../../templates/web/extensions.ts'
import { useEmailState } from './client/composing.ts'
import { earlyEmails } from './client/earlyEmails.ts'

/** Of agents once the first screen is there; sooner of whoever asks for it, for a press must not wait for a browser's rest. */
function useIsNeeded(): boolean {
  const isSettled = useIsAgentSettled()
  const isAsked = useEmailState() !== null
  const isPressed = earlyEmails.useIsPressed()
  return isSettled || isAsked || isPressed
}

/** E-mails are written over whatever page is open. */
export const emailWeb = defineWebFeature({
  overShell: [
    { id: 'email', load: earlyEmails.fetching(async () => (await import('./EmailWatch.tsx')).EmailWatch), useIsNeeded },
  ],
  adds: [
    leadPanels.from(() => import('./leadPanels.ts')),
    leadsExtensions.from(() => import('./leadsExtensions.ts')),
    templateComposers.from(() => import('./templateComposers.ts')),
  ],
  offline: ['emails'],
})

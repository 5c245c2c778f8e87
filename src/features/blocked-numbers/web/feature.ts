import { defineWebFeature } from '../../../platform/web/feature.ts'
import { leadMenuActions } from '../../leads/web/extensions.ts'
import { messagesTabs } from '../../templates/web/extensions.ts'

export const blockedNumbersWeb = defineWebFeature({
  adds: [
    leadMenuActions.from(() => import('./leadMenuActions.ts')),
    messagesTabs.from(() => import('./messagesTabs.ts')),
  ],
  offline: ['twilio-block'],
})

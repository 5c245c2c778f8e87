import { defineWebFeature } from '../../../platform/web/feature.ts'
import { leadPanels } from '../../leads/web/extensions.ts'

export const consentWeb = defineWebFeature({
  adds: [leadPanels.from(() => import('./leadPanels.ts'))],
  offline: [],
})

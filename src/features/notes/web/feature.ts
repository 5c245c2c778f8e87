import { defineWebFeature } from '../../../platform/web/feature.ts'
import { leadPanels } from '../../leads/web/extensions.ts'

export const notesWeb = defineWebFeature({
  adds: [leadPanels.from(() => import('./leadPanels.ts'))],
  offline: [],
})

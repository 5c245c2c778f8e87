import { defineWebFeature } from '../../../platform/web/feature.ts'
import { leadPanels } from './extensions.ts'

/** The pages are screens of several features: `src/screens/leads` and `src/screens/lead`. */
export const leadsWeb = defineWebFeature({
  adds: [leadPanels.from(() => import('./leadPanels.ts'))],
  offline: ['leads', 'lead', 'areas', 'sites', 'lead-sources'],
})

import { defineWebFeature } from '../../../platform/web/feature.ts'
import { adminSections } from '../../settings/web/extensions.ts'

export const placesWeb = defineWebFeature({
  adds: [adminSections.from(() => import('./adminSections.ts'))],
  offline: [],
})

import { defineWebFeature } from '../../../platform/web/feature.ts'
import { adminSections } from './extensions.ts'

export const settingsWeb = defineWebFeature({
  adds: [adminSections.from(() => import('./adminSections.ts'))],
  offline: [],
})

import { defineWebFeature } from '../../../platform/web/feature.ts'
import { leadsExtensions } from '../../leads/web/extensions.ts'

export const savedViewsWeb = defineWebFeature({
  adds: [leadsExtensions.from(() => import('./leadsExtensions.ts'))],
  offline: ['views'],
})

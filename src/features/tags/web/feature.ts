import { defineWebFeature } from '../../../platform/web/feature.ts'
import { leadsExtensions } from '../../leads/web/extensions.ts'
import { adminSections } from '../../settings/web/extensions.ts'

export const tagsWeb = defineWebFeature({
  adds: [
    leadsExtensions.from(() => import('./leadsExtensions.ts')),
    adminSections.from(() => import('./adminSections.ts')),
  ],
  offline: ['tags'],
})

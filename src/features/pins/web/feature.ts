import { defineWebFeature } from '../../../platform/web/feature.ts'
import { leadHeaderActions, leadsExtensions } from '../../leads/web/extensions.ts'
import { paletteGroups } from '../../search/web/extensions.ts'

export const pinsWeb = defineWebFeature({
  adds: [
    leadHeaderActions.from(() => import('./leadHeaderActions.ts')),
    leadsExtensions.from(() => import('./leadsExtensions.ts')),
    paletteGroups.from(() => import('./paletteGroups.ts')),
  ],
  offline: ['pins'],
})

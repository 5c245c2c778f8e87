import { defineWebFeature } from '../../../platform/web/feature.ts'
import { milestoneExtras } from '../../milestones/web/extensions.ts'
import { adminSections } from '../../settings/web/extensions.ts'

/** Its bar and its cards lie over all pages together with the log of calls, which fetches them. */
export const callingWeb = defineWebFeature({
  adds: [
    milestoneExtras.from(() => import('./milestoneExtras.ts')),
    adminSections.from(() => import('./adminSections.ts')),
  ],
  offline: [],
})

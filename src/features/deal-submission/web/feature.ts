import { defineWebFeature } from '../../../platform/web/feature.ts'
import { dealsActions } from '../../deals/web/extensions.ts'

export const dealSubmissionWeb = defineWebFeature({
  adds: [dealsActions.from(() => import('./dealsActions.ts'))],
  offline: [],
})

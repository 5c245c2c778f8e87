import { defineWebFeature } from '../../../platform/web/feature.ts'

export const milestonesWeb = defineWebFeature({ offline: ['milestone-types'] })

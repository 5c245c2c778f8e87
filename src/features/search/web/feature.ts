import { defineWebFeature } from '../../../platform/web/feature.ts'

export const searchWeb = defineWebFeature({ offline: [] })

import { defineWebFeature } from '../../../platform/web/feature.ts'

export const sendingWeb = defineWebFeature({ offline: [] })

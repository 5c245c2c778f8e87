import { defineWebFeature } from '../../../platform/web/feature.ts'

export const outboundWeb = defineWebFeature({ offline: [] })

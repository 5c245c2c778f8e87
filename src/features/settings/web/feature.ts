import { defineWebFeature } from '../../../platform/web/feature.ts'

export const settingsWeb = defineWebFeature({ offline: [] })

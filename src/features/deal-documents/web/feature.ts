import { defineWebFeature } from '../../../platform/web/feature.ts'

export const dealDocumentsWeb = defineWebFeature({ offline: [] })

import { defineWebFeature } from '../../../platform/web/feature.ts'

export const checklistsWeb = defineWebFeature({ offline: [] })

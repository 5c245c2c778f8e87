import { defineWebFeature } from '../../../platform/web/feature.ts'

export const loneWolfWeb = defineWebFeature({ offline: [] })

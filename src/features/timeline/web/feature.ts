import { defineWebFeature } from '../../../platform/web/feature.ts'

/** It is read under the address of its lead. */
export const timelineWeb = defineWebFeature({ offline: [] })

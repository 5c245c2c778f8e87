import { defineWebFeature } from '../../../platform/web/feature.ts'
import { connections } from '../../google-accounts/web/extensions.ts'

export const calendarWeb = defineWebFeature({
  adds: [connections.from(() => import('./connections.ts'))],
  offline: [],
})

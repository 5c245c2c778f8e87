import { defineWebFeature } from '../../../platform/web/feature.ts'
import { connections } from '../../google-accounts/web/extensions.ts'

export const mailboxWeb = defineWebFeature({
  adds: [connections.from(() => import('./connections.ts'))],
  offline: [],
})

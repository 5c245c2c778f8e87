import { defineFeature } from '../../../platform/server/feature.ts'
import { happyHourCalls } from '../contract.ts'
import { officeHandlers } from './handlers/office.ts'
import { sessionHandlers } from './handlers/sessions.ts'
import { followClaims } from './listeners.ts'

/** What the server runs of this feature. */
export const happyHourFeature = defineFeature({
  name: 'happy-hour',
  calls: happyHourCalls,
  handlers: { ...sessionHandlers, ...officeHandlers },
  listeners: [followClaims],
  demo: () => import('../demo.ts'),
  audit: {
    sentences: {
      start: 'started a happy hour session',
      claim: 'claimed a lead in happy hour',
      skip: 'passed over {lead lead_id} in happy hour',
      end: 'ended a happy hour session',
      saveSettings: 'changed the happy hour settings',
    },
  },
})

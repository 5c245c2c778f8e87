import { defineFeature } from '../../../platform/server/feature.ts'
import { outboundCalls } from '../contract.ts'
import { registerContributions } from './commands/contributions.ts'
import { undeliveredKind } from './commands/notices.ts'
import { outboundHandlers } from './handlers.ts'
import { settleLostSendings } from './jobs/settleLost.ts'

/** What the server runs of this feature. */
export const outboundFeature = defineFeature({
  name: 'outbound',
  calls: outboundCalls,
  handlers: outboundHandlers,
  jobs: [settleLostSendings],
  gather: registerContributions,
  notificationKinds: [undeliveredKind],
  audit: {
    sentences: {
      cancel: 'cancelled a message that waited',
      settle: 'settled what became of a message',
      'settle-lost-sendings': 'found out what became of messages',
    },
  },
})

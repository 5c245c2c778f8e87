import { defineFeature } from '../../../platform/server/feature.ts'
import { loneWolfCalls } from '../contract.ts'
import { checkTrades } from './commands/checkup.ts'
import { accountKind, tradeKind } from './commands/notices.ts'
import { loneWolfHandlers } from './handlers.ts'
import { checkLoneWolfAccount, readLoneWolf, sendToLoneWolf } from './jobs.ts'
import { sendDeals } from './listeners.ts'

/** What the server runs of this feature. */
export const loneWolfFeature = defineFeature({
  name: 'lone-wolf',
  calls: loneWolfCalls,
  handlers: loneWolfHandlers,
  jobs: [checkLoneWolfAccount, sendToLoneWolf, readLoneWolf],
  listeners: [sendDeals],
  notificationKinds: [tradeKind, accountKind],
  checkup: checkTrades,
  demo: () => import('../demo.ts'),
  audit: {
    sentences: {
      send: 'sent a deal to Lone Wolf',
      look: 'had Lone Wolf asked about a deal',
      settle: 'said which side holds of a deal in Lone Wolf',
      'send-to-lone-wolf': 'learned what became of a deal in Lone Wolf',
      'read-lone-wolf': 'read changes of a deal from Lone Wolf',
    },
  },
})

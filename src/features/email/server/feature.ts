import { defineFeature } from '../../../platform/server/feature.ts'
import { sendingKindOf } from '../../outbound/server/commands/overdue.ts'
import { emailCalls } from '../contract.ts'
import { emailManyAction } from './commands/send.ts'
import { emailHandlers } from './handlers.ts'
import { sendEmail } from './jobs/sendEmail.ts'
import { followSendings } from './listeners.ts'
import { registerMailHooks } from './webhooks.ts'

/** What the server runs of this feature. */
export const emailFeature = defineFeature({
  name: 'email',
  calls: emailCalls,
  handlers: emailHandlers,
  webhooks: registerMailHooks,
  jobs: [sendEmail],
  listeners: [followSendings],
  sendingKinds: [sendingKindOf(sendEmail.name, 'E-mails that people wrote')],
  bulkActions: [emailManyAction],
  audit: {
    sentences: {
      send: 'wrote an e-mail',
      sendTest: 'sent a test of an e-mail to themselves',
      setSignature: 'changed their signature',
      cancel: 'cancelled an e-mail',
      'send-email': 'sent an e-mail to {lead}',
    },
  },
})

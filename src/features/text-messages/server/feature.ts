import { defineFeature } from '../../../platform/server/feature.ts'
import { sendingKindOf } from '../../outbound/server/commands/overdue.ts'
import { textCalls } from '../contract.ts'
import { textKind } from './commands/notices.ts'
import { textHandlers } from './handlers.ts'
import { purgeAnsweredTexts } from './jobs/answered.ts'
import { fetchTextPicture, purgeTextPictures } from './jobs/pictures.ts'
import { sendTextMessage } from './jobs/sendText.ts'
import { followLeads, followSentTexts } from './listeners.ts'
import { registerTextHooks } from './webhooks.ts'

/** What the server runs of this feature. */
export const textMessagesFeature = defineFeature({
  name: 'text-messages',
  calls: textCalls,
  handlers: textHandlers,
  jobs: [sendTextMessage, fetchTextPicture, purgeTextPictures, purgeAnsweredTexts],
  notificationKinds: [textKind],
  sendingKinds: [sendingKindOf(sendTextMessage.name, 'Texts')],
  listeners: [followLeads, followSentTexts],
  webhooks: registerTextHooks,
  audit: {
    sentences: {
      send: 'texted {lead leadId}',
      read: 'read the texts of {lead leadId}',
      done: 'was done with the texts of {lead leadId}',
      recognize: 'said whose number it is that texted',
      addPicture: 'added a picture to a text',
      'send-text': 'sent a text',
      'fetch-text-picture': 'stored a picture of a text',
      'purge-text-pictures': 'deleted pictures of texts that nobody sent',
      'purge-answered-texts': 'forgot old answers to texts of colleagues',
      'text received': 'received a text',
      'text report': 'heard what became of a text',
    },
  },
  demo: () => import('../demo.ts'),
})

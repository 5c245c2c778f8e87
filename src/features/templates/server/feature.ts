import { defineFeature } from '../../../platform/server/feature.ts'
import { templateCalls } from '../contract.ts'
import { templateHandlers } from './handlers.ts'
import { registerPictures } from './webhooks.ts'

/** What the server runs of this feature. */
export const templatesFeature = defineFeature({
  name: 'templates',
  calls: templateCalls,
  handlers: templateHandlers,
  webhooks: registerPictures,
  demo: () => import('../demo.ts'),
  audit: {
    sentences: {
      create: 'added the template {text name}',
      update: 'changed the template {text name}',
      remove: 'deleted a template',
      restore: 'restored a template',
      uploadPicture: 'uploaded a picture for e-mails',
    },
  },
})

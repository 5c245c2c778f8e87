import { defineFeature } from '../../../platform/server/feature.ts'
import { integrationsCalls } from '../contract.ts'
import { authenticateKey, KEY_PREFIX } from './commands/keys.ts'
import { webhookOffKind } from './commands/notices.ts'
import { integrationsHandlers } from './handlers.ts'
import { catchUpWebhooks, deliverWebhooks, purgeWebhooks } from './jobs.ts'
import { publishToWebhooks } from './listeners.ts'
import { keyNames } from './queries/keys.ts'
import { webhookNames } from './queries/webhooks.ts'

/** What the server runs of this feature. */
export const integrationsFeature = defineFeature({
  name: 'integrations-admin',
  calls: integrationsCalls,
  handlers: integrationsHandlers,
  notificationKinds: [webhookOffKind],
  jobs: [deliverWebhooks, catchUpWebhooks, purgeWebhooks],
  listeners: [publishToWebhooks],
  apiKeys: { prefix: KEY_PREFIX, authenticate: authenticateKey },
  audit: {
    sentences: {
      createKey: 'made the API key {text name}',
      revokeKey: 'revoked the API key {key}',
      createWebhook: 'added a webhook to {text url}',
      updateWebhook: 'changed the webhook to {webhook}',
      deleteWebhook: 'deleted a webhook',
      testWebhook: 'sent a test to a webhook',
      retryWebhook: 'sent events of a webhook again',
      'deliver-webhooks': 'switched off the webhook to {webhook}',
    },
    names: { key: keyNames, webhook: webhookNames },
  },
  demo: () => import('../demo.ts'),
})

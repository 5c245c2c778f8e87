import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { idCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import { notFound } from '../../../platform/server/errors.ts'
import { instantText } from '../../../platform/wire/fields.ts'
import { EXACT_TOTAL_LIMIT } from '../../../platform/wire/page.ts'
import type { integrationsCalls } from '../contract.ts'
import { providerHealth } from './commands/health.ts'
import { createKey } from './commands/keys.ts'
import {
  changeWebhook,
  createWebhook,
  publishIntegrations,
  retryWebhook,
  testWebhook,
  webhookRecord,
} from './commands/webhooks.ts'
import { countDeliveries, deliveriesOf } from './queries/deliveries.ts'
import { apiKeys, endApiKey } from './queries/keys.ts'
import { removeWebhook, webhookRecords } from './queries/webhooks.ts'

export const integrationsHandlers: Handlers<typeof integrationsCalls> = {
  async overview(ctx) {
    return {
      as_of: instantText(ctx.now),
      providers: await providerHealth(ctx),
      keys: await apiKeys(ctx),
      webhooks: await webhookRecords(ctx),
    }
  },

  async createKey(ctx, given) {
    const made = await createKey(ctx, given)
    publishIntegrations(ctx)
    return made
  },

  async revokeKey(ctx, { id }) {
    const name = await endApiKey(ctx, id, ctx.viewer.user_id)
    if (name === null) throw notFound('key')
    ctx.audit({ subject: 'key', subject_id: id, before: { name }, after: { revoked: true } })
    publishIntegrations(ctx)
    // Every process forgets at once which tokens it knows, and this key is looked up anew.
    ctx.changed('people', [], [`user:${ctx.viewer.user_id}`])
    return {}
  },

  createWebhook: (ctx, given) => createWebhook(ctx, given),
  updateWebhook: (ctx, { id, ...given }) => changeWebhook(ctx, id, given),

  async deleteWebhook(ctx, { id }) {
    const url = await removeWebhook(ctx, id)
    if (url === null) throw notFound('webhook')
    ctx.audit({ subject: 'webhook', subject_id: id, before: { url } })
    publishIntegrations(ctx)
    return {}
  },

  async deliveries(ctx, { id, ...asked }) {
    await webhookRecord(ctx, id)
    const { offset, limit } = windowOf(asked)
    const before = asked.cursor ? idCursors.read(asked.cursor) : null
    const rows = await deliveriesOf(ctx, id, { offset, limit, before })
    const total = await countDeliveries(ctx, id, EXACT_TOTAL_LIMIT + 1)
    return pageOf(rows, { asked, total, cursorAfter: last => idCursors.write(last.id) })
  },

  async testWebhook(ctx, { id }) {
    await testWebhook(ctx, id)
    return {}
  },

  retryWebhook: async (ctx, { id, delivery_id = null }) => ({ count: await retryWebhook(ctx, id, delivery_id) }),
}

import { defineRights, nothing, type Request } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { integrationsCalls } from './contract.ts'

const url = 'https://hooks.example.com/in'

const webhook: Request = async ({ one }: World) => ({
  path: {
    id: await one(
      `INSERT INTO webhook_subscriptions (url, events, secret, created_at) VALUES ($1, '{lead.created}', 'x', now()) RETURNING id`,
      [url],
    ),
  },
})

const owners = ['super'] as const

/** A valid request for each call, and who may make it. */
export const rights = defineRights(integrationsCalls, {
  overview: [owners, nothing],
  createKey: [owners, world => ({ body: { name: `Key ${world.unused()}`, scopes: ['leads:read'] } })],
  revokeKey: [
    owners,
    async world => ({
      path: {
        id: await world.one(
          `INSERT INTO api_keys (name, hash, hint, scopes, user_id, created_at)
           VALUES ('Key', sha256($1::text::bytea), 'kt…', '{leads:read}', $2, now()) RETURNING id`,
          [`API key ${world.unused()}`, await world.userId('super')],
        ),
      },
    }),
  ],
  createWebhook: [owners, () => ({ body: { url, events: ['lead.created'] } })],
  updateWebhook: [
    owners,
    async (world, account) => ({ ...(await webhook(world, account)), body: { is_active: false } }),
  ],
  deleteWebhook: [owners, webhook],
  deliveries: [owners, webhook],
  testWebhook: [owners, webhook],
  retryWebhook: [owners, webhook],
})

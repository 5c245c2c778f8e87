import { z } from 'zod'
import { defineConfig, list } from '../../platform/server/config.ts'

/** Where webhooks may go. */
export interface WebhooksConfig {
  /** Hosts (`n8n.lan` or `n8n.lan:5678`) of private networks that webhooks may reach, also without encryption. */
  webhookPrivateHosts: readonly string[]
}

declare module '../../platform/server/config.ts' {
  interface Config extends WebhooksConfig {}
}

/** What is read of the environment about webhooks. */
export const webhooksConfig = defineConfig(
  { KEYTURN_WEBHOOK_PRIVATE_HOSTS: z.string().default('') },
  (env): WebhooksConfig => ({ webhookPrivateHosts: list(env.KEYTURN_WEBHOOK_PRIVATE_HOSTS.toLowerCase()) }),
)

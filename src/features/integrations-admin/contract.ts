import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, InstantInput, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { healthStates, providerIds } from './rules/providers.ts'
import { keyScopes } from './rules/scopes.ts'
import { webhookEvents } from './rules/webhooks.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    integrations: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    key: true
    webhook: true
  }
}

/** How one provider stands. Nothing here is a secret. */
export const ProviderHealth = z.object({
  id: z.enum(providerIds),
  state: z.enum(healthStates),
  /** Something of the demo stands in for it. */
  is_stand_in: z.boolean(),
  /** What it is there for, counted, in a sentence. */
  holds: z.string(),
  last_success_at: Instant.nullable(),
  last_failure_at: Instant.nullable(),
  /** What went wrong last, in a sentence; `null` when nothing is known of it. */
  problem: z.string().nullable(),
  /** What waits to be done with it, and what was given up, of late. */
  waiting: z.int(),
  failed: z.int(),
  /** Requests to a hook of ours that were not the provider's, where they are counted. */
  refused: z.int(),
})
export type ProviderHealth = z.output<typeof ProviderHealth>

/** A key of another system, of which nobody sees more than its ends. */
export const ApiKeyRecord = z.object({
  id: Id,
  name: z.string(),
  hint: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** Through whose eyes it reads. */
  user: z.object({ id: Id, name: z.string(), is_active: z.boolean() }),
  created_at: Instant,
  expires_at: Instant.nullable(),
  last_used_at: Instant.nullable(),
})
export type ApiKeyRecord = z.output<typeof ApiKeyRecord>

/** Where events are posted to, and how that goes. */
export const WebhookRecord = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  is_active: z.boolean(),
  /** Why it is off, when no person switched it off. */
  off_reason: z.string().nullable(),
  off_at: Instant.nullable(),
  /** Since when the receiver has been down. */
  failing_since: Instant.nullable(),
  created_at: Instant,
  waiting: z.int(),
  /** Given up, and not sent again since. */
  failed: z.int(),
  /** Of the last 24 hours: all, and those that arrived. */
  day_total: z.int(),
  day_delivered: z.int(),
  last_delivered_at: Instant.nullable(),
})
export type WebhookRecord = z.output<typeof WebhookRecord>

/** One event on its way to one receiver. */
export const WebhookDelivery = z.object({
  id: Id,
  /** The `webhook-id`, the same for every try. */
  event_id: z.string(),
  type: z.string(),
  subject: z.string(),
  subject_id: Id.nullable(),
  /** Who or what it is about; empty when that is gone. */
  about: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.int(),
  /** When it is tried next; only while it waits. */
  due_at: Instant.nullable(),
  tried_at: Instant.nullable(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
  /** The beginning of what the receiver answered. */
  answer: z.string(),
  duration_ms: z.int().nullable(),
  created_at: Instant,
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

/** Everything that the product is connected to. */
export const Integrations = z.object({
  as_of: Instant,
  providers: z.array(ProviderHealth),
  keys: z.array(ApiKeyRecord),
  webhooks: z.array(WebhookRecord),
})
export type Integrations = z.output<typeof Integrations>

const Events = z.array(z.enum(webhookEvents)).min(1, { error: 'must name an event' })
const Url = line(2000).min(1, { error: 'needs an address' })
const right = 'manage_integrations'

export const integrationsCalls = {
  overview: read('integrations', {
    right,
    output: Integrations,
    summary: 'How each provider stands, the keys of other systems, and the webhooks. No secrets.',
  }),
  createKey: write('integrations/keys', {
    right,
    input: z.object({
      name: line(80).min(1, { error: 'needs a name' }),
      scopes: z.array(z.enum(keyScopes)).min(1, { error: 'must name what the key may do' }),
      expires_at: InstantInput.nullable().optional(),
    }),
    output: z.object({ key: ApiKeyRecord, token: z.string() }),
    creates: true,
    answersSecret: true,
    summary: 'Makes a key for another system. It is in the answer, and nowhere else afterwards.',
  }),
  revokeKey: write('integrations/keys/:id', {
    right,
    method: 'DELETE',
    output: Nothing,
    summary: 'Ends a key at once.',
  }),
  createWebhook: write('integrations/webhooks', {
    right,
    input: z.object({ url: Url, events: Events }),
    output: z.object({ webhook: WebhookRecord, secret: z.string() }),
    creates: true,
    answersSecret: true,
    summary:
      'Posts events to an address, signed by Standard Webhooks. The secret is in the answer, and nowhere else afterwards.',
  }),
  updateWebhook: write('integrations/webhooks/:id', {
    right,
    input: z.object({ url: Url, events: Events, is_active: z.boolean() }).partial(),
    output: WebhookRecord,
    summary: 'Changes the address or the events of a webhook, or switches it on or off.',
  }),
  deleteWebhook: write('integrations/webhooks/:id', {
    right,
    method: 'DELETE',
    output: Nothing,
    summary: 'Deletes a webhook with all that waits for it.',
  }),
  deliveries: read('integrations/webhooks/:id/deliveries', {
    right,
    input: PageInput,
    output: page(WebhookDelivery),
    summary: 'What was posted by a webhook in the last 30 days, and what waits, newest first.',
  }),
  testWebhook: write('integrations/webhooks/:id/test', {
    right,
    output: Nothing,
    summary: 'Posts an event that is marked as a test.',
  }),
  retryWebhook: write('integrations/webhooks/:id/retry', {
    right,
    input: z.object({ delivery_id: Id.optional() }),
    output: z.object({ count: z.int() }),
    summary: 'Tries again now what was given up or waits for its next try: one delivery, or all of them.',
  }),
}

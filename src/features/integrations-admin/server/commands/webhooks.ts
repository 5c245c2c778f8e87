import type { Change, QueryContext, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts'
import { newWebhookSecret, problemOfReceiver } from '../../../../platform/server/http/receiver.ts'
import { secretsFor } from '../../../../platform/server/secrets.ts'
import type { WebhookRecord } from '../../contract.ts'
import { MAX_WEBHOOKS, TEST_EVENT } from '../../rules/webhooks.ts'
import { type HappenedEvent, retryDeliveries, writeEventFor, writeEvents } from '../queries/outbox.ts'
import { countWebhooks, insertWebhook, lockWebhook, webhookRecords, writeWebhook } from '../queries/webhooks.ts'

/** Opens and closes the secrets that events are signed with. */
export const webhookSecrets = (config: QueryContext['config']) => secretsFor('webhook secrets', config)

/** The job that delivers what waits for one webhook. */
export const DELIVERY_JOB = { name: 'deliver-webhooks' }

/** Has browsers of those who look after integrations fetch them again. */
export const publishIntegrations = (ctx: Change): void => ctx.changed('integrations', [], ['right:manage_integrations'])

/** Has what waits for a webhook delivered after the commit. */
export const enqueueDelivery = (ctx: Change, id: number): Promise<void> =>
  ctx.enqueue(DELIVERY_JOB, { subscription_id: id }, { singletonKey: String(id) })

/** Writes events into the outbox of the webhooks that want them, in the transaction in which they happened. */
export async function publishEvents(ctx: Change, events: readonly HappenedEvent[]): Promise<void> {
  if (events.length === 0) return
  const owed = await writeEvents(ctx, events)
  for (const id of owed) await enqueueDelivery(ctx, id)
  if (owed.length > 0) publishIntegrations(ctx)
}

/** One webhook as screens show it. */
export async function webhookRecord(ctx: QueryContext, id: number): Promise<WebhookRecord> {
  const [record] = await webhookRecords(ctx, id)
  if (!record) throw notFound('webhook')
  return record
}

function requireUrl({ config }: QueryContext, url: string): void {
  const problem = problemOfReceiver(url, config.webhookPrivateHosts)
  if (problem !== null) throw invalid({ url: [problem] })
}

interface NewWebhook {
  url: string
  events: readonly string[]
}

/** Makes a webhook. Its secret is in the answer, and sealed in the database. */
export async function createWebhook(
  ctx: WriteContext,
  { url, events: given }: NewWebhook,
): Promise<{ webhook: WebhookRecord; secret: string }> {
  requireUrl(ctx, url)
  if ((await countWebhooks(ctx)) >= MAX_WEBHOOKS)
    throw conflict(`There are ${MAX_WEBHOOKS} webhooks already. Delete one first.`)
  const secret = newWebhookSecret()
  const events = [...new Set(given)]
  const id = await insertWebhook(ctx, { url, events, secret: webhookSecrets(ctx.config).seal(secret) })
  ctx.audit({ subject: 'webhook', subject_id: id, after: { url, events } })
  publishIntegrations(ctx)
  return { webhook: await webhookRecord(ctx, id), secret }
}

/** Changes a webhook, or switches it on or off. What waited meanwhile goes out once it is on. */
export async function changeWebhook(
  ctx: WriteContext,
  id: number,
  given: Partial<NewWebhook & { is_active: boolean }>,
): Promise<WebhookRecord> {
  const before = await lockWebhook(ctx, id)
  if (!before) throw notFound('webhook')
  if (given.url !== undefined) requireUrl(ctx, given.url)
  const after = {
    url: given.url ?? before.url,
    events: [...new Set(given.events ?? before.events)],
    is_active: given.is_active ?? before.is_active,
  }
  await writeWebhook(ctx, id, after)
  if (after.is_active) await enqueueDelivery(ctx, id)
  const { id: _, ...was } = before
  ctx.audit({ subject: 'webhook', subject_id: id, before: was, after })
  publishIntegrations(ctx)
  return webhookRecord(ctx, id)
}

async function requireActive(ctx: WriteContext, id: number): Promise<void> {
  const webhook = await lockWebhook(ctx, id)
  if (!webhook) throw notFound('webhook')
  if (!webhook.is_active) throw conflict('This webhook is off. Switch it on first.')
}

/** Posts an event that is marked as a test. */
export async function testWebhook(ctx: WriteContext, id: number): Promise<void> {
  await requireActive(ctx, id)
  const data = { is_test: true, message: 'This is a test.' }
  await writeEventFor(ctx, id, { type: TEST_EVENT, subject: 'webhook', subject_id: id, data })
  await enqueueDelivery(ctx, id)
  publishIntegrations(ctx)
}

/** Tries again what was given up or waits for its next try; answers how many deliveries that are. */
export async function retryWebhook(ctx: WriteContext, id: number, deliveryId: number | null): Promise<number> {
  await requireActive(ctx, id)
  const count = await retryDeliveries(ctx, id, deliveryId)
  if (count === 0 && deliveryId !== null) throw conflict('This delivery has arrived already.')
  await enqueueDelivery(ctx, id)
  publishIntegrations(ctx)
  return count
}

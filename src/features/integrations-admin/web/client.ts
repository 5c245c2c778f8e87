import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { integrationsCalls, type WebhookRecord } from '../contract.ts'
import { hostOf } from '../rules/wording.ts'

const topics = ['integrations'] as const

/** How often what is seen of providers is asked for again; nobody publishes it. */
const REFETCH_MS = 60_000

/** Providers, keys and webhooks. */
export const integrationsQuery = queryOptions({
  ...queryOf(integrationsCalls.overview, {}, { topics: [...topics] }),
  placeholderData: keepPreviousData,
  refetchInterval: REFETCH_MS,
})

/** What a webhook posted, newest first. */
export const deliveriesQuery = (id: number) =>
  pagesOf(integrationsCalls.deliveries, { id, perPage: 25 }, { topics: [...topics] })

/** Fetches everything again that a change of keys or webhooks shows in. */
export const refetchIntegrations = (): Promise<void> => invalidateTopic(queryClient, 'integrations')

async function settled<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer
  await refetchIntegrations()
  return given
}

/** Ends a key at once. */
export const revokeKey = (id: number) => settled(call(integrationsCalls.revokeKey, { id }))

/** Deletes a webhook with its log. */
export const deleteWebhook = (id: number) => settled(call(integrationsCalls.deleteWebhook, { id }))

/** Posts an event that is marked as a test. */
export const testWebhook = (id: number) => settled(call(integrationsCalls.testWebhook, { id }))

/** Tries one delivery again, or all that did not arrive. */
export const retryWebhook = (id: number, delivery_id?: number) =>
  settled(call(integrationsCalls.retryWebhook, delivery_id === undefined ? { id } : { id, delivery_id }))

/** Switches a webhook off, or on again. */
export const switchWebhook = ({ id, url, is_active }: WebhookRecord) =>
  undoable({
    run: () => call(integrationsCalls.updateWebhook, { id, is_active: !is_active }),
    said: `The webhook to ${hostOf(url)} is ${is_active ? 'off' : 'on'}.`,
    undo: () => call(integrationsCalls.updateWebhook, { id, is_active }),
    undoFailed: 'Failed to undo.',
    failed: 'Failed to change the webhook.',
    settle: refetchIntegrations,
  })

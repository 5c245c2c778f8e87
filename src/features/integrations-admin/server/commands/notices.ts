import type { Change } from '../../../../platform/server/context.ts'
import { failureKind } from '../../../notifications/server/commands/kinds.ts'
import { notify } from '../../../notifications/server/commands/notify.ts'

/** Of webhooks that were switched off because their receiver is gone. */
export const webhookOffKind = failureKind('webhook_off', 'Webhooks that were switched off')

/** Notifies the administrators that a webhook was switched off, and why. */
export async function notifyOfWebhookOff(
  ctx: Change,
  { id, url, reason }: { id: number; url: string; reason: string },
): Promise<void> {
  await notify(ctx, {
    to: 'administrators',
    kind: webhookOffKind,
    // Switched on and off again later, it is another cause.
    cause: `webhook ${id} off ${ctx.now.toISOString()}`,
    title: `The webhook to ${hostOf(url)} was switched off`,
    body: reason,
    path: '/admin/integrations',
  })
}

/** Addresses may hold secrets: only the host is named. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? 'another system'

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { open } from '../../../platform/server/http/routes.ts'
import { hashOfToken } from '../../../platform/server/secrets.ts'
import { publishNotifications } from './commands/notify.ts'
import { recordReceipt } from './queries/deliveries.ts'
import { markNotifications } from './queries/notifications.ts'

/** Requests a minute that one address may make here. */
const REQUESTS_A_MINUTE = 240
const MAX_BODY = 2048

const Receipt = z.object({ token: z.string().min(20).max(100), step: z.enum(['delivered', 'seen', 'opened']) })

/** Where service workers report what became of a push: they have no session, but the token that came with it. */
export function registerPushReceipts(app: FastifyInstance, { transaction }: RouteDependencies): void {
  const options = {
    bodyLimit: MAX_BODY,
    config: { ...open.config, rateLimit: { max: REQUESTS_A_MINUTE, allowList: () => false } },
  }
  app.post('/crm/hooks/push/receipt', options, async (request, reply) => {
    const receipt = Receipt.safeParse(request.body)
    // Whether a token is known is nobody's business.
    if (receipt.success) await transaction('push receipt', ctx => acknowledge(ctx, receipt.data))
    return reply.code(204).send()
  })
}

async function acknowledge(
  ctx: Parameters<typeof recordReceipt>[0],
  { token, step }: z.output<typeof Receipt>,
): Promise<void> {
  const found = await recordReceipt(ctx, hashOfToken(token), step === 'opened')
  if (!found) return
  if (step !== 'delivered')
    await markNotifications(ctx, { user_id: found.user_id, ids: [found.id] }, step === 'opened' ? 'acted' : 'seen')
  publishNotifications(ctx, found.user_id, [found.id])
}

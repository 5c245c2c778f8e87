import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { forbidden } from '../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { open } from '../../../platform/server/http/routes.ts'
import { hashOfToken } from '../../../platform/server/secrets.ts'
import { CALENDAR_HOOK } from '../rules/hook.ts'
import { enqueueSync } from './commands/queue.ts'
import { askPull } from './queries/accounts.ts'
import { openChannel } from './queries/channels.ts'

const Headers = z.object({
  'x-goog-channel-id': z.uuid(),
  'x-goog-channel-token': z.string().min(1).max(500),
  'x-goog-resource-state': z.enum(['sync', 'exists', 'not_exists']),
})

/**
 * Where Google calls when a calendar changed. Its calls say neither what changed nor in which calendar: the channel is known by its
 * id and a token that only Google was given. What is not from an open channel is refused with 403, and counted by that in the metrics.
 */
export function registerCalendarHook(app: FastifyInstance, { database, log, transaction }: RouteDependencies): void {
  app.post(CALENDAR_HOOK, open, async (request, reply) => {
    const { data: headers } = Headers.safeParse(request.headers)
    const channel =
      headers &&
      (await openChannel(database, headers['x-goog-channel-id'], hashOfToken(headers['x-goog-channel-token'])))
    if (!channel) throw refused(request, log)
    // The first call of a channel only says that it is open.
    if (headers['x-goog-resource-state'] !== 'sync')
      await transaction('calendar changed', async ctx => {
        await askPull(ctx, channel.user_id)
        await enqueueSync(ctx, [channel.user_id])
      })
    return reply.code(204).send()
  })
}

function refused(request: FastifyRequest, log: RouteDependencies['log']): Error {
  log.warn({ hook: CALENDAR_HOOK, request_id: request.id }, 'a hook was refused: it is from no open channel')
  return forbidden('This request is from no channel of ours.')
}

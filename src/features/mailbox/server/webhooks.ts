import type { FastifyInstance } from 'fastify'
import { GMAIL_HOOK } from '../../../integrations/gmail/config.ts'
import { isPushGenuine, mailboxOfPush } from '../../../integrations/gmail/push.ts'
import { forbidden } from '../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { open } from '../../../platform/server/http/routes.ts'
import { readMailbox } from './commands/ask.ts'
import { ownerOfAddress, savePush } from './queries/mailboxes.ts'

/** A push names a mailbox and a position, and nothing else. */
const MAX_BODY = 64 * 1024

/** Where Google tells, through Pub/Sub, that a mailbox changed. What changed is asked of Gmail: a push that comes twice does no harm. */
export function registerMailboxHooks(app: FastifyInstance, { config, log, transaction }: RouteDependencies): void {
  app.post(GMAIL_HOOK, { ...open, bodyLimit: MAX_BODY }, async (request, reply) => {
    const { gmailPush } = config
    if (!gmailPush || !(await isPushGenuine(gmailPush, request.headers.authorization))) {
      log.warn({ hook: 'google/gmail', request_id: request.id }, 'a hook was refused: its token is not right')
      throw forbidden('The token is not one of Google for this address.')
    }
    const email = mailboxOfPush(request.body)
    if (email !== null)
      await transaction('mailbox push', async ctx => {
        const owner = await ownerOfAddress(ctx, email)
        if (owner === null) return
        await savePush(ctx, owner)
        await readMailbox(ctx, owner)
      })
    // Whatever cannot be read is not sent again, either.
    return reply.code(204).send()
  })
}

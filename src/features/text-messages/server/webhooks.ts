import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldOf, replyToText, serveTwilioHooks } from '../../../integrations/twilio/hooks.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { receiveText } from './commands/receive.ts'
import { reportText } from './commands/report.ts'
import { STATUS_HOOK } from './jobs/sendText.ts'
import { writtenText } from './queries/texts.ts'

/** Where texts arrive, and where it is reported what became of those that went out. */
export function registerTextHooks(
  app: FastifyInstance,
  { config, database, log, transaction }: RouteDependencies,
): void {
  serveTwilioHooks(
    app,
    config,
    {
      '/crm/hooks/twilio/sms': async (fields, _request, reply) => {
        const [provider_id, from] = [fieldOf(fields, 'MessageSid'), fieldOf(fields, 'From')]
        const answer =
          provider_id && from
            ? await transaction('text received', ctx =>
                receiveText(ctx, {
                  provider_id,
                  from,
                  body: fieldOf(fields, 'Body').replaceAll('\0', ''),
                  media: Number(fieldOf(fields, 'NumMedia')) || 0,
                  is_answered: fieldOf(fields, 'OptOutType') !== '',
                }),
              )
            : null
        return reply.type('text/xml').send(replyToText(answer))
      },
      [STATUS_HOOK]: async (fields, request, reply) => {
        const provider_id = fieldOf(fields, 'MessageSid')
        const id = askedText(request)
        const text = await writtenText(database, id === null ? { provider_id } : { id })
        if (text && (text.provider_id === null || text.provider_id === provider_id))
          await transaction('text report', ctx =>
            reportText(ctx, text, {
              status: fieldOf(fields, 'MessageStatus'),
              provider_id,
              error_code: Number(fieldOf(fields, 'ErrorCode')) || null,
            }),
          )
        return reply.code(204).send()
      },
    },
    log,
  )
}

/** The text that the address names, so that a report is understood that comes before the provider's own answer. */
function askedText(request: FastifyRequest): number | null {
  const id = Number((request.query as { text?: unknown }).text)
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : null
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldOf, replyToText, serveTwilioHooks } from '../../../integrations/twilio/hooks.ts'
import type { HookFields } from '../../../integrations/twilio/signature.ts'
import { notFound } from '../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { open } from '../../../platform/server/http/routes.ts'
import { receiveText } from './commands/receive.ts'
import { reportText } from './commands/report.ts'
import { PICTURES_PATH, STATUS_HOOK } from './jobs/sendText.ts'
import { isOfSentText } from './queries/pictures.ts'
import { writtenText } from './queries/texts.ts'
import { pictureFiles } from './remote.ts'

/** Where texts arrive, and where it is reported what became of those that went out. */
export function registerTextHooks(app: FastifyInstance, dependencies: RouteDependencies): void {
  registerPictures(app, dependencies)
  const { config, database, log, transaction } = dependencies
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
                  media: mediaOf(fields),
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

/** More does not come with one text. */
const MAX_MEDIA = 10

/** Where the pictures are that came with a text. */
const mediaOf = (fields: HookFields): string[] =>
  Array.from({ length: Math.min(MAX_MEDIA, Number(fieldOf(fields, 'NumMedia')) || 0) }, (_, place) =>
    fieldOf(fields, `MediaUrl${place}`),
  ).filter(address => address !== '')

/** `/text-pictures/{name}.jpg`: pictures of texts that go out, for Twilio to fetch, so without signing in. Nobody guesses a name. */
function registerPictures(app: FastifyInstance, { config, database }: RouteDependencies): void {
  app.get(`${PICTURES_PATH}:file`, open, async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, name] = /^([0-9a-f]{32})\.jpg$/.exec(file) ?? []
    const isSent = name !== undefined && (await isOfSentText(database, name))
    const picture = isSent ? await pictureFiles(config).open(name) : null
    if (!picture) throw notFound('picture')
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-security-policy': "default-src 'none'",
        'content-length': picture.size,
      })
      .type('image/jpeg')
      .send(picture.body)
  })
}

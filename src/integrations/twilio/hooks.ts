import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/server/config.ts'
import { forbidden } from '../../platform/server/errors.ts'
import { open } from '../../platform/server/http/routes.ts'
import { emailLink } from '../../platform/server/mail/links.ts'
import { fieldsOf, type HookFields, isFromTwilio } from './signature.ts'

/** The package's own writer of answers, without the client of all its products. */
const MessagingResponse = createRequire(import.meta.url)(
  'twilio/lib/twiml/MessagingResponse.js',
) as typeof import('twilio/lib/twiml/MessagingResponse.js')

/** The answer to a text that came in, as TwiML; `null` says nothing back. */
export function replyToText(answer: string | null): string {
  const response = new MessagingResponse()
  if (answer !== null) response.message(answer)
  return response.toString()
}

/** Where Twilio reaches a hook of the product; its path begins with /crm/hooks/twilio/. */
export const hookUrl = (config: Pick<Config, 'publicUrl' | 'mode' | 'port'>, path: string): string =>
  `${emailLink(config) ?? ''}${path}`

/** Answers a hook; what Twilio sent is signed by then. */
export type HookHandler = (fields: HookFields, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The only field of that name; empty when it is missing, or there more than once. */
export const fieldOf = (fields: HookFields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Serves hooks of Twilio. Each request must be signed, which is checked against the public address of the product and never
 * against the host that the request names. What is not signed is refused with 403, and counted by that in the metrics.
 */
export function serveTwilioHooks(
  app: FastifyInstance,
  config: Config,
  hooks: Readonly<Record<`/crm/hooks/twilio/${string}`, HookHandler>>,
  log: { warn(details: object, text: string): void },
): void {
  void app.register(async inner => {
    // The signature is about the bytes as they came.
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    for (const [path, handler] of Object.entries(hooks)) {
      inner.post(path, open, async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : ''
        const signature = request.headers['x-twilio-signature']
        const isSigned = isFromTwilio(config.twilio?.hookTokens ?? [], {
          url: hookUrl(config, request.raw.url ?? ''),
          signature: typeof signature === 'string' ? signature : undefined,
          contentType: request.headers['content-type'] ?? '',
          body,
        })
        if (!isSigned) {
          log.warn({ hook: path, request_id: request.id }, 'a hook was refused: its signature is not right')
          throw forbidden('This request is not signed by Twilio.')
        }
        return handler(fieldsOf(body), request, reply)
      })
    }
  })
}

/** A text has 1,600 characters at the most; the rest of a hook is short. */
const MAX_BODY = 256 * 1024

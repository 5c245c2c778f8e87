import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { forbidden, invalid } from '../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { open } from '../../../platform/server/http/routes.ts'
import { excessOfJson } from '../../../platform/wire/json.ts'
import { type MailEvent, MailEvents } from '../rules/events.ts'
import { mailEventsSecretOf, recordMailEvent } from './commands/mailEvents.ts'

/** A thousand events with long reasons. */
const MAX_BODY = 2 * 1024 * 1024

/** Where a mail provider reports what became of e-mails. */
export function registerMailHooks(app: FastifyInstance, { config, log, transaction }: RouteDependencies): void {
  void app.register(async inner => {
    // The signature is about the bytes as they came.
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    inner.post('/crm/hooks/mail/events', open, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSigned(mailEventsSecretOf(config), body, request.headers['x-mail-signature'])) {
        log.warn({ hook: 'mail/events', request_id: request.id }, 'a hook was refused: its signature is not right')
        throw forbidden('The signature in x-mail-signature is not that of the body.')
      }
      // One transaction each: what cannot be written of one e-mail holds up no other. The provider tells all of them again.
      let failures = 0
      for (const event of eventsOf(body.toString('utf8')))
        await transaction('mail event', ctx => recordMailEvent(ctx, event)).catch(error => {
          failures++
          log.error({ hook: 'mail/events', err: error }, 'a mail event could not be written')
        })
      if (failures > 0) throw new Error(`${failures} mail events could not be written.`)
      return reply.code(204).send()
    })
  })
}

function isSigned(secret: string, body: Buffer, given: string | string[] | undefined): boolean {
  if (secret === '' || typeof given !== 'string') return false
  const expected = createHmac('sha256', secret).update(body).digest()
  const sent = Buffer.from(given.trim(), 'hex')
  return sent.length === expected.length && timingSafeEqual(expected, sent)
}

function eventsOf(text: string): MailEvent[] {
  const excess = excessOfJson(text)
  if (excess) throw invalid({ events: [`The body has too much ${excess}.`] })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw invalid({ events: ['The body is not JSON.'] })
  }
  const read = MailEvents.safeParse(body)
  if (!read.success)
    throw invalid({ events: ['The body is not an event or a list of events as docs/operating.md describes.'] })
  return read.data
}

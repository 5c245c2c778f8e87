import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalid, Refusal } from '../../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../../platform/server/feature.ts'
import { addressOf } from '../../../../platform/server/http/admission.ts'
import { open } from '../../../../platform/server/http/routes.ts'
import { NoEvents } from '../../rules/events.ts'
import { parsedJson, problemOfJson } from '../commands/json.ts'
import { receiveMail } from '../commands/mails.ts'
import { receiveEvents, storeRefusal } from '../commands/receive.ts'
import type { KnownSource } from '../queries/sources.ts'
import { admissionOf } from './admission.ts'

/** Requests a minute of one source; each may hold 500 events. */
const SOURCE_LIMIT = 20_000
/** A batch of 500 events with every field filled is about half of it. */
const MAX_EVENTS_BODY = 2 * 1024 * 1024
/** The largest mail: attachments included. */
const MAX_MAIL_BODY = 10 * 1024 * 1024

/** The doors for what other systems send: the events of sites, and the mails of portals. */
export function registerIntakeDoors(app: FastifyInstance, dependencies: RouteDependencies): void {
  const { log, transaction } = dependencies
  const { identify, admit, sourceOf } = admissionOf(app, dependencies)

  void app.register(async inner => {
    inner.addHook('onRequest', identify)
    // The signature is about the bytes as they came.
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_MAIL_BODY }, (_request, body, done) =>
      done(null, body),
    )
    const limited = {
      ...open.config,
      rateLimit: {
        max: SOURCE_LIMIT,
        allowList: () => false,
        keyGenerator: (request: FastifyRequest) => `intake source ${sourceOf(request)?.id ?? addressOf(request)}`,
      },
    }
    for (const url of ['/crm/intake/events', '/v1/intake/events'])
      inner.post(url, { config: limited, bodyLimit: MAX_EVENTS_BODY }, async (request, reply) => {
        const { source, body } = await admit(request)
        const elsewhere = otherDoors[source.kind]
        if (elsewhere) throw new Refusal('forbidden', elsewhere)
        const text = body.toString('utf8')
        const parsed = await parseOrRefuse(source, text)
        try {
          const { results, isBatch } = await receiveEvents({ log, transaction }, source, { body: text, parsed })
          const [only] = results
          if (!isBatch && only?.status === 'refused') throw invalid(only.errors ?? {})
          return answer(reply, isBatch ? { results } : only)
        } catch (error) {
          if (error instanceof NoEvents) throw invalid(error.fields)
          throw error
        }
      })
    inner.post('/crm/hooks/mail/inbound', { config: limited, bodyLimit: MAX_MAIL_BODY }, async (request, reply) => {
      const { source, body } = await admit(request)
      if (source.kind !== 'mailbox') throw new Refusal('forbidden', 'This key is not of a mailbox.')
      if (body.length === 0) throw new Refusal('invalid_request', 'The request holds no mail.')
      const { id } = await receiveMail({ log, transaction }, source, body)
      return answer(reply, { id })
    })
  })

  async function parseOrRefuse(source: KnownSource, text: string): Promise<unknown> {
    const problem = problemOfJson(text)
    if (problem === null) return parsedJson(text)
    await storeRefusal(transaction, source, { body: text, problem })
    throw new Refusal('invalid_request', problem)
  }
}

/** Where the keys of other kinds belong. */
const otherDoors: Readonly<Record<string, string>> = {
  mailbox: 'This key is for mails: POST hooks/mail/inbound.',
  mapped: 'This key is for any JSON: POST hooks/intake/{key}.',
  google_ads: 'This key is for lead forms of Google: POST hooks/google-ads.',
  facebook: 'This key is for the verify token of Facebook: hooks/facebook.',
}

const answer = (reply: FastifyReply, data: unknown) =>
  reply.header('cache-control', 'no-store').send({ status: 1, data, message: null, error: null })

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, invalid, Refusal } from '../../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../../platform/server/feature.ts'
import { addressOf } from '../../../../platform/server/http/admission.ts'
import { open } from '../../../../platform/server/http/routes.ts'
import { NoEvents, type ReadEvents, readEvents } from '../../rules/events.ts'
import { isOriginOf } from '../../rules/site.ts'
import { parsedJson, problemOfJson } from '../commands/json.ts'
import { storeEvents } from '../commands/store.ts'
import { type SiteSource, sourceOfSite } from '../queries/sources.ts'

/** Requests a minute of one address: what somebody does on a site, several people behind one router included. */
const ADDRESS_LIMIT = 120
/** Requests a minute of one site. */
const SITE_LIMIT = 6000
/** An event with a long message. */
const MAX_BODY = 32 * 1024
/** Browsers ask again for a newer script after so many seconds. */
const SCRIPT_SECONDS = 3600

/**
 * What a brokerage's site has without a developer: the script, and the door that it reports to. Anybody can read the key in
 * the page, so it gives no more than any form on a site does: events of this site, from its own pages, a few at a time.
 */
export function registerSiteDoor(app: FastifyInstance, dependencies: RouteDependencies): void {
  const { config, database, log, transaction } = dependencies
  serveScript(app)
  const ofSite = app.createRateLimit({ max: SITE_LIMIT, keyGenerator: siteKey })
  const sources = new WeakMap<FastifyRequest, SiteSource>()

  /** Before the body is read: a page of the site whose key it carries. */
  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { key } = request.params as { key: string }
    const source = await sourceOfSite({ db: database.db, now: new Date(), config, log }, key)
    const origin = request.headers.origin ?? ''
    reply.header('vary', 'origin')
    if (!source || !isOriginOf(source.domain, origin)) throw forbidden('This page does not belong to a known site.')
    reply.header('access-control-allow-origin', origin)
    const counted = await ofSite(request)
    if (!counted.isAllowed && counted.isExceeded)
      throw new Refusal('rate_limited', 'Too many requests. Try again shortly.', { retryAfter: counted.ttlInSeconds })
    sources.set(request, source)
  }

  void app.register(async inner => {
    // After the limit of the address, which is the first hook of each route.
    inner.addHook('preParsing', async (request, reply) => identify(request, reply))
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    const rateLimit = {
      max: ADDRESS_LIMIT,
      allowList: () => false,
      keyGenerator: (request: FastifyRequest) => `intake site ${addressOf(request)}`,
    }
    const limited = { config: { ...open.config, rateLimit } }
    inner.options('/site/:key/events', limited, async (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '600',
        })
        .code(204)
        .send(),
    )
    inner.post('/site/:key/events', { ...limited, bodyLimit: MAX_BODY }, async (request, reply) => {
      const source = sources.get(request)
      if (!source) throw new Error('A request reached the door of sites without a source.')
      const text = typeof request.body === 'string' ? request.body : ''
      await storeEvents({ log, transaction }, source, { body: text, read: readPublic(text) })
      return reply
        .header('cache-control', 'no-store')
        .send({ status: 1, data: { status: 'accepted' }, message: null, error: null })
    })
  })
}

const siteKey = (request: FastifyRequest) => `intake site ${(request.params as { key: string }).key}`

/**
 * The one event of a body. Names are apart from those that the site's own server gives, as whoever reads the page could
 * otherwise use one up. What is refused is not stored: the person who wrote it reads why.
 */
function readPublic(text: string): ReadEvents {
  const problem = problemOfJson(text)
  if (problem !== null) throw new Refusal('invalid_request', problem)
  const read = readOne(parsedJson(text))
  const [only] = read.results
  if (read.isBatch || only?.status !== 'accepted') throw invalid(only?.errors ?? { body: ['Send one event.'] })
  return {
    ...read,
    accepted: read.accepted.map(event => ({ ...event, source_event_id: `browser ${event.source_event_id}` })),
  }
}

function readOne(parsed: unknown): ReadEvents {
  try {
    return readEvents(parsed)
  } catch (error) {
    if (error instanceof NoEvents) throw invalid(error.fields)
    throw error
  }
}

/** The script, under an address that stays. */
function serveScript(app: FastifyInstance): void {
  const script = readFile(new URL('../site/keyturn.js', import.meta.url)).then(body => ({
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  }))
  // Asked for below; until then nobody is there to hear of a failure.
  script.catch(() => undefined)
  app.get(
    '/site/keyturn.js',
    { config: { ...open.config, rateLimit: { max: SITE_LIMIT } } },
    async (request, reply) => {
      const { body, etag } = await script
      reply.headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': `public, max-age=${SCRIPT_SECONDS}`,
        'cross-origin-resource-policy': 'cross-origin',
        etag,
      })
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body)
    },
  )
}

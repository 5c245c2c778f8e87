import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DotloopEvent } from '../../../integrations/dotloop/records.ts'
import { SIGNATURE_HEADER, TIMESTAMP_HEADER, whyRefused } from '../../../integrations/dotloop/signature.ts'
import { forbidden, notFound } from '../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { addressOf } from '../../../platform/server/http/admission.ts'
import { open } from '../../../platform/server/http/routes.ts'
import { excessOfJson } from '../../../platform/wire/json.ts'
import { receiveEvent } from './commands/changes.ts'
import { countRefused, recordEnd, type StoredSubscription, subscriptionByName } from './queries/subscriptions.ts'
import { keySecrets, LOOP_HOOK } from './remote/subscribe.ts'

/** Where the browser of a demo reaches the page on which access is granted. */
export const DEMO_AUTHORIZE_PATH = '/demo/dotloop/authorize'

/** Events hold ids only. */
const MAX_BODY = 64 * 1024
/** Requests a minute from one address; an account is not told of half as much. */
const HOOK_LIMIT = 1200

/** The routes of this feature that are no calls. */
export function registerLoopRoutes(app: FastifyInstance, dependencies: RouteDependencies): void {
  serveDemoConsent(app, dependencies)
  registerLoopHook(app, dependencies)
}

/**
 * Where Dotloop tells of changes. An event is stored as it came and answered at once; a job reads it. What is not signed by the key
 * of the subscription, or older than five minutes, is refused and counted.
 */
function registerLoopHook(app: FastifyInstance, { config, database, log, transaction }: RouteDependencies): void {
  const rateLimit = {
    max: HOOK_LIMIT,
    allowList: () => false,
    keyGenerator: (request: FastifyRequest) => `dotloop ${addressOf(request)}`,
  }
  void app.register(async inner => {
    // The signature is about the bytes as they came.
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    inner.post(`${LOOP_HOOK}/:name`, { config: { ...open.config, rateLimit } }, async (request, reply) => {
      const subscription = await subscriptionByName(database, (request.params as { name: string }).name)
      if (!subscription) throw notFound('subscription')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const key = keySecrets(config).open(subscription.signing_key)
      const why = key === null ? 'unsigned' : whyRefused({ ...signed(request), body }, key, new Date())
      if (why !== null) {
        log.warn({ hook: LOOP_HOOK, request_id: request.id, why }, 'a hook was refused')
        await transaction('dotloop hook refused', tx => countRefused(tx, subscription.id))
        throw forbidden('This request is not one of Dotloop for this address, or it is too old.')
      }
      const event = eventOf(body.toString('utf8'))
      if (event && subscription.state !== 'ending')
        await transaction('dotloop event', async tx => {
          const end = ends[event.eventType]
          if (end) {
            await recordEnd(tx, subscription.id, end)
            tx.changed('dotloop', [], [`user:${subscription.user_id}`])
          }
          await receiveEvent(tx, storedEvent(event, subscription, body))
        })
      // What cannot be read is not sent again, either.
      return reply.code(204).send()
    })
  })
}

/** Events that say of the subscription itself that it ended. */
const ends: Readonly<Record<string, 'off' | 'gone'>> = { SUBSCRIPTION_DISABLED: 'off', SUBSCRIPTION_REMOVED: 'gone' }

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

const signed = (request: FastifyRequest) => ({
  timestamp: headerOf(request, TIMESTAMP_HEADER),
  signature: headerOf(request, SIGNATURE_HEADER),
})

function eventOf(text: string): DotloopEvent | null {
  if (excessOfJson(text)) return null
  try {
    return DotloopEvent.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** An event counts for the profile of the subscription, whatever it says. */
const storedEvent = (
  { eventId, eventType, timestamp, event }: DotloopEvent,
  { profile_id }: StoredSubscription,
  body: Buffer,
) => ({
  profile_id,
  event_id: eventId,
  kind: eventType,
  loop_id: (event?.profileId ?? profile_id) === profile_id ? (event?.loopId ?? null) : null,
  happened_at: new Date(timestamp),
  body: body.toString('utf8'),
})

/** Passes the granting of access on to the service beside a demo, which only this machine reaches. */
function serveDemoConsent(app: FastifyInstance, { config: { dotloop } }: Pick<RouteDependencies, 'config'>): void {
  if (dotloop?.authorizeUrl !== DEMO_AUTHORIZE_PATH) return
  const address = `${dotloop.tokenUrl}/authorize`
  app.get(DEMO_AUTHORIZE_PATH, open, async (request, reply) => {
    const query = new URLSearchParams(request.query as Record<string, string>)
    return passOn(await fetch(`${address}?${query}`), reply)
  })
  app.post(DEMO_AUTHORIZE_PATH, open, async (request: FastifyRequest, reply) => {
    const body = new URLSearchParams(request.body as Record<string, string>)
    return passOn(await fetch(address, { method: 'POST', body, redirect: 'manual' }), reply)
  })
}

async function passOn(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  const location = answer.headers.get('location')
  if (location) return reply.redirect(location, answer.status)
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type(answer.headers.get('content-type') ?? 'text/plain')
    .send(await answer.text())
}

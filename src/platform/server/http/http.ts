import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { APP_VERSION, VERSION_HEADER } from '../../wire/envelope.ts'
import { excessOfJson, MAX_JSON_DEPTH, MAX_VALUES } from '../../wire/json.ts'
import { failureOf } from '../calls/answer.ts'
import { parseForm, parseQuery, refuseLongQuery, tooManyValues } from '../calls/forms.ts'
import { answerMalformed } from '../calls/malformed.ts'
import type { Config } from '../config.ts'
import { notFound, Refusal } from '../errors.ts'
import type { Metrics } from './metrics.ts'
import type { ErrorReporter } from './reporting.ts'
import { requireRights } from './routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the call, for logs and metrics. */
    call?: string
    /** Who may ask; a route without it stops the start. */
    right?: string
  }
  interface FastifyRequest {
    /** The viewer, once known; for error reports. */
    userId: number | null
    /** The key of another system that the request carries. */
    apiKeyId: number | null
  }
}

const MAX_BODY_BYTES = 2 * 1024 * 1024

/** Makes the HTTP server with everything that holds for every route. */
export async function makeHttp(
  config: Config,
  log: Logger,
  metrics: Metrics,
  reporter: ErrorReporter,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    genReqId: () => randomUUID(),
    // An address that no route can have: too long, or not decodable.
    frameworkErrors: (_error, request, reply) => void sendFailure(reply as FastifyReply, notFound('page'), request.id),
    clientErrorHandler: answerMalformed,
    routerOptions: { querystringParser: parseQuery, maxParamLength: 300 },
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
  })
  requireRights(app)
  app.decorateRequest('userId', null)
  app.decorateRequest('apiKeyId', null)
  app.removeContentTypeParser('text/plain')
  await app.register(helmet, securityHeaders(config))
  await app.register(formbody, { parser: parseForm, bodyLimit: MAX_BODY_BYTES })
  acceptJson(app)
  await app.register(multipart)
  const callHeaders = headersOfCalls(config)
  app.addHook('onRequest', (request, reply, done) => {
    refuseLongQuery(request.url)
    if (request.routeOptions.config.call) reply.headers(callHeaders)
    else reply.headers({ [VERSION_HEADER]: APP_VERSION, 'permissions-policy': PERMISSIONS_POLICY })
    done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call ?? request.routeOptions.url ?? 'unknown'
    metrics.observe({ call, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    log.debug({ call, status: reply.statusCode, ms: Math.round(reply.elapsedTime), request_id: request.id }, 'answered')
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    // A full disk is answered like a database that is away, but somebody has to come and make room.
    if (!refusal || isDatabaseShort(error)) {
      const call = request.routeOptions.config.call ?? 'unknown'
      log.error({ err: error, call, request_id: request.id }, 'request failed')
      reporter.report(error, { user_id: request.userId, call, reference: request.id })
    }
    return sendFailure(reply, refusal ?? error, request.id)
  })
  return app
}

/** Reads JSON bodies; one that nests too deep or holds too much is refused before anything is made of it. */
function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const excess = excessOfJson(body)
    if (excess === 'values') throw tooManyValues(MAX_VALUES)
    if (excess === 'depth')
      throw new Refusal('invalid_request', `The request nests deeper than ${MAX_JSON_DEPTH} levels.`)
    return parseJson(request, body, done)
  })
}

function sendFailure(reply: FastifyReply, error: unknown, reference: string): FastifyReply {
  const { httpStatus, envelope } = failureOf(error, reference)
  if (error instanceof Refusal && error.retryAfter !== null) reply.header('retry-after', error.retryAfter)
  return reply
    .code(httpStatus)
    .header(VERSION_HEADER, APP_VERSION)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(envelope))
}

/** What no page of the product asks a browser for; a script that got in could not ask either. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'midi',
  'payment',
  'publickey-credentials-get',
  'usb',
  'xr-spatial-tracking',
]
  .map(feature => `${feature}=()`)
  // Calls are made from the browser, and numbers on a wall keep their screen lit.
  .concat('microphone=(self)', 'screen-wake-lock=(self)')
  .join(', ')

function securityHeaders(config: Config) {
  const originsOf = (...urls: (string | null)[]) => urls.flatMap(url => (url ? new URL(url).origin : []))
  return {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...originsOf(config.helpDeskUrl)],
        styleSrc: ["'self'"],
        // React writes style attributes; they cannot run anything.
        styleSrcAttr: ["'unsafe-inline'"],
        // Photos of listings are the product's own copies; pictures from elsewhere would say who looked at what, and when.
        imgSrc: ["'self'", 'data:', 'blob:', ...originsOf(config.helpDeskUrl, config.mapTiles)],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...originsOf(config.sentryDsn, config.mapTiles), ...(config.connectsTo ?? [])],
        workerSrc: ["'self'", 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    // The sign-in popup reports back to the window that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    referrerPolicy: { policy: 'same-origin' as const },
    // What frame-ancestors says, for browsers that do not know it.
    xFrameOptions: { action: 'deny' as const },
    strictTransportSecurity: config.mode === 'production' ? { maxAge: 31_536_000 } : false,
  }
}

/** What holds for the answer of a call, which is data and no page: the same each time, so made once. */
const headersOfCalls = (config: Config): Record<string, string> => ({
  [VERSION_HEADER]: APP_VERSION,
  // Answers are about people; no cache between here and the browser, nor the browser's own, may store one.
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS_POLICY,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(config.mode === 'production' ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

/** The answer to an error that Fastify itself raised; `null` for an unexpected one. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const { statusCode, code, message } = error as FastifyError
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('unsupported_media_type', 'Send form-encoded data or JSON.')
  }
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY') return new Refusal('invalid_request', 'The request is not valid JSON.')
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return new Refusal('invalid_request', 'The request holds no JSON.')
  if (statusCode === 413) return new Refusal('too_large', 'The request is too large.')
  if (isDatabaseAway(error))
    return new Refusal('unavailable', 'The database cannot be reached right now. Try again shortly.', {
      retryAfter: 5,
    })
  if (isDatabaseShort(error))
    return new Refusal('unavailable', 'The database is full. Try again shortly.', {
      retryAfter: 30,
    })
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Refusal('invalid_request', message)
  return null
}

/** A primary that another one took over from takes no writes any more, on the connections that it still has. */
const TAKES_NO_WRITES = '25006'
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '08006', '08001', '53300'],
  TAKES_NO_WRITES,
])

const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|has encountered a connection error and is not queryable/

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return AWAY.has(code) || AWAY_MESSAGES.test(error.message)
}

/** Class 53 of PostgreSQL's codes: its disk is full, it is out of memory, or the like. */
const isDatabaseShort = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^53...$/.test(String(error.code))

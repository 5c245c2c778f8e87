import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { MAX_BATCH } from './client.ts'
import type { DotloopService } from './config.ts'
import { fakePdf } from './fakeFiles.ts'
import { FakeSubscriptions } from './fakeSubscriptions.ts'
import { FakeTokens } from './fakeTokens.ts'
import type { DotloopDetail, DotloopDocument, DotloopLoop, DotloopParticipant } from './records.ts'

/** A document of the stand-in, with as many pages as its file has. */
export interface FakeDocument extends DotloopDocument {
  pages: number
}

/** A loop of the stand-in, with all that belongs to it. */
export interface FakeLoop extends DotloopLoop {
  detail: DotloopDetail
  participants: readonly DotloopParticipant[]
  documents: readonly FakeDocument[]
}

/** Somebody who has an account with the service. */
export interface FakeAccount {
  /** Their name for the service. */
  email: string
  name: string
  profileId: number
  loops: readonly FakeLoop[]
}

/** A request that shall fail, and how. */
export interface DotloopFault {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: string
}

interface FakeOptions {
  accounts(): readonly FakeAccount[]
  secret?: string
  now?(): Date
  /** What a request for this path gets instead of an answer; `null` for the answer, which waits for it. */
  fault?(path: string): DotloopFault | null | Promise<DotloopFault | null>
  /** Requests of an account in a minute. */
  perMinute?: number
  /** Milliseconds before each further try to post an event. */
  retries?: readonly number[]
  /** Where an address that events are posted to is really reached. */
  reach?(url: string): string
}

/** A Dotloop that runs. */
export interface FakeDotloop {
  service: DotloopService
  tokens: FakeTokens
  subscriptions: FakeSubscriptions
  /** Requests that were refused because the minute was full. */
  crowded(): number
  close(): Promise<void>
}

const CLIENT = { clientId: 'keyturn', clientSecret: 'keyturn-demo-dotloop' } as const
const PER_MINUTE = 100
const MINUTE_MS = 60_000

/** Tokens of somebody who connected their account before the stand-in was started. */
export const fakeTokensOf = (email: string, now: Date): ReturnType<FakeTokens['pairFor']> =>
  new FakeTokens(CLIENT.clientSecret, () => now).pairFor(email)

/** Starts the service on a free port that only this machine reaches. */
export async function serveFakeDotloop(options: FakeOptions): Promise<FakeDotloop> {
  const service = new FakeService(options)
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  service.register(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const at = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    service: { ...CLIENT, authorizeUrl: `${at}/oauth/authorize`, tokenUrl: `${at}/oauth`, apiUrl: `${at}/public/v2` },
    tokens: service.tokens,
    subscriptions: service.subscriptions,
    crowded: () => service.crowded,
    async close() {
      service.subscriptions.stop()
      await app.close()
    },
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Respond = (account: FakeAccount, request: FastifyRequest, reply: FastifyReply) => unknown
type Fields = Readonly<Record<string, string | undefined>>

class FakeService {
  readonly tokens: FakeTokens
  readonly subscriptions: FakeSubscriptions
  crowded = 0
  readonly #options: FakeOptions
  readonly #minutes = new Map<string, { since: number; requests: number }>()

  constructor(options: FakeOptions) {
    this.#options = options
    const { secret = CLIENT.clientSecret, now = () => new Date(), retries, reach } = options
    this.tokens = new FakeTokens(secret, now)
    this.subscriptions = new FakeSubscriptions({
      now,
      retries,
      reach,
      serve: (app, route, answer) => this.#serveAs(app, route, answer),
    })
  }

  register(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => {
      const wrong = (await this.#options.fault?.(request.url)) ?? null
      if (wrong)
        await reply
          .code(wrong.status)
          .headers({ ...wrong.headers })
          .send(wrong.body ?? '{}')
    })
    app.get('/oauth/authorize', (request, reply) => this.#showConsent(request, reply))
    app.post('/oauth/authorize', (request, reply) => this.#answerConsent(request, reply))
    app.post('/oauth/token', (request, reply) => this.#giveTokens(request, reply))
    app.post('/oauth/token/revoke', (request, reply) => this.#revoke(request, reply))
    const loop = '/public/v2/profile/:profileId/loop'
    this.#serve(app, '/public/v2/profile', account => ({
      data: [{ id: account.profileId, name: account.name, type: 'INDIVIDUAL', default: true }],
      meta: { total: 1 },
    }))
    this.#serve(app, loop, (account, request) => loopsOf(account, request.query as Fields))
    this.#serve(app, `${loop}/:loopId`, (account, request) => single(loopOf(account, request), plainLoop))
    this.#serve(app, `${loop}/:loopId/detail`, (account, request) =>
      single(loopOf(account, request), one => one.detail),
    )
    this.#serve(app, `${loop}/:loopId/participant`, (account, request) =>
      listed(loopOf(account, request)?.participants),
    )
    this.#serve(app, `${loop}/:loopId/folder`, (account, request) => foldersOf(loopOf(account, request), request))
    this.#serve(app, `${loop}/:loopId/folder/:folderId/document/:documentId`, async (account, request) => {
      const { documentId } = request.params as { documentId: string }
      const document = loopOf(account, request)?.documents.find(({ id }) => String(id) === documentId)
      return document && request.headers.accept === 'application/pdf' ? fakePdf(document.name, document.pages) : null
    })
    this.subscriptions.register(app)
  }

  #serve = (app: FastifyInstance, path: string, answer: Respond) => this.#serveAs(app, { method: 'GET', path }, answer)

  /** A path of the programming interface: for whoever has a token that lasts, and not too often. */
  #serveAs(app: FastifyInstance, { method, path }: { method: Method; path: string }, answer: Respond): void {
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
        const account = this.#accountOf(this.tokens.read(token, 'access')?.account)
        if (!account) return reply.code(401).send({ error: 'invalid_token' })
        if (!this.#hasRoom(account, reply)) return reply.code(429).send({ error: 'Too many requests' })
        const { profileId } = request.params as { profileId?: string }
        if (profileId !== undefined && Number(profileId) !== account.profileId)
          return reply.code(403).send({ error: 'No access to this profile' })
        const { batch_size: size = '1', batch_number: number = '1' } = request.query as Fields
        if (!/^[1-9]\d{0,8}$/.test(size) || Number(size) > MAX_BATCH)
          return reply.code(400).send({ error: 'batch_size must be at most 100' })
        if (!/^[1-9]\d{0,8}$/.test(number)) return reply.code(400).send({ error: 'batch_number must be at least 1' })
        const found = await answer(account, request, reply)
        if (reply.sent || found === reply) return reply
        if (found === null) return reply.code(404).send({ error: 'Not found' })
        return reply.type(Buffer.isBuffer(found) ? 'application/pdf' : 'application/json').send(found)
      },
    })
  }

  #accountOf = (email: string | undefined) => this.#options.accounts().find(account => account.email === email)

  #hasRoom({ email }: FakeAccount, reply: FastifyReply): boolean {
    const { now = () => new Date(), perMinute = PER_MINUTE } = this.#options
    const at = now().getTime()
    const before = this.#minutes.get(email)
    const minute = before && at - before.since < MINUTE_MS ? before : { since: at, requests: 0 }
    minute.requests += 1
    this.#minutes.set(email, minute)
    reply.headers({
      'x-ratelimit-limit': perMinute,
      'x-ratelimit-remaining': Math.max(0, perMinute - minute.requests),
      'x-ratelimit-reset': minute.since + MINUTE_MS - at,
    })
    if (minute.requests > perMinute) this.crowded += 1
    return minute.requests <= perMinute
  }

  #asksWell = ({ response_type, client_id, redirect_uri, state }: Fields): boolean =>
    response_type === 'code' && client_id === CLIENT.clientId && isRegistered(redirect_uri ?? '') && Boolean(state)

  #showConsent(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const asked = request.query as Fields
    if (!this.#asksWell(asked)) return reply.code(400).type('text/plain').send('The request is not valid.')
    return reply.type('text/html; charset=utf-8').send(consentPage(asked, this.#options.accounts()))
  }

  #answerConsent(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const asked = request.body as Fields
    if (!this.#asksWell(asked)) return reply.code(400).type('text/plain').send('The request is not valid.')
    const { redirect_uri = '', state = '' } = asked
    const account = this.#accountOf(asked.email)
    const said = account ? { code: this.tokens.codeFor(account.email, redirect_uri) } : { error: 'access_denied' }
    const target = new URL(redirect_uri)
    for (const [key, value] of Object.entries({ ...said, state })) target.searchParams.set(key, value)
    return reply.redirect(target.href, 302)
  }

  #isClient = (request: FastifyRequest): boolean =>
    request.headers.authorization ===
    `Basic ${Buffer.from(`${CLIENT.clientId}:${CLIENT.clientSecret}`).toString('base64')}`

  #giveTokens(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!this.#isClient(request)) return reply.code(401).send({ error: 'invalid_client' })
    const { grant_type, code = '', refresh_token = '', redirect_uri } = request.body as Fields
    const claims =
      grant_type === 'authorization_code'
        ? this.tokens.spend(code, 'code')
        : grant_type === 'refresh_token'
          ? this.tokens.spend(refresh_token, 'refresh')
          : null
    const isMeant = claims && (claims.kind !== 'code' || claims.redirectUri === redirect_uri)
    if (!isMeant) return reply.code(400).send({ error: 'invalid_grant' })
    return reply.send({ ...this.tokens.pairFor(claims.account), token_type: 'Bearer', scope: 'loop:*' })
  }

  #revoke(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!this.#isClient(request)) return reply.code(401).send({ error: 'invalid_client' })
    this.tokens.spend((request.body as Fields).token ?? '', 'access')
    return reply.send({})
  }
}

/** The product's own page, under whichever host name it is reached. */
const isRegistered = (uri: string): boolean => URL.canParse(uri) && new URL(uri).pathname === '/connect/dotloop'

const plainLoop = ({ detail: _detail, participants: _people, documents: _documents, ...loop }: FakeLoop) => loop
const listed = (data: readonly unknown[] | undefined) => (data ? { data, meta: { total: data.length } } : null)
const single = (loop: FakeLoop | null, part: (loop: FakeLoop) => unknown) => (loop ? { data: part(loop) } : null)

function loopOf({ loops }: FakeAccount, request: FastifyRequest): FakeLoop | null {
  const { loopId } = request.params as { loopId: string }
  return loops.find(({ id }) => String(id) === loopId) ?? null
}

function loopsOf({ loops }: FakeAccount, { sort = '', batch_size = '20', batch_number = '1' }: Fields) {
  const sorted = sort === 'updated:desc' ? loops.toSorted((a, b) => b.updated.localeCompare(a.updated)) : loops
  const from = (Number(batch_number) - 1) * Number(batch_size)
  return { data: sorted.slice(from, from + Number(batch_size)).map(plainLoop), meta: { total: loops.length } }
}

function foldersOf(loop: FakeLoop | null, request: FastifyRequest) {
  if (!loop) return null
  const { include_documents } = request.query as Fields
  return listed(
    [...Map.groupBy(loop.documents, ({ folderId }) => folderId)].map(([id, documents]) => ({
      id,
      name: 'Documents',
      ...(include_documents === 'true' && { documents: documents.map(({ pages: _pages, ...document }) => document) }),
    })),
  )
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function consentPage(asked: Fields, accounts: readonly FakeAccount[]): string {
  const hidden = ['response_type', 'client_id', 'redirect_uri', 'state']
    .map(name => `<input type="hidden" name="${name}" value="${escapeHtml(asked[name] ?? '')}">`)
    .join('')
  const choices = accounts
    .map(({ email, name }) => `<button name="email" value="${escapeHtml(email)}">Allow as ${escapeHtml(name)}</button>`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Dotloop (demo)</title></head><body><main><h1>Let Keyturn read your loops?</h1>
<p>It reads loops, their people and their documents. It changes nothing.</p>
<form method="post">${hidden}${choices}<button name="email" value="">Deny</button></form></main></body></html>`
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Flow, Identity, IdentityClient } from '../../../integrations/identity/client.ts'
import { serveDemoIdentity } from '../../../integrations/identity/fake.ts'
import { writeAuditEntry } from '../../../platform/server/database/audit.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { cookieIn, setCookie } from '../../../platform/server/http/cookies.ts'
import { open } from '../../../platform/server/http/routes.ts'
import { type Secrets, secretsFor } from '../../../platform/server/secrets.ts'
import { grantedScopes, isPathHere } from '../rules.ts'
import { credentialSecrets } from './commands/credentials.ts'
import { demoPeople } from './commands/demoAccounts.ts'
import { issueTicket } from './commands/tickets.ts'
import { openIdentity, scopeNames } from './remote.ts'

/** Requests a minute that one address may make here: each begins a sign-in or ends in the audit log. */
const REQUESTS_A_MINUTE = 120
const MAX_REASON = 100
const FLOW_SECONDS = 15 * 60

/** What the cookie of a begun sign-in holds, sealed. */
interface BegunFlow extends Flow {
  mode: 'popup' | 'redirect'
  origin: string
  until: number
}

type PeopleRoutes = Omit<RouteDependencies, 'transaction'>

/** The browser's way to the identity provider and back, outside the table of calls. */
export async function registerPeopleRoutes(app: FastifyInstance, dependencies: PeopleRoutes): Promise<void> {
  const { config } = dependencies
  if (!config.identity) await serveDemoIdentity(app, { secret: config.secret, people: identities() })
  const client = openIdentity(config, () => addressOf(app))
  const flows = secretsFor('sign-in flow', config)
  const limited = { config: { ...open.config, rateLimit: { max: REQUESTS_A_MINUTE, allowList: () => false } } }
  app.get('/auth/start', limited, (request, reply) => start({ client, flows, dependencies }, request, reply))
  app.get('/auth/callback', limited, (request, reply) => callback({ client, flows, dependencies }, request, reply))
  app.get('/auth/answer', open, (_request, reply) => page(reply, 'text/html; charset=utf-8', ANSWER_PAGE))
  app.get('/auth/answer.js', open, (_request, reply) => page(reply, 'text/javascript; charset=utf-8', ANSWER_SCRIPT))
}

const identities = () =>
  Object.entries(demoPeople).map(([email, { first_name, last_name }]) => ({
    email,
    name: `${first_name} ${last_name}`,
  }))

function addressOf(app: FastifyInstance): string {
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen yet.')
  const host = ['::', '0.0.0.0'].includes(address.address) ? '127.0.0.1' : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

interface Parts {
  client: IdentityClient
  flows: Secrets
  dependencies: PeopleRoutes
}

const originOf = (request: FastifyRequest, { config }: PeopleRoutes) =>
  config.publicUrl ? new URL(config.publicUrl).origin : `${request.protocol}://${request.host}`

/** Behind a proxy that nobody named the request itself comes by http; what counts is what browsers use. */
const isSecure = (request: FastifyRequest, dependencies: PeopleRoutes) =>
  originOf(request, dependencies).startsWith('https:')

const ownPath = (asked: string | undefined) => (asked && isPathHere(asked) ? asked : '/')

async function start(
  { client, flows, dependencies }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = request.query as Record<string, string | undefined>
  const purpose = query.purpose === 'scopes' ? 'scopes' : 'signin'
  const mode = query.mode === 'popup' ? 'popup' : 'redirect'
  const redirectUri = `${originOf(request, dependencies)}/auth/callback`
  const asked = { mode, origin: ownPath(query.origin), until: Date.now() + FLOW_SECONDS * 1000 } as const
  try {
    const { address, flow } = await client.begin({ purpose, redirectUri })
    const begun: BegunFlow = { ...flow, ...asked }
    const sealed = flows.seal(JSON.stringify(begun))
    const secure = isSecure(request, dependencies)
    reply.header('set-cookie', flowCookie(flow.state, { value: sealed, seconds: FLOW_SECONDS, secure }))
    const isBeside = !dependencies.config.identity
    return openly(reply).redirect(isBeside ? address.pathname + address.search : address.href)
  } catch (error) {
    dependencies.log.warn({ ...causeOf(error), request_id: request.id }, 'the identity provider could not be asked')
    return answer(
      reply,
      { ...asked, purpose },
      { error: 'unavailable', message: 'The sign-in service is not available right now.' },
    )
  }
}

async function callback(
  { client, flows, dependencies }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = new URLSearchParams(request.url.split('?')[1] ?? '')
  const state = parameters.get('state') ?? ''
  const flow = flowOf(request, state, flows)
  if (!flow) {
    await recordRefusal(dependencies, request, { purpose: 'signin', reason: 'begun by no browser' })
    return answer(reply, { mode: 'redirect', purpose: 'signin', origin: '/' }, { error: 'expired', message: EXPIRED })
  }
  const secure = isSecure(request, dependencies)
  reply.header('set-cookie', flowCookie(state, { value: '', seconds: 0, secure }))
  const refused = parameters.get('error')
  if (refused) {
    await recordRefusal(dependencies, request, { purpose: flow.purpose, reason: refused })
    return answer(reply, flow, { error: refused, message: parameters.get('error_description') ?? '' })
  }
  try {
    const { token, cookie } = await ticketFor(dependencies, flow, await client.finish(flow, parameters), secure)
    reply.header('set-cookie', cookie)
    return answer(reply, flow, flow.purpose === 'signin' ? { token } : { code: token })
  } catch (error) {
    const cause = causeOf(error)
    dependencies.log.warn({ ...cause, request_id: request.id }, 'a sign-in with the identity provider failed')
    await recordRefusal(dependencies, request, { purpose: flow.purpose, reason: cause.reason })
    return answer(reply, flow, { error: 'invalid_grant', message: EXPIRED })
  }
}

const EXPIRED = 'This sign-in could not be completed. Please try again.'

const textIn = (error: unknown, name: string): string | undefined => {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value : undefined
}

/** What the log may hold of an error: names and codes. Messages and answers of the provider can hold personal data. */
function causeOf(error: unknown): { reason: string; code?: string; answer?: string; cause?: string } {
  const [code, answer] = [textIn(error, 'code'), textIn(error, 'error')]
  const inner = error instanceof Error ? error.cause : undefined
  const cause = textIn(inner, 'code') ?? textIn(inner, 'name')
  return {
    reason: textIn(error, 'name') ?? 'unknown',
    ...(code && { code }),
    ...(answer && { answer }),
    ...(cause && { cause }),
  }
}

/** A sign-in that the provider or the product refused goes into the audit log, as one by password does. */
async function recordRefusal(
  { database, log }: PeopleRoutes,
  request: FastifyRequest,
  { purpose, reason }: { purpose: Flow['purpose']; reason: string },
): Promise<void> {
  const user_agent = (request.headers['user-agent'] ?? '').slice(0, 300)
  await writeAuditEntry(database.db, {
    call: 'people.signInCallback',
    viewer: null,
    actor: null,
    request: { id: request.id, address: request.ip, user_agent, session_id: null },
    input: { purpose, reason: reason.slice(0, MAX_REASON) },
    changes: [],
    outcome: 'forbidden',
  }).catch((error: unknown) => log.error({ err: error }, 'a refused sign-in could not be written into the audit log'))
}

async function ticketFor(
  { database, config }: PeopleRoutes,
  { purpose }: BegunFlow,
  identity: Identity,
  secure: boolean,
) {
  const { refresh_token } = identity
  const said = {
    ...identity,
    purpose,
    scopes: grantedScopes(identity.scopes, scopeNames(config)),
    refresh_token: refresh_token && credentialSecrets(config).seal(refresh_token),
  }
  return issueTicket(database.db, said, { now: new Date(), secure })
}

const cookieName = (state: string) => `keyturn_flow_${state.replace(/[^\w-]/g, '').slice(0, 16)}`

const flowCookie = (state: string, cookie: { value: string; seconds: number; secure: boolean }): string =>
  setCookie({ ...cookie, name: cookieName(state), path: '/auth' })

function flowOf(request: FastifyRequest, state: string, flows: Secrets): BegunFlow | null {
  const cookie = cookieIn(request.headers.cookie, cookieName(state))
  const opened = cookie ? flows.open(cookie) : null
  const flow = opened ? (JSON.parse(opened) as BegunFlow) : null
  return flow && flow.state === state && flow.until > Date.now() ? flow : null
}

/** Tells the page: a popup by its opener, a redirected page by its own address. What follows # reaches no server. */
function answer(
  reply: FastifyReply,
  { mode, purpose, origin }: Pick<BegunFlow, 'mode' | 'purpose' | 'origin'>,
  said: Record<string, string>,
): FastifyReply {
  const fragment = new URLSearchParams({ ...said, purpose, origin })
  return openly(reply).redirect(`${mode === 'popup' ? '/auth/answer' : '/login'}#${fragment}`)
}

/** The provider's pages must not cut the popup off from the window that opened it. */
const openly = (reply: FastifyReply) =>
  reply.header('cross-origin-opener-policy', 'unsafe-none').header('cache-control', 'no-store')

const page = (reply: FastifyReply, type: string, text: string) => openly(reply).type(type).send(text)

const ANSWER_PAGE =
  '<!doctype html><html lang="en"><title>Signing in</title><p>Signing in…</p><script src="/auth/answer.js"></script></html>'
const ANSWER_SCRIPT = `const said = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
if (window.opener) window.opener.postMessage(said, location.origin)
else location.replace('/login' + location.hash)
`

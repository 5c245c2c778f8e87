import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Flow, Identity, IdentityClient } from '../../../integrations/identity/client.ts'
import { serveDemoIdentity } from '../../../integrations/identity/fake.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { hashOfToken, randomToken, type Secrets, secretsFor } from '../../../platform/server/secrets.ts'
import { keptScopes } from '../rules.ts'
import { demoPeople } from './commands/demoAccounts.ts'
import { insertTicket } from './queries/signIn.ts'
import { openIdentity, scopeNames } from './remote.ts'

/** The page of the callback lives so long; it posts its ticket at once. */
const TICKET_MS = 2 * 60_000
const FLOW_SECONDS = 15 * 60

/** What the cookie of a begun sign-in holds, sealed. */
interface BegunFlow extends Flow {
  mode: 'popup' | 'redirect'
  origin: string
  until: number
}

/** The browser's way to the identity provider and back, outside the table of calls. */
export async function registerPeopleRoutes(app: FastifyInstance, dependencies: RouteDependencies): Promise<void> {
  const { config } = dependencies
  if (!config.identity) await serveDemoIdentity(app, { secret: config.secret, people: identities() })
  const client = openIdentity(config, () => addressOf(app))
  const flows = secretsFor('sign-in flow', config)
  app.get('/auth/start', (request, reply) => start({ client, flows, dependencies }, request, reply))
  app.get('/auth/callback', (request, reply) => callback({ client, flows, dependencies }, request, reply))
  app.get('/auth/answer', (_request, reply) => page(reply, 'text/html; charset=utf-8', ANSWER_PAGE))
  app.get('/auth/answer.js', (_request, reply) => page(reply, 'text/javascript; charset=utf-8', ANSWER_SCRIPT))
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
  dependencies: RouteDependencies
}

const originOf = (request: FastifyRequest, { config }: RouteDependencies) =>
  config.publicUrl ? new URL(config.publicUrl).origin : `${request.protocol}://${request.host}`

/** A path of this product, never an address elsewhere. */
const ownPath = (asked: string | undefined) => (asked && /^\/(?![/\\])/.test(asked) ? asked : '/')

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
    reply.header('set-cookie', cookieOf(request, flow.state, flows.seal(JSON.stringify(begun)), FLOW_SECONDS))
    const isBeside = !dependencies.config.identity
    return openly(reply).redirect(isBeside ? address.pathname + address.search : address.href)
  } catch {
    return answer(
      reply,
      { ...asked, purpose },
      { error: 'unavailable', message: 'The sign-in service is not available.' },
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
  if (!flow)
    return answer(reply, { mode: 'redirect', purpose: 'signin', origin: '/' }, { error: 'expired', message: EXPIRED })
  reply.header('set-cookie', cookieOf(request, state, '', 0))
  const refused = parameters.get('error')
  if (refused) return answer(reply, flow, { error: refused, message: parameters.get('error_description') ?? '' })
  try {
    const ticket = await keepTicket(dependencies, flow, await client.finish(flow, parameters))
    return answer(reply, flow, flow.purpose === 'signin' ? { token: ticket } : { code: ticket })
  } catch {
    return answer(reply, flow, { error: 'invalid_grant', message: EXPIRED })
  }
}

const EXPIRED = 'This sign-in could not be completed. Please try again.'

async function keepTicket({ database, config }: RouteDependencies, flow: BegunFlow, identity: Identity) {
  const token = randomToken()
  const { refresh_token } = identity
  await insertTicket(database.db, {
    ...identity,
    purpose: flow.purpose,
    scopes: keptScopes(identity.scopes, scopeNames(config)),
    refresh_token: refresh_token && secretsFor('identity credentials', config).seal(refresh_token),
    hash: hashOfToken(token),
    now: new Date(),
    expires_at: new Date(Date.now() + TICKET_MS),
  })
  return token
}

const cookieName = (state: string) => `keyturn_flow_${state.replace(/[^\w-]/g, '').slice(0, 16)}`

function cookieOf(request: FastifyRequest, state: string, value: string, seconds: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  return `${cookieName(state)}=${value}; Path=/auth; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

function flowOf(request: FastifyRequest, state: string, flows: Secrets): BegunFlow | null {
  const name = `${cookieName(state)}=`
  const cookie = (request.headers.cookie ?? '').split(/;\s*/).find(part => part.startsWith(name))
  const opened = cookie ? flows.open(cookie.slice(name.length)) : null
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

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GoogleService } from './config.ts'

/**
 * The refresh token by which the stand-in knows an account. `consent` is whatever was given for the consent that it comes from: what
 * ends one consent leaves the next alone.
 */
export const fakeRefreshToken = (email: string, consent = ''): string =>
  `fake-refresh.${createHash('sha256').update(consent).digest('hex').slice(0, 16)}.${email}`

/** Whose token it is and what it opens. */
export interface FakeGrant {
  email: string
  scopes: readonly string[]
}

/** The tokens of a stand-in of Google: made by its token endpoint, asked by its interfaces. */
export interface FakeTokens {
  /** Whose a request is; `null` for a token that ended, was revoked, or was never given. */
  grantOf(request: IncomingMessage): FakeGrant | null
  /** Ends the access of an account, as its owner does at Google; a later consent gives it back. */
  revoke(email: string): void
  restore(email: string): void
  /** Ends all access tokens that were given so far; refresh tokens stay good. */
  expire(): void
  /** What an account granted; everything when not said. */
  grant(email: string, scopes: readonly string[]): void
  /** How often access tokens were given. */
  readonly refreshes: number
  /** The next so many refreshes are answered by this status. */
  failRefreshes(count: number, status: number): void
}

/** One of the interfaces of the stand-in; answers whether the path is its own. */
export type FakeApi = (
  request: IncomingMessage,
  response: ServerResponse,
  path: URL,
  tokens: FakeTokens,
) => Promise<boolean> | boolean

/** A running stand-in. */
export interface FakeGoogle {
  tokens: FakeTokens
  /** Without a slash at the end; what `GOOGLE_API_URL` takes. */
  url: string
  service: GoogleService
  close(): Promise<void>
}

export const FAKE_SCOPES = {
  mail: 'https://www.googleapis.com/auth/gmail.readonly',
  calendar: 'https://www.googleapis.com/auth/calendar',
} as const

/** What a stand-in remembers. */
interface FakeState {
  /** Accounts whose owner ended the access, and the consents that were ended, as `consent.account`. */
  revoked: Set<string>
  scopes: Map<string, readonly string[]>
  /** Access tokens of a generation that is over are no longer taken. */
  generation: number
  refreshes: number
  failing: { left: number; status: number }
}

const newState = (): FakeState => ({
  revoked: new Set(),
  scopes: new Map(),
  generation: 1,
  refreshes: 0,
  failing: { left: 0, status: 503 },
})

const demos = new WeakMap<object, FakeState>()

/** What the stand-ins of one demo remember together: they are served apart, and what one of them ends no other takes any more. */
export function fakeStateOf(demo: object): FakeState {
  const state = demos.get(demo) ?? newState()
  demos.set(demo, state)
  return state
}

/** What a token of the stand-in says of itself. */
interface Named {
  consent: string
  email: string
  /** Access tokens only. */
  generation: number | null
}

function readToken(token: string): Named | null {
  const [, kind, consent, email] = /^fake-(refresh|access\.\d+)\.([0-9a-f]{16})\.(.+@.+)$/.exec(token) ?? []
  if (!kind || !consent || !email) return null
  return { consent, email, generation: kind === 'refresh' ? null : Number(kind.slice('access.'.length)) }
}

const isEnded = ({ revoked }: FakeState, { consent, email }: Named): boolean =>
  revoked.has(email) || revoked.has(`${consent}.${email}`)

/** The tokens that a stand-in with this memory gives and takes. */
export function fakeTokens(state: FakeState): FakeTokens {
  return {
    grantOf({ headers: { authorization = '' } }) {
      const named = readToken(/^Bearer (.+)$/.exec(authorization)?.[1] ?? '')
      if (named?.generation !== state.generation || isEnded(state, named)) return null
      return { email: named.email, scopes: state.scopes.get(named.email) ?? Object.values(FAKE_SCOPES) }
    },
    revoke: email => void state.revoked.add(email),
    restore: email => void state.revoked.delete(email),
    expire: () => void state.generation++,
    grant: (email, scopes) => void state.scopes.set(email, scopes),
    get refreshes() {
      return state.refreshes
    },
    failRefreshes(left, status) {
      state.failing = { left, status }
    },
  }
}

const CLIENT = { clientId: 'keyturn', clientSecret: 'keyturn-demo' } as const

/** Longer than any client keeps a connection: one that is closed at the moment of its use looks like a Google that is away. */
export const KEEP_ALIVE_MS = 72_000

/** A token endpoint and the given interfaces, on a port of their own. The tokens name their account: nothing is lost with the process. */
export async function serveFakeGoogle(apis: readonly FakeApi[] = [], state = newState()): Promise<FakeGoogle> {
  const tokens = fakeTokens(state)
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    answer(request, response, { state, tokens, apis }).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    tokens,
    url,
    service: { ...CLIENT, tokenUrl: `${url}/token`, revokeUrl: `${url}/revoke` },
    close: () => closed(server),
  }
}

const closed = (server: Server) =>
  new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { state, tokens, apis }: { state: FakeState; tokens: FakeTokens; apis: readonly FakeApi[] },
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://google.test')
  const isForm = request.method === 'POST'
  if (path.pathname === '/token' && isForm) return giveToken(response, state, await formOf(request))
  if (path.pathname === '/revoke' && isForm) return endConsent(response, state, await formOf(request))
  for (const api of apis) if (await api(request, response, path, tokens)) return
  sendError(response, 404, 'notFound')
}

/** Ends the consent that a token comes from; one that is over already is refused, as Google does. */
function endConsent(response: ServerResponse, state: FakeState, form: URLSearchParams): void {
  const named = readToken(form.get('token') ?? '')
  if (!named || isEnded(state, named)) return void sendJson(response, 400, { error: 'invalid_token' })
  state.revoked.add(`${named.consent}.${named.email}`)
  sendJson(response, 200, {})
}

function giveToken(response: ServerResponse, state: FakeState, form: URLSearchParams): void {
  state.refreshes++
  if (state.failing.left > 0) {
    state.failing.left--
    sendJson(response, state.failing.status, { error: 'temporarily_unavailable' })
    return
  }
  if (form.get('client_id') !== CLIENT.clientId || form.get('client_secret') !== CLIENT.clientSecret)
    return void sendJson(response, 401, { error: 'invalid_client', error_description: 'Unauthorized' })
  if (form.get('grant_type') !== 'refresh_token')
    return void sendJson(response, 400, { error: 'unsupported_grant_type' })
  const named = readToken(form.get('refresh_token') ?? '')
  if (named?.generation !== null || isEnded(state, named)) {
    sendJson(response, 400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' })
    return
  }
  const { consent, email } = named
  sendJson(response, 200, {
    access_token: `fake-access.${state.generation}.${consent}.${email}`,
    expires_in: 3599,
    token_type: 'Bearer',
    scope: (state.scopes.get(email) ?? Object.values(FAKE_SCOPES)).join(' '),
  })
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return new URLSearchParams(Buffer.concat(pieces).toString())
}

/** Answers as Google does. */
export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: object = {},
): ServerResponse =>
  response
    .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
    .end(JSON.stringify(body))

/** Refuses as Google does, with its reason. */
export function sendError(
  response: ServerResponse,
  status: number,
  reason: string,
  headers: object = {},
): ServerResponse {
  const message = `Refused: ${reason}.`
  const error = { code: status, message, errors: [{ domain: 'global', reason, message }] }
  return sendJson(response, status, { error }, headers)
}

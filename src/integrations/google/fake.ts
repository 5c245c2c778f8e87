import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GoogleService } from './config.ts'

/** The refresh token by which the stand-in knows an account, before anything was asked of it. */
export const fakeRefreshToken = (email: string): string => `fake-refresh.${email}`

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

interface State {
  revoked: Set<string>
  scopes: Map<string, readonly string[]>
  /** Access tokens of a generation that is over are no longer taken. */
  generation: number
  refreshes: number
  failing: { left: number; status: number }
}

function fakeTokens(state: State): FakeTokens {
  return {
    grantOf({ headers: { authorization = '' } }) {
      const [, generation, email = ''] = /^Bearer fake-access\.(\d+)\.(.+)$/.exec(authorization) ?? []
      if (email === '' || Number(generation) !== state.generation || state.revoked.has(email)) return null
      return { email, scopes: state.scopes.get(email) ?? Object.values(FAKE_SCOPES) }
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

/** A token endpoint and the given interfaces, on a port of their own. The tokens name their account: nothing is lost with the process. */
export async function serveFakeGoogle(apis: readonly FakeApi[] = []): Promise<FakeGoogle> {
  const state: State = {
    revoked: new Set(),
    scopes: new Map(),
    generation: 1,
    refreshes: 0,
    failing: { left: 0, status: 503 },
  }
  const tokens = fakeTokens(state)
  const server = createServer((request, response) => {
    answer(request, response, { state, tokens, apis }).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    tokens,
    url,
    service: {
      clientId: 'keyturn',
      clientSecret: 'keyturn-demo',
      tokenUrl: `${url}/token`,
      revokeUrl: `${url}/revoke`,
    },
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
  { state, tokens, apis }: { state: State; tokens: FakeTokens; apis: readonly FakeApi[] },
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://google.test')
  if (path.pathname === '/token') return giveToken(response, state, await formOf(request))
  if (path.pathname === '/revoke') {
    const email = emailOf((await formOf(request)).get('token') ?? '')
    if (email) state.revoked.add(email)
    sendJson(response, email ? 200 : 400, email ? {} : { error: 'invalid_token' })
    return
  }
  for (const api of apis) if (await api(request, response, path, tokens)) return
  sendError(response, 404, 'notFound')
}

const emailOf = (token: string) => /^fake-(?:refresh|access\.\d+)\.(.+)$/.exec(token)?.[1] ?? null

function giveToken(response: ServerResponse, state: State, form: URLSearchParams): void {
  state.refreshes++
  if (state.failing.left > 0) {
    state.failing.left--
    sendJson(response, state.failing.status, { error: 'temporarily_unavailable' })
    return
  }
  const email = emailOf(form.get('refresh_token') ?? '')
  const isGood = form.get('grant_type') === 'refresh_token' && email !== null && !state.revoked.has(email)
  if (!isGood) {
    sendJson(response, 400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' })
    return
  }
  sendJson(response, 200, {
    access_token: `fake-access.${state.generation}.${email}`,
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

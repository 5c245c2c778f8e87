import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'qs'
import { serveProduct } from '../app/server.ts'
import { type Database, openDatabase } from '../platform/server/database/database.ts'
import type { Envelope } from '../platform/wire/envelope.ts'
import { testConfig } from './config.ts'
import { createTestDatabase } from './database.ts'

/** The password of every demo account. */
const PASSWORD = 'keyturn-demo'

/** An answer as it came: the envelope, with the HTTP status and headers. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape and assert what they find
export interface TestAnswer<Data = any> extends Envelope<Data> {
  http: number
  headers: Headers
}

type Headers_ = Record<string, string>

/** Somebody at a keyboard: speaks the wire protocol over a socket, as the browser does. */
export interface TestClient {
  token: string | null
  get(path: string, query?: object, headers?: Headers_): Promise<TestAnswer>
  /** Form-encoded, as the browser sends. */
  post(path: string, body?: object, headers?: Headers_): Promise<TestAnswer>
  postJson(path: string, body?: unknown, headers?: Headers_): Promise<TestAnswer>
  upload(path: string, form: FormData): Promise<TestAnswer>
  delete(path: string, body?: object): Promise<TestAnswer>
  raw(path: string, init?: RequestInit): Promise<Response>
}

/** The whole product on a port of its own, over a database of its own. */
export interface TestServer {
  url: string
  database: Database
  /** Where its files are. */
  dataDir: string
  /** Where it keeps uploaded files. */
  filesDir: string
  /** The clock that requests see; assign to move time. */
  clock: { now: Date | null }
  /** Signs in by the manual form, as one of the demo accounts: `agent`, `admin`, … or a whole address. */
  signIn(account: string): Promise<TestClient>
  signedOut: TestClient
  close(): Promise<void>
}

/** What a server has in common with another one, or with whoever made it. */
export interface Shared extends Pick<TestServer, 'dataDir'> {
  database: Pick<Database, 'url'>
}

/** Starts it. `environment` overrides what the process would read; a server `beside` another shares its database and its files. */
export async function startTestServer(
  environment: Record<string, string> = {},
  beside: Shared | null = null,
): Promise<TestServer> {
  const { url: databaseUrl, drop } = beside
    ? { url: beside.database.url, drop: async () => undefined }
    : await createTestDatabase()
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'keyturn-data-')))
  const config = testConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    KEYTURN_DATA: dataDir,
    KEYTURN_LOG: process.env.KEYTURN_LOG ?? 'error',
    KEYTURN_REQUESTS_PER_MINUTE: '0',
    KEYTURN_DATABASE_CONNECTIONS: '5',
    KEYTURN_DEMO_LISTINGS: '0',
    ...environment,
  })
  const clock: TestServer['clock'] = { now: null }
  const server = await serveProduct(config, databaseUrl, { clock: () => clock.now ?? new Date() })
  const database = openDatabase(databaseUrl, { connections: 3 })
  return {
    url: server.url,
    database,
    dataDir,
    filesDir: config.filesDir,
    clock,
    signedOut: clientOf(server.url, null),
    async signIn(account) {
      const email = account.includes('@') ? account : `${account}@keyturn.test`
      const answer = await clientOf(server.url, null).post('login/manual', { email, password: PASSWORD })
      if (answer.status !== 1) throw new Error(`${email} could not sign in: ${JSON.stringify(answer)}`)
      return clientOf(server.url, String(answer.data.user?.token ?? answer.data.token))
    },
    async close() {
      await server.close()
      await database.close()
      await drop()
      if (!beside) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function clientOf(url: string, token: string | null): TestClient {
  const raw = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    return fetch(path.startsWith('/') ? url + path : `${url}/crm/${path}`, { ...init, headers })
  }
  const ask = async (path: string, init?: RequestInit): Promise<TestAnswer> => {
    const response = await raw(path, init)
    const envelope = (await response.json()) as Envelope
    return { ...envelope, http: response.status, headers: response.headers }
  }
  const form = (body: object) => stringify(formValues(body), { encode: true })
  const json = (method: string, body: unknown, headers: Headers_ = {}): RequestInit => ({
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return {
    token,
    raw,
    get: (path, query = {}, headers = {}) => ask(`${path}?${form(query)}`, { headers }),
    post: (path, body = {}, headers = {}) =>
      ask(path, {
        method: 'POST',
        body: form(body),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    postJson: (path, body = {}, headers) => ask(path, json('POST', body, headers)),
    upload: (path, body) => ask(path, { method: 'POST', body }),
    delete: (path, body = {}) => ask(path, json('DELETE', body)),
  }
}

/** Forms have no null and no booleans. */
const formValues = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? {}, (_key, field) =>
      field === null ? '' : typeof field === 'boolean' ? Number(field) : field,
    ),
  )

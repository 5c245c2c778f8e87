import { Agent, request } from 'node:http'

/** Speaks the wire protocol over kept connections. */
export interface BenchClient {
  token: string
  get(path: string): Promise<unknown>
  post(path: string, form: Record<string, string>): Promise<unknown>
}

// Plain node:http: undici's fetch costs several times as much as the server takes for a page.
const agent = new Agent({ keepAlive: true, maxSockets: 32 })

interface RequestOptions {
  method: 'GET' | 'POST'
  token: string | null
  body?: string
}

function ask(address: string, { method, token, body }: RequestOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }),
    }
    const sent = request(address, { method, agent, headers }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (answer.statusCode === 200 || answer.statusCode === 201) resolve(JSON.parse(text))
        else reject(new Error(`${method} ${address} answered ${answer.statusCode}: ${text.slice(0, 300)}`))
      })
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A client that is signed in already. */
export function clientWith(url: string, token: string): BenchClient {
  return {
    token,
    get: path => ask(`${url}/crm/${path}`, { method: 'GET', token }),
    post: (path, form) =>
      ask(`${url}/crm/${path}`, { method: 'POST', token, body: new URLSearchParams(form).toString() }),
  }
}

/** Signs in as a demo account, by the manual form. */
export async function signIn(url: string, account: string): Promise<BenchClient> {
  const body = new URLSearchParams({ email: `${account}@keyturn.test`, password: 'keyturn-demo' }).toString()
  const answer = await ask(`${url}/crm/login/manual`, { method: 'POST', token: null, body })
  return clientWith(url, tokenIn(answer))
}

function tokenIn(answer: unknown): string {
  const token = /"token":"([^"]+)"/.exec(JSON.stringify(answer))?.[1]
  if (!token) throw new Error('Signing in answered without a token.')
  return token
}

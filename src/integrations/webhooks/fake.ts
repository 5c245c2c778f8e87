import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** An event as it arrived, with a good signature. */
export interface ReceivedWebhook {
  id: string
  /** The parsed JSON. */
  event: Record<string, unknown>
}

/** What stands in for somebody's receiver of webhooks. */
export interface FakeReceiver {
  url: string
  /** `127.0.0.1` and the port, as `KEYTURN_WEBHOOK_PRIVATE_HOSTS` names it. */
  host: string
  /** What arrived with a good signature and was answered with a status below 300, in order. */
  received: readonly ReceivedWebhook[]
  /** Requests of any kind, refused ones too. */
  readonly requests: number
  close(): Promise<void>
}

interface FakeReceiverOptions {
  /** The secret that signatures are checked with; anything is let in while there is none. */
  secret?: () => string | null
  /** What is answered in the place of 200, with its headers and body; `null` for 200, `'silence'` for no answer at all. */
  fault?: (request: number) => FaultAnswer | 'silence' | null
}

interface FaultAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** Starts it on a free port that only this machine reaches. */
export async function serveFakeReceiver(options: FakeReceiverOptions = {}): Promise<FakeReceiver> {
  const { secret = () => null, fault = () => null } = options
  const received: ReceivedWebhook[] = []
  let requests = 0
  const server = createServer(async (request, response) => {
    const wrong = fault(++requests)
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    if (wrong === 'silence') return
    if (wrong) return void response.writeHead(wrong.status, wrong.headers).end(wrong.body)
    const body = Buffer.concat(chunks).toString('utf8')
    const key = secret()
    try {
      if (key !== null) new Webhook(key).verify(body, request.headers as Record<string, string>)
    } catch {
      return void response.writeHead(401).end('The signature is wrong.')
    }
    received.push({ id: String(request.headers['webhook-id']), event: JSON.parse(body) })
    response.writeHead(200).end('ok')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/events`,
    host: `127.0.0.1:${port}`,
    received,
    get requests() {
      return requests
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

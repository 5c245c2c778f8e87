import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Trade } from './client.ts'
import { signatureOf } from './signature.ts'

/** Requests whose time is further off than this are refused. */
const MAX_SKEW_MS = 5 * 60_000

/** What stands in for the back office. */
export interface FakeLoneWolf {
  url: string
  key: string
  secret: string
  close(): Promise<void>
}

interface FakeOptions {
  trades?: () => readonly Trade[]
  /** An HTTP status with which everything is answered; `null` for none. */
  fault?: () => number | null
}

/** Starts it: it checks the signature, the time and the key of each request, and knows the trades that it is given. */
export async function serveFakeLoneWolf({
  trades = () => [],
  fault = () => null,
}: FakeOptions = {}): Promise<FakeLoneWolf> {
  const [key, secret] = ['demo-key', 'demo-secret']
  const server = createServer((request, response) => {
    const answer = (status: number, body?: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body === undefined ? '' : JSON.stringify(body))
    }
    const uri = request.url ?? ''
    const date = String(request.headers['x-date'] ?? '')
    const wanted = `LoneWolf ${key}:${signatureOf({ method: request.method ?? '', uri, date, body: '' }, secret)}`
    const isLate = !(Math.abs(Date.now() - Date.parse(date)) < MAX_SKEW_MS)
    const wrong = fault()
    if (wrong !== null) return answer(wrong)
    if (request.headers.authorization !== wanted || isLate) return answer(401)
    if (uri.startsWith('/wolfconnect/members/v1')) return answer(200, [])
    const filter = new URL(uri, 'http://localhost').searchParams.get('$filter') ?? ''
    const reference = /^ExternalReference eq '(.*)'$/.exec(filter)?.[1]?.replaceAll("''", "'")
    return answer(
      200,
      trades().filter(trade => reference === undefined || trade.ExternalReference === reference),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    secret,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

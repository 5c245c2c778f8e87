import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { LoneWolfServer } from './client.ts'
import { type FakeBooks, openFakeBooks, type Reply } from './fakeBooks.ts'
import { contentMd5, momentOf, signatureOf } from './signature.ts'

/** Requests whose time is further off than this are refused. */
const MAX_SKEW_MS = 5 * 60_000

/**
 * What happens to a request that writes. `held`: it lies on the way until `release`, and its sender hears nothing. `silent`: it is
 * done, and no answer comes. `lost`: it never arrives. `broken`: it is done, and a gateway answers for it.
 */
export type Fate = 'answered' | 'held' | 'silent' | 'lost' | 'broken'

/** What stands in for the back office. */
export interface FakeLoneWolf extends LoneWolfServer {
  books: FakeBooks
  /** Lets the requests arrive that lie on the way. */
  release(): Promise<void>
  close(): Promise<void>
}

interface FakeOptions {
  books?: FakeBooks
  /** An HTTP status with which everything is answered; `null` for none. */
  fault?: () => number | null
  /** What happens to the next request that writes. */
  fate?: () => Fate
  now?: () => Date
  /** Whoever gets no answer hears at once that the connection is cut, instead of waiting for it. */
  hangsUp?: boolean
}

/** Starts it: it checks signature, time and key of each request, and refuses what the real one refuses. */
export async function serveFakeLoneWolf(options: FakeOptions = {}): Promise<FakeLoneWolf> {
  const { fault = () => null, fate = () => 'answered', now = () => new Date(), hangsUp = false } = options
  const books = options.books ?? openFakeBooks({ now })
  const [key, secret, clientCode] = ['demo-key', 'demo-secret', 'DEMO']
  let held: (() => void)[] = []
  const replyTo = (request: IncomingMessage, body: string): Reply => {
    const method = request.method ?? ''
    const uri = decodeURIComponent(request.url ?? '')
    const { authorization = '' } = request.headers
    const date = authorization.split(':').at(-1) ?? ''
    const wanted = `LoneWolfToken ${key}:${clientCode}:${signatureOf({ method, uri, date, body }, secret)}:${date}`
    const isLate = !(Math.abs(now().getTime() - momentOf(date)) < MAX_SKEW_MS)
    if (authorization !== wanted || request.headers['content-md5'] !== contentMd5(body) || isLate)
      return { status: 401, body: { Code: 401, Message: 'Unauthorized' } }
    return books.reply(method, uri, body)
  }
  const server = createServer((request, response) => {
    void text(request).then(body => {
      const wrong = fault()
      if (wrong !== null) return answer(response, { status: wrong, body: null })
      const is = request.method === 'GET' ? 'answered' : fate()
      if (is === 'held') held.push(() => void replyTo(request, body))
      const reply = is === 'held' || is === 'lost' ? null : replyTo(request, body)
      if (is === 'broken') return answer(response, { status: 502, body: null })
      if (is === 'answered' && reply) return answer(response, reply)
      if (hangsUp) response.destroy()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    secret,
    clientCode,
    opening: { propertyType: 'residential', classifications: Array.from({ length: 6 }, () => 'standard') },
    books,
    async release() {
      const arriving = held
      held = []
      for (const arrive of arriving) arrive()
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === null ? '' : JSON.stringify(body))
}

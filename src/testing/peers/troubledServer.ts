import { createServer, type Socket } from 'node:net'

const pageOfProxy = '<html><body><h1>It works!</h1></body></html>'
const answer = (type: string, body: string, length = Buffer.byteLength(body)) =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`

/** What a service over HTTP does that is not itself: bytes that it answers, or `null` for none. */
const answers = {
  'says nothing': null,
  'stops in the middle of an answer': answer('application/json', '{"id":', 200),
  'answers what is no HTTP': '220 mail.people.test ESMTP\r\n',
  'answers the page of a proxy': answer('text/html', pageOfProxy),
  'answers JSON that says nothing': answer('application/json', '{}'),
}

/** A way in which a service is not itself. */
export type Trouble = keyof typeof answers
export const troubles = Object.keys(answers) as readonly Trouble[]

/** A service that took the place of another. */
export interface TroubledServer {
  url: string
  port: number
  close(): Promise<void>
}

/** Starts a service of this machine that is in trouble; it reads whatever it is asked. */
export async function serveTroubled(trouble: Trouble): Promise<TroubledServer> {
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    socket.once('data', () => {
      const bytes = answers[trouble]
      if (bytes !== null) socket.write(bytes)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

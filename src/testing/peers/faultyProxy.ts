import { connect, createServer, type Socket } from 'node:net'

/** What is done to one connection: nothing, or it is cut once so many bytes have gone one way. */
export type Fault = { cut: 'none' } | { cut: 'request' | 'answer'; after: number }

/** Something between a client and a server that breaks connections by a schedule. */
export interface FaultyProxy {
  port: number
  /** What is done to the next connections, one after the other; none are broken after the last of them. */
  schedule(faults: readonly Fault[]): void
  close(): Promise<void>
}

/** Starts one in front of a port of this machine. */
export async function startFaultyProxy(upstreamPort: number): Promise<FaultyProxy> {
  let faults: Fault[] = []
  const open = new Set<Socket>()
  const server = createServer(client => {
    const fault = faults.shift() ?? { cut: 'none' }
    const upstream = connect(upstreamPort, '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    const cut = () => {
      client.destroy()
      // What reached the server stays with it: it may be at work on the message.
      upstream.end()
    }
    pass(client, upstream, fault.cut === 'request' ? fault.after : null, cut)
    pass(upstream, client, fault.cut === 'answer' ? fault.after : null, cut)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    port: address.port,
    schedule(given) {
      faults = [...given]
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Passes bytes on; with a limit only so many, and then cuts. */
function pass(from: Socket, to: Socket, limit: number | null, cut: () => void): void {
  let left = limit ?? Number.POSITIVE_INFINITY
  from.on('data', (data: Buffer) => {
    to.write(data.subarray(0, Math.min(left, data.length)))
    left -= data.length
    if (left <= 0) cut()
  })
  from.on('end', () => to.end())
}

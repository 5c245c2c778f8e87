import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A file with this text in it counts as infected; it is not the test file of the industry, which real scanners delete. */
export const MALWARE = 'KEYTURN-STANDIN-MALWARE'
export const MALWARE_NAME = 'Keyturn.Standin.Test'

/** What stands in for clamd. */
export interface FakeClamd {
  /** As `CLAMD_ADDRESS` names it. */
  address: string
  /** Files that were looked through. */
  readonly scanned: number
  close(): Promise<void>
}

interface FakeOptions {
  /** Largest file, in bytes. */
  maxBytes?: number
  /** What is answered whatever comes; `'silence'` answers nothing, `null` looks the file through. */
  fault?: () => string | null
  /** A path makes it listen on a unix socket; a free port of this machine otherwise. */
  path?: string
}

/** Starts it: it speaks INSTREAM over a socket, as clamd does. */
export async function serveFakeClamd({
  maxBytes = 25 * 1024 * 1024,
  fault = () => null,
  path,
}: FakeOptions = {}): Promise<FakeClamd> {
  let scanned = 0
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    let received = Buffer.alloc(0)
    const answer = (text: string) => socket.end(`${text}\0`)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    socket.on('data', chunk => {
      received = Buffer.concat([received, chunk])
      const content = contentOf(received)
      if (content === 'refused') return answer('UNKNOWN COMMAND')
      const wrong = fault()
      if (wrong === 'silence') return
      if (content.bytes.length > maxBytes) return answer('INSTREAM size limit exceeded. ERROR')
      if (!content.isWhole) return
      scanned++
      answer(wrong ?? (content.bytes.includes(MALWARE) ? `stream: ${MALWARE_NAME} FOUND` : 'stream: OK'))
    })
  })
  await new Promise<void>(resolve => (path ? server.listen(path, resolve) : server.listen(0, '127.0.0.1', resolve)))
  return {
    address: path ? `unix:${path}` : `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get scanned() {
      return scanned
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

const COMMAND = 'zINSTREAM\0'

/** The pieces that came so far, and whether the empty one that ends them is among them. */
function contentOf(received: Buffer): { bytes: Buffer; isWhole: boolean } | 'refused' {
  const head = received.subarray(0, COMMAND.length).toString('latin1')
  if (!COMMAND.startsWith(head)) return 'refused'
  const pieces: Buffer[] = []
  let at = COMMAND.length
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at)
    if (length === 0) return { bytes: Buffer.concat(pieces), isWhole: true }
    pieces.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return { bytes: Buffer.concat(pieces), isWhole: false }
}

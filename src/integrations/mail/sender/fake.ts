import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server that knows the texts that it is given, and nothing else. */
export interface FakeDns {
  /** For `KEYTURN_DNS_SERVERS`. */
  address: string
  close(): Promise<void>
}

const HEADER = 12
const TXT = 16
const NO_SUCH_NAME = 3
const MAX_PIECE = 255

/** Starts it on a free port of this machine; `null` for a name makes it fail there. */
export async function serveFakeDns(textsOf: (name: string) => readonly string[] | null | undefined): Promise<FakeDns> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { address, port }) => socket.send(answerTo(question, textsOf), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise(resolve => socket.close(() => resolve())),
  }
}

/** A question has one name, as pieces with their lengths, then two numbers (RFC 1035, section 4). */
function answerTo(question: Buffer, textsOf: (name: string) => readonly string[] | null | undefined): Buffer {
  const labels: string[] = []
  let at = HEADER
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const asked = question.subarray(HEADER, at + 5)
  const texts = textsOf(labels.join('.').toLowerCase())
  const answers = (texts ?? []).map(recordOf)
  const head = Buffer.alloc(HEADER)
  question.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 | (texts === null ? 2 : texts === undefined ? NO_SUCH_NAME : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  return Buffer.concat([head, asked, ...answers])
}

function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let from = 0; from < bytes.length; from += MAX_PIECE) {
    const piece = bytes.subarray(from, from + MAX_PIECE)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  const content = Buffer.concat(pieces)
  const head = Buffer.alloc(HEADER)
  // The name is that of the question.
  head.writeUInt16BE(0xc000 | HEADER, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(content.length, 10)
  return Buffer.concat([head, content])
}

import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { ClamdAddress } from './config.ts'

/** What the scanner says of a file. */
export type Verdict =
  | { state: 'clean' }
  /** With the name of what was found. */
  | { state: 'infected'; found: string }
  /** It is larger than the scanner takes (`StreamMaxLength` of clamd.conf). */
  | { state: 'too_large' }

/** Nobody knows whether the file is clean: the scanner cannot be reached, is too slow, or answers nonsense. */
export class ScanError extends Error {}

/** A scanner that says nothing for so long is given up. */
const SILENCE_MS = 30_000
const MAX_CHUNK = 64 * 1024
/** An answer of clamd is one line. */
const MAX_ANSWER = 4096

/** Has a file looked through by the protocol INSTREAM of clamd; throws a `ScanError` when nobody can say. */
export async function scanFile(
  address: ClamdAddress,
  file: Readable,
  { silenceMs = SILENCE_MS }: { silenceMs?: number } = {},
): Promise<Verdict> {
  const socket = createConnection(address)
  socket.setTimeout(silenceMs, () => socket.destroy(new ScanError('The scanner did not answer in time.')))
  try {
    const answer = answerOf(socket)
    // Both are awaited: when the scanner breaks off in the middle, its answer says why.
    const [said, sent] = await Promise.allSettled([answer, send(socket, file)])
    if (said.status === 'fulfilled' && said.value !== '') return verdictOf(said.value)
    const reason = said.status === 'rejected' ? said.reason : sent.status === 'rejected' ? sent.reason : null
    throw reason instanceof ScanError ? reason : new ScanError('The scanner cannot be reached.', { cause: reason })
  } finally {
    socket.destroy()
    file.destroy()
  }
}

async function send(socket: Socket, file: Readable): Promise<void> {
  socket.write('zINSTREAM\0')
  for await (const chunk of file as AsyncIterable<Buffer>)
    for (let from = 0; from < chunk.length; from += MAX_CHUNK)
      await sendPiece(socket, chunk.subarray(from, from + MAX_CHUNK))
  await sendPiece(socket, Buffer.alloc(0))
}

/** A piece with its length before it; the last one is empty. */
async function sendPiece(socket: Socket, piece: Buffer): Promise<void> {
  if (socket.destroyed) throw new ScanError('The scanner broke off.')
  const head = Buffer.alloc(4)
  head.writeUInt32BE(piece.length)
  socket.write(head)
  if (!socket.write(piece) && !socket.destroyed) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
}

function answerOf(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  const end = () => resolve(text.replace(/[\0\n]+$/, ''))
  socket.on('data', chunk => {
    text += chunk.toString('utf8')
    if (/[\0\n]/.test(text) || text.length > MAX_ANSWER) end()
  })
  socket.on('close', end)
  // One that ended with an answer has answered, however the connection went down.
  socket.on('error', error => (text === '' ? reject(error) : end()))
  return promise
}

function verdictOf(answer: string): Verdict {
  if (/: OK$/.test(answer)) return { state: 'clean' }
  const [, found] = /: (.+) FOUND$/.exec(answer) ?? []
  if (found) return { state: 'infected', found }
  if (/size limit exceeded/i.test(answer)) return { state: 'too_large' }
  throw new ScanError(`The scanner answered “${answer.slice(0, 200)}”.`)
}

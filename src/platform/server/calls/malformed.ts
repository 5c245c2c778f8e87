import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { APP_VERSION, VERSION_HEADER } from '../../wire/envelope.ts'
import { Refusal } from '../errors.ts'
import { failureOf } from './answer.ts'

/** How long a client may still send before the connection is closed on it. */
const GRACE_MS = 1000

/**
 * Answers, in the envelope, what is no HTTP that the server can read: an address or headers beyond Node's 16 KiB, a
 * request that never ends, or something else altogether. No route and no hook has seen it.
 * https://nodejs.org/api/http.html#event-clienterror
 */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  // Reset by the client, or answered already: what it goes on to send is malformed, too.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return
  const { httpStatus, envelope } = failureOf(refusalOf(error.code), '')
  const body = JSON.stringify(envelope)
  const head = [
    `HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}`,
    `${VERSION_HEADER}: ${APP_VERSION}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Closed at once, the answer would be lost on a client that is still sending.
  setTimeout(() => socket.destroy(), GRACE_MS).unref()
}

function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('too_large', 'The address or the headers are too long.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('invalid_request', 'The request took too long to arrive.')
  return new Refusal('invalid_request', 'The request is not valid HTTP.')
}

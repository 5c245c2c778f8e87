import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { MemoryLocker } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { remote } from '../../wire/call.ts'
import { Nothing } from '../../wire/fields.ts'
import { UPLOADS_PATH, UploadId } from '../../wire/uploads.ts'
import type { ServeDependencies } from '../calls/serve.ts'
import { conflict, forbidden, notFound, Refusal } from '../errors.ts'
import { makeRoom, removeExpiredUploads, uploadsOf } from './resumable.ts'

/** No call, as calls know neither HEAD nor PATCH; what stands before each of its requests is that of calls. */
const named = {
  name: 'platform.uploads',
  // Waits for slow lines, not for the database. Its limit leaves those of the calls alone.
  call: remote(UPLOADS_PATH, { right: 'signed_in', output: Nothing, perMinute: 600 }),
}

/** What a piece of a file is sent as. */
const PIECE_TYPE = 'application/offset+octet-stream'
/** How long a request waits for another one about the same upload to end. */
const LOCK_MS = 5_000

/** How often one process looks for uploads that nobody finished. */
const SWEEP_MS = 15 * 60_000

/** What the protocol answers in headers. */
const ANSWERED = [
  'connection',
  'location',
  'tus-resumable',
  'upload-expires',
  'upload-length',
  'upload-metadata',
  'upload-offset',
]

/** Adds the addresses to which files are sent piece by piece: begun, asked about, gone on with, and cancelled. */
export async function serveResumableUploads(app: FastifyInstance, dependencies: ServeDependencies): Promise<void> {
  const locker = new MemoryLocker({ acquireLockTimeout: LOCK_MS })
  const options = {
    config: { call: named.name, right: named.call.right },
    helmet: false,
    onRequest: dependencies.admissionOf(named),
  } as const
  await app.register(async scope => {
    // The body stays a stream: it goes to the disk as it comes.
    scope.addContentTypeParser(PIECE_TYPE, (_request, payload, done) => done(null, payload))
    const serving = { dependencies, locker, sweep: sweeper(dependencies.config.filesDir) }
    const handler = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, serving)
    scope.route({ ...options, method: 'POST', url: `/crm/${UPLOADS_PATH}`, handler })
    scope.route({ ...options, method: ['HEAD', 'PATCH', 'DELETE'], url: `/crm/${UPLOADS_PATH}/:id`, handler })
  })
}

interface Serving {
  dependencies: ServeDependencies
  locker: MemoryLocker
  /** Removes what nobody finished, where no job does it: on a machine with a folder of its own. */
  sweep(now: Date): Promise<void>
}

function sweeper(filesDir: string): Serving['sweep'] {
  let nextAt = 0
  return async now => {
    if (now.getTime() < nextAt) return
    nextAt = now.getTime() + SWEEP_MS
    await removeExpiredUploads(filesDir, now)
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { dependencies, locker, sweep }: Serving,
): Promise<FastifyReply> {
  const { config, tokens, guards, database } = dependencies
  const now = dependencies.clock()
  const { viewer, actor, apiKey } = await tokens.identify(request.headers.authorization, now)
  if (apiKey) throw forbidden('This key may not make this call.')
  for (const guard of guards) await guard(database.db, { viewer, path: UPLOADS_PATH, now })
  if (request.method === 'POST') {
    await sweep(now)
    await makeRoom(config.filesDir, actor.user_id, declaredSize(request), now)
  } else if (!UploadId.safeParse((request.params as { id: string }).id).success) throw notFound('upload')
  const server = await uploadsOf(config.filesDir, actor.user_id, locker)
  const response = await server.handleWeb(webRequest(request))
  if (response.status >= 500)
    dependencies.log.warn(
      { said: await response.text(), request_id: request.id },
      'a piece of a file could not be kept',
    )
  // What is left of a piece that was refused half read is not waited for.
  if (request.raw.readableDidRead && !request.raw.readableEnded) reply.header('connection', 'close')
  if (response.status >= 400) throw refusalOf(response.status)
  for (const name of ANSWERED) {
    const value = response.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  return reply.code(response.status).send()
}

function declaredSize({ headers }: FastifyRequest): number {
  const size = Number(headers['upload-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(size) || size < 0)
    throw new Refusal('invalid_request', 'Say in Upload-Length how long the file is.')
  return size
}

function webRequest({ method, url, headers, body }: FastifyRequest): Request {
  const sent = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers: new Headers(sent as [string, string][]),
    duplex: 'half',
  }
  if (body instanceof Readable) init.body = ReadableStream.from(chunksOf(body)) as RequestInit['body']
  return new Request(new URL(url, 'http://localhost'), init)
}

/** Not read before somebody wants it: what is refused unread, Node reads to its end and throws away, so that the refusal arrives. */
async function* chunksOf(body: Readable) {
  yield* body
}

/** A refusal of the library as one of ours: the status that the protocol asks for, with a sentence. */
function refusalOf(status: number): Error {
  if (status === 404 || status === 410) return notFound('upload')
  if (status === 409)
    return conflict('The server has another part of this file than that. Ask how much of it is there.')
  if (status === 413) return new Refusal('too_large', 'This is more than the file was said to hold.')
  if (status < 500) return new Refusal('invalid_request', 'This is no request of the tus protocol, version 1.0.0.')
  return new Refusal('unavailable', 'The upload cannot go on right now. Try again shortly.', { retryAfter: 1 })
}

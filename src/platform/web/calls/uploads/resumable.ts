import type { DetailedError, Upload } from 'tus-js-client'
import type { Call, OutputOf } from '../../../wire/call.ts'
import { PIECE_BYTES, UPLOAD_LIFE_MS, UPLOADS_PATH } from '../../../wire/uploads.ts'
import { storage } from '../../storage.ts'
import { ApiError, UNREACHABLE, ValidationError } from '../apiErrors.ts'
import { API_BASE, callWith, headersOf, requestOf, type SentBy, throwIfRefused } from '../call.ts'
import type { FormValue } from '../form.ts'
import { purgeOldUploads, uploadKey } from './uploadMemory.ts'

/** How uploads that outlast the network are followed and ended. */
export interface ResumableOptions {
  /** How much of a file has arrived, from 0 to 1. */
  onProgress(share: number, file: File): void
  /** The network is gone, and the upload goes on when it is back. `null` when all files are there and the call itself waits. */
  onWaiting(file: File | null): void
  signal: AbortSignal
  /** Of the call: another one with the same key counts once. */
  idempotencyKey?: string
}

/** A call that takes files in, without them. */
interface Taker<C extends Call> {
  definition: C
  input: SentBy<C>
  /** Where this device remembers what was sent for it. */
  place: string
}

/** Statuses of a server, or of what stands before it, that is away or has too much to do. */
const PASSING = [408, 423, 425, 429, 502, 503, 504]
/** How long to wait before each further try; the last holds for all that follow. A browser that says that the network is back ends the wait. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 20_000]
/** A line on which nothing moves for this long is dead, although nobody said so. */
const DEAD_AFTER_MS = 60_000

/** Where a call is remembered to which files are sent: at its address. */
export const placeOf = <C extends Call>(definition: C, input: SentBy<C>): string =>
  requestOf(definition, input as Record<string, FormValue>).url

/**
 * Sends files piece by piece, one after the other, and then the call that takes them in. Goes on by itself after the network was away, and
 * from where it was when the same files are sent there again. Rejects with an `ApiError` once waiting does not help.
 */
export async function uploadResumably<C extends Call>(
  taker: Taker<C>,
  files: readonly File[],
  options: ResumableOptions,
): Promise<OutputOf<C>> {
  purgeOldUploads(UPLOAD_LIFE_MS)
  try {
    const answer = await sendAndTake(taker, files, options)
    for (const file of files) storage.remove(uploadKey(taker.place, file))
    return answer
  } catch (error) {
    const [only, ...others] = files
    // The file itself is not wanted: nobody goes on with it. Of several, the others are.
    if (only && others.length === 0 && refusesFiles(taker.definition, error)) forgetUpload(taker.place, only)
    throw error
  }
}

async function sendAndTake<C extends Call>(
  taker: Taker<C>,
  files: readonly File[],
  options: ResumableOptions,
): Promise<OutputOf<C>> {
  const sent: Sent[] = []
  for (const file of files) {
    sent.push(await untilThrough(() => sendPieces(file, uploadKey(taker.place, file), options), options, file))
    options.onProgress(1, file)
  }
  const uploads = sent.map(({ url }) => url.split('/').at(-1) ?? '')
  const input = { ...taker.input, uploads } as SentBy<C>
  const { signal, idempotencyKey } = options
  const how = { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) }
  const gone = files.filter((_file, at) => sent[at]?.isGone)
  try {
    return await untilThrough(() => callWith(taker.definition, input, how), options, null)
  } catch (error) {
    if (gone.length === 0 || !isNotThere(error)) throw error
  }
  for (const file of gone) storage.remove(uploadKey(taker.place, file))
  return sendAndTake(taker, files, options)
}

const isNotThere = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Whether the server does not want files for what they are: it would refuse them again. */
export function refusesFiles({ files = '' }: Call, error: unknown): boolean {
  if (error instanceof ValidationError) return files in error.fields
  return error instanceof ApiError && [413, 415, 422].includes(error.status)
}

/** Removes what the server has of a file that is not sent to its end. */
export function forgetUpload(place: string, file: File): void {
  const key = uploadKey(place, file)
  const url = knownUrl(key)
  storage.remove(key)
  if (url === null) return
  const headers = headersOf()
  headers.set('tus-resumable', '1.0.0')
  // Without an answer the server removes it by itself, a day later.
  void fetch(url, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined)
}

function knownUrl(key: string): string | null {
  const url = storage.read(key, UPLOAD_LIFE_MS)
  return typeof url === 'string' ? url : null
}

/** Does something until it is done, or refused for a reason that does not pass. */
async function untilThrough<Result>(
  work: () => Promise<Result>,
  { onWaiting, signal }: ResumableOptions,
  file: File | null,
): Promise<Result> {
  for (let failed = 0; ; failed++) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      onWaiting(file)
      await networkBack(WAITS_MS[failed] ?? WAITS_MS.at(-1) ?? 0, signal)
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'offline' || PASSING.includes(error.status))

/** Waits until the browser says that there is a network, though not for ever: it does not always say so. */
function networkBack(mostMs: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const goOn = () => {
      clearTimeout(timer)
      removeEventListener('online', goOn)
      signal.removeEventListener('abort', goOn)
      resolve()
    }
    const timer = setTimeout(goOn, mostMs)
    addEventListener('online', goOn)
    signal.addEventListener('abort', goOn)
  })
}

interface Sent {
  url: string
  /** The server had it and has it no longer: most likely it was taken in, and the answer was lost. */
  isGone: boolean
}

/** Sends what the server does not have yet. */
async function sendPieces(file: File, key: string, options: ResumableOptions): Promise<Sent> {
  const tus = await import('tus-js-client')
  options.signal.throwIfAborted()
  const known = knownUrl(key)
  const watch = watchLine()
  const upload: Upload = new tus.Upload(file, {
    // With an address the library begins anew whenever that of the upload is refused, for whatever reason.
    endpoint: known === null ? new URL(`${API_BASE}${UPLOADS_PATH}`, location.href).href : null,
    uploadUrl: known,
    chunkSize: PIECE_BYTES,
    retryDelays: null,
    storeFingerprintForResuming: false,
    metadata: { filename: file.name, filetype: file.type },
    onBeforeRequest: request => headersOf().forEach((value, name) => void request.setHeader(name, value)),
    onUploadUrlAvailable: () => void storage.write(key, upload.url),
    onProgress(sent, total) {
      watch.moves()
      options.onProgress(total > 0 ? sent / total : 1, file)
    },
    onError: error => watch.fails(refusalOf(error)),
    onSuccess: () => watch.arrives(),
  })
  const stop = () => watch.fails(options.signal.reason)
  options.signal.addEventListener('abort', stop)
  try {
    upload.start()
    await watch.arrived
    return { url: upload.url ?? '', isGone: false }
  } catch (error) {
    void upload.abort()
    if (known !== null && isNotThere(error)) return { url: known, isGone: true }
    throw error
  } finally {
    options.signal.removeEventListener('abort', stop)
    watch.end()
  }
}

/** Follows one try: it ends when the file has arrived, or when the line breaks, is said to be gone, or is dead. */
function watchLine() {
  let resolve = () => {}
  let reject: (reason: unknown) => void = () => {}
  // Not `withResolvers`: phones of some years ago do not have it.
  const arrived = new Promise<void>((arrive, fail) => {
    resolve = arrive
    reject = fail
  })
  const lose = () => reject(new ApiError(UNREACHABLE, { code: 'offline' }))
  let timer = setTimeout(lose, DEAD_AFTER_MS)
  addEventListener('offline', lose)
  return {
    arrived,
    arrives: () => resolve(),
    fails: (reason: unknown) => reject(reason),
    moves() {
      clearTimeout(timer)
      timer = setTimeout(lose, DEAD_AFTER_MS)
    },
    end() {
      clearTimeout(timer)
      removeEventListener('offline', lose)
    },
  }
}

/** The refusal that an error of the library stands for; one without an answer is a broken line. */
function refusalOf(error: Error | DetailedError): unknown {
  if (!('originalRequest' in error)) return error
  const { originalRequest: request, originalResponse: response } = error
  const status = response?.getStatus() ?? 0
  // Another request for the same file got further: how far is asked again.
  const isBehind = status === 409 && request.getMethod() === 'PATCH'
  if (!response || status === 0 || isBehind) return new ApiError(UNREACHABLE, { code: 'offline' })
  try {
    throwIfRefused(new Response(null, { status }), bodyOf(response.getBody(), status))
    return error
  } catch (refusal) {
    return refusal
  }
}

/** Answers to questions after the offset have no body: of those, the status says that nobody is signed in. */
function bodyOf(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return status === 401 ? { status: 0, error: 'no_token' } : null
  }
}

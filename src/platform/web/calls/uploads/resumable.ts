import type { DetailedError, Upload } from 'tus-js-client'
import type { Call, OutputOf } from '../../../wire/call.ts'
import { PIECE_BYTES, UPLOAD_LIFE_MS, UPLOADS_PATH } from '../../../wire/uploads.ts'
import { storage } from '../../storage.ts'
import { ApiError, UNREACHABLE } from '../apiErrors.ts'
import { API_BASE, callWith, headersOf, requestOf, type SentBy, throwIfRefused } from '../call.ts'
import type { FormValue } from '../form.ts'
import type { UploadOptions } from './upload.ts'
import { purgeOldUploads, uploadKey } from './uploadMemory.ts'

/** How an upload that outlasts the network is followed and ended. */
export interface ResumableOptions extends UploadOptions {
  /** The network is gone, and the upload goes on when it is back: the next progress says that it does. */
  onWaiting(): void
}

/** Statuses of a server, or of what stands before it, that is away or has too much to do. */
const PASSING = [408, 423, 425, 429, 502, 503, 504]
/** How long to wait before each further try; the last holds for all that follow. A browser that says that the network is back ends the wait. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 20_000]
/** A line on which nothing moves for this long is dead, although nobody said so. */
const DEAD_AFTER_MS = 60_000

const keyOf = (definition: Call, input: Record<string, FormValue>, file: File) =>
  uploadKey(requestOf(definition, input).url, file)

/**
 * Sends a file piece by piece, and then the call that takes it in. Goes on by itself after the network was away, and from where it was when
 * the same file is sent there again. Rejects with an `ApiError` once waiting does not help.
 */
export async function uploadResumably<C extends Call>(
  definition: C,
  input: SentBy<C>,
  file: File,
  options: ResumableOptions,
): Promise<OutputOf<C>> {
  const key = keyOf(definition, input as Record<string, FormValue>, file)
  purgeOldUploads(UPLOAD_LIFE_MS)
  try {
    const url = await untilThrough(() => sendPieces(file, key, options), options)
    const uploads = [url.split('/').at(-1)]
    const answer = await untilThrough(
      () => callWith(definition, { ...input, uploads } as SentBy<C>, { signal: options.signal }),
      options,
    )
    storage.remove(key)
    return answer
  } catch (error) {
    // The file itself is not wanted: nobody goes on with it.
    if (refusesFile(error)) forgetUpload(definition, input, file)
    throw error
  }
}

/** Whether the server does not want a file for what it is: it would refuse it again. */
export const refusesFile = (error: unknown): boolean =>
  error instanceof ApiError && [413, 415, 422].includes(error.status)

/** Removes what the server has of a file that is not sent to its end. */
export function forgetUpload<C extends Call>(definition: C, input: SentBy<C>, file: File): void {
  const key = keyOf(definition, input as Record<string, FormValue>, file)
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
): Promise<Result> {
  for (let failed = 0; ; failed++) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      onWaiting()
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

/** Sends what the server does not have yet; answers the address of the upload. */
async function sendPieces(file: File, key: string, options: UploadOptions): Promise<string> {
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
      options.onProgress(total > 0 ? sent / total : 1)
    },
    onError: error => watch.fails(refusalOf(error)),
    onSuccess: () => watch.arrives(),
  })
  const stop = () => watch.fails(options.signal.reason)
  options.signal.addEventListener('abort', stop)
  try {
    upload.start()
    await watch.arrived
    return upload.url ?? ''
  } catch (error) {
    void upload.abort()
    const isGone = known !== null && error instanceof ApiError && error.status === 404
    if (!isGone) throw error
  } finally {
    options.signal.removeEventListener('abort', stop)
    watch.end()
  }
  storage.remove(key)
  return sendPieces(file, key, options)
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

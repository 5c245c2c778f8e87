import type { Call, OutputOf } from '../../../wire/call.ts'
import { ApiError, UNREACHABLE } from '../apiErrors.ts'
import { requestOf, type SentBy, throwIfRefused } from '../call.ts'
import type { FormValue } from '../form.ts'

/** How an upload is followed and ended. */
export interface UploadOptions {
  /** From 0 to 1, as the browser hands the bytes on. */
  onProgress(share: number): void
  signal: AbortSignal
}

/** Sends a call that carries files, and says how far it is: `fetch` does not. Rejects with an `ApiError`, as `call` does. */
export function upload<C extends Call>(
  definition: C,
  input: SentBy<C>,
  { onProgress, signal }: UploadOptions,
): Promise<OutputOf<C>> {
  const { url, init } = requestOf(definition, input as Record<string, FormValue>)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(definition.method, url)
    request.withCredentials = true
    new Headers(init.headers).forEach((value, name) => void request.setRequestHeader(name, value))
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total)
    request.onerror = () => reject(new ApiError(UNREACHABLE, { code: 'offline' }))
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      try {
        const body = answerOf(request)
        throwIfRefused(new Response(null, { status: request.status || 500 }), body)
        resolve((body as { data: OutputOf<C> }).data)
      } catch (error) {
        reject(error)
      }
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(init.body as XMLHttpRequestBodyInit)
  })
}

function answerOf({ responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText)
  } catch {
    return null
  }
}

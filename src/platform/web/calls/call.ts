import { type Call, type InputOf, type OutputOf, parameterNames } from '../../wire/call.ts'
import { VERSION_HEADER } from '../../wire/envelope.ts'
import { LIVE_HEADER, NEWEST_HEADER } from '../../wire/live.ts'
import { config } from '../config.ts'
import { recordPosition } from '../live/live.ts'
import { needsNewest, recordChange } from '../live/newest.ts'
import { recordServerVersion } from '../version.ts'
import {
  ApiError,
  errorOf,
  NamelessFileError,
  NO_DISPOSITION,
  NO_FILE_NAME,
  SessionEndedError,
  UNREACHABLE,
} from './apiErrors.ts'
import { bearerToken, maintenanceStarted, sessionEnded } from './credentials.ts'
import { encodeForm, type FormValue, formFields } from './form.ts'
import { reached, recordReach } from './network.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** The version that is being edited; the server refuses with `stale` when somebody was faster. */
  ifMatch?: string
  /** The same key makes a repeated post count once. */
  idempotencyKey?: string
  /** Goes on when the page is left (logout, drafts). */
  keepalive?: boolean
  /** Posts the input as JSON, where a call is meant to get it so, instead of as a form. */
  isJson?: boolean
}

type Empty = Record<never, never>
type Arguments<C extends Call> =
  Empty extends InputOf<C> ? [input?: SentBy<C>, options?: CallOptions] : [input: SentBy<C>, options?: CallOptions]
/** The declared input; files travel beside it under the field that the call names. */
export type SentBy<C extends Call> = InputOf<C> &
  (C extends { files: infer Field extends string } ? { [Name in Field]?: Blob | readonly Blob[] } : unknown)

/** A screen that waited this long for an answer says so and offers to try again. */
const READ_PATIENCE_MS = 30_000

/** Where calls go. */
export const API_BASE = '/crm/'

/** Asks the server. Resolves to the answer's data, rejects with an `ApiError`. */
export const call = <C extends Call>(definition: C, ...[input, options]: Arguments<C>): Promise<OutputOf<C>> =>
  callWith(definition, (input ?? {}) as SentBy<C>, options)

/** The same for code that is about any call: the input is always given, also where a call needs none. */
export async function callWith<C extends Call>(
  definition: C,
  input: SentBy<C>,
  options: CallOptions = {},
): Promise<OutputOf<C>> {
  const { url, init } = requestOf(definition, input as Record<string, FormValue>, options)
  const response = await reach(url, { ...init, ...patientSignal(definition, options.signal) }, options.signal)
  const body = await readAnswer(response, options.signal)
  throwIfRefused(response, body)
  return (body as { data: OutputOf<C> }).data
}

/** A file that the server sent. */
export interface DownloadedFile {
  blob: Blob
  name: string
}

/** Asks for a file. Its name comes from the Content-Disposition header. */
export async function download<C extends Call>(
  definition: C,
  ...[input, options = {}]: Arguments<C>
): Promise<DownloadedFile> {
  const { url, init } = requestOf(definition, (input ?? {}) as Record<string, FormValue>, options)
  const response = await reach(url, init, options.signal)
  if (!response.ok) throwIfRefused(response, await response.json().catch(() => null))
  const disposition = response.headers.get('content-disposition')
  if (!disposition) throw new NamelessFileError(NO_DISPOSITION, { status: response.status })
  const name = fileNameOf(disposition)
  if (!name) throw new NamelessFileError(NO_FILE_NAME, { status: response.status })
  return { blob: await response.blob(), name }
}

/** Hands a downloaded file to the browser's own download. */
export function saveFile({ blob, name }: DownloadedFile): void {
  const address = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Reads give up on a line that is too slow. What changes something is never cut off: nobody would know whether it counts. */
function patientSignal({ kind }: Call, signal?: AbortSignal): { signal?: AbortSignal } {
  if (kind !== 'read') return {}
  const late = AbortSignal.timeout(READ_PATIENCE_MS)
  return { signal: signal ? AbortSignal.any([signal, late]) : late }
}

/** What was answered; `null` for what is no JSON. A line that broke meanwhile is as good as none. */
export const readAnswer = (response: Response, signal?: AbortSignal): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return null
    throw signal?.aborted ? error : new ApiError(UNREACHABLE, { code: 'offline' })
  })

/** Asks the network. An answer that does not come is an `offline` error; `signal` says that nobody waits any more. */
export async function reach(url: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  const askedAt = performance.now()
  const response = await fetch(url, init).catch((error: unknown) => {
    if (signal?.aborted) throw error
    reached.emit('silent')
    throw new ApiError(UNREACHABLE, { code: 'offline' })
  })
  if (init.method !== 'GET') recordChange()
  recordReach(response.headers, askedAt)
  recordServerVersion(response.headers.get(VERSION_HEADER))
  recordPosition(response.headers.get(LIVE_HEADER))
  return response
}

/** The address and the request of a call. */
export function requestOf(
  definition: Call,
  input: Record<string, FormValue>,
  options: CallOptions = {},
): { url: string; init: RequestInit } {
  const names = parameterNames(definition.path)
  const fields = Object.fromEntries(Object.entries(input).filter(([key]) => !names.includes(key)))
  const path = names.reduce(
    (text, name) => text.replace(`:${name}`, encodeURIComponent(String(input[name]))),
    definition.path,
  )
  const query = definition.method === 'GET' ? encodeForm(withoutEmptyLists(fields)) : ''
  const headers = headersOf(options)
  if (definition.kind === 'read' && needsNewest()) headers.set(NEWEST_HEADER, '1')
  const init: RequestInit = {
    method: definition.method,
    headers,
    credentials: 'include',
    signal: options.signal ?? null,
  }
  if (options.keepalive) init.keepalive = true
  if (definition.method === 'POST' && !options.isJson) init.body = bodyOf(definition, fields)
  if (definition.method === 'DELETE' || options.isJson) {
    init.body = JSON.stringify(fields)
    headers.set('content-type', 'application/json')
  }
  return { url: `${API_BASE}${path}${query && `?${query}`}`, init }
}

/** The headers that every request to the server carries. */
export function headersOf(options: CallOptions = {}): Headers {
  const headers = new Headers({ accept: 'application/json' })
  const token = bearerToken()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (config.platform_gate) headers.set('x-platform-gate', config.platform_gate)
  if (options.ifMatch) headers.set('if-match', options.ifMatch)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  return headers
}

/** A filter without values is no filter; in a body, an empty list clears the field. */
const withoutEmptyLists = (fields: Record<string, FormValue>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !(Array.isArray(value) && value.length === 0)))

function bodyOf(definition: Call, fields: Record<string, FormValue>): BodyInit {
  if (!definition.files) return new URLSearchParams(encodeForm(fields))
  const form = new FormData()
  for (const [key, value] of formFields(fields))
    form.append(typeof value === 'string' ? key : key.replace(/\[\]$/, ''), value)
  return form
}

/** Throws what the server refused with; says so when it means the end of the session or maintenance. */
export function throwIfRefused(response: Response, body: unknown): void {
  const error = errorOf(body, { status: response.status, requestId: response.headers.get('x-request-id') })
  if (!error) return
  if (error instanceof SessionEndedError) sessionEnded.emit(error)
  if (error.code === 'maintenance') maintenanceStarted.emit(error)
  throw error
}

/** The file name in a Content-Disposition header, the encoded form first. */
export function fileNameOf(disposition: string): string | null {
  const encoded = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  const plain = /filename=(?:"([^"]+)"|([^;]+))/.exec(disposition)
  return plain?.[1] ?? plain?.[2]?.trim() ?? null
}

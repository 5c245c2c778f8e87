import { errorOf, GoogleError } from './errors.ts'

/** A request to one of Google's interfaces. */
export interface GoogleRequest {
  /** With its query. */
  url: string
  token: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

const TIMEOUT_MS = 30_000
/** A message with its parts, pictures left out, is smaller than this. */
const MAX_BYTES = 40 * 1024 * 1024

/** Asks, and answers the JSON that came back; `null` for an answer without a body. Throws a `GoogleError`. */
export async function askGoogle({
  url,
  token,
  method = 'GET',
  body,
  headers,
  signal,
}: GoogleRequest): Promise<unknown> {
  const asked: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const { response, text } = await send(url, asked, signal)
  if (!response.ok) throw errorOf(response.status, reasonIn(text), response.headers.get('retry-after'))
  return jsonIn(text)
}

/** Sends a form to one of Google's token endpoints. */
export async function postForm(
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ status: number; answer: unknown; retryAfter: string | null }> {
  const { response, text } = await send(url, { method: 'POST', body: new URLSearchParams(fields) })
  const answer = response.ok ? jsonIn(text) : safeJson(text)
  return { status: response.status, answer, retryAfter: response.headers.get('retry-after') }
}

async function send(
  url: string,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<{ response: Response; text: string }> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]
  try {
    // Tokens are meant for this service and for no other.
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) })
    if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) {
      await response.body?.cancel()
      throw new GoogleError('The answer is too large.', 'refused', { status: response.status })
    }
    return { response, text: await response.text() }
  } catch (error) {
    if (error instanceof GoogleError) throw error
    throw new GoogleError('Google cannot be reached.', 'unreachable')
  }
}

function jsonIn(text: string): unknown {
  if (text === '') return null
  const read = safeJson(text)
  if (read === undefined) throw new GoogleError('Google’s answer cannot be read.', 'unreachable')
  return read
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The first reason that an error of Google's names: `{error: {errors: [{reason}], status}}`. */
function reasonIn(text: string): string {
  const { error } = (safeJson(text) ?? {}) as { error?: { errors?: { reason?: unknown }[]; status?: unknown } }
  const reason = error?.errors?.[0]?.reason ?? error?.status
  return typeof reason === 'string' ? reason : ''
}

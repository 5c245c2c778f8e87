import { z } from 'zod'

/** The codes a client may rely on, with the HTTP status that each travels under. */
export const errorStatus = {
  invalid_request: 400,
  no_token: 401,
  token_invalid: 401,
  non_refreshable: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_media_type: 415,
  validation: 422,
  rate_limited: 429,
  internal: 500,
  maintenance: 503,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Sentences by field, as a validation error carries them in `message`. */
export type FieldErrors = Record<string, string[]>

/** The shape of every answer, errors too: `status` is 1 on success and 0 otherwise. */
export interface Envelope<Data = unknown> {
  status: 0 | 1
  data: Data
  message: string | FieldErrors | null
  error: ErrorCode | null
}

/** The envelope as a schema, for the API documentation. */
export const envelopeOf = (data: z.ZodType) =>
  z.object({
    status: z.literal(1),
    data,
    message: z.union([z.string(), z.record(z.string(), z.array(z.string())), z.null()]),
    error: z.null(),
  })

/** The header that every answer carries and the browser compares with its own version. */
export const VERSION_HEADER = 'x-crm-app-version'

/** The version of this build. */
export const APP_VERSION = '9.1.0'

import { type ErrorCode, errorStatus, type FieldErrors } from '../wire/envelope.ts'

/** A refusal that a person can act on. Everything else that is thrown is hidden behind `internal`. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | null
  /** Whether the refused attempt itself belongs in the audit log, such as a failed sign-in. */
  readonly audited: boolean
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | null
  /** What the caller needs to go on, such as the current record of a stale write. */
  readonly data: unknown

  constructor(
    code: ErrorCode,
    message: string,
    {
      fields = null,
      data = null,
      audited = false,
      retryAfter = null,
    }: { fields?: FieldErrors | null; data?: unknown; audited?: boolean; retryAfter?: number | null } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.fields = fields
    this.data = data
    this.audited = audited
    this.retryAfter = retryAfter
  }

  get httpStatus(): number {
    return errorStatus[this.code]
  }
}

/** The answer for what does not exist and for what the caller may not see, letter for letter the same. */
export const notFound = (what: string): Refusal =>
  new Refusal('not_found', `This ${what} does not exist or you do not have access to it.`)

export const forbidden = (message = 'You do not have the right to do this.'): Refusal =>
  new Refusal('forbidden', message)

export const conflict = (message: string, data: unknown = null): Refusal => new Refusal('conflict', message, { data })

/** A write that was based on an older version of the record; carries the record as it is now. */
export const stale = (current: unknown): Refusal =>
  new Refusal('stale', 'Someone else has changed this since you opened it.', { data: current })

/** Sentences by field. */
export const invalid = (fields: FieldErrors): Refusal =>
  new Refusal('validation', 'The request has errors.', { fields, data: { errors: Object.values(fields).flat() } })

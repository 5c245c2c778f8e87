import type { Envelope, FieldErrors } from '../../wire/envelope.ts'

export const SESSION_EXPIRED = 'Your session has expired, please login again.'
export const SEVERAL_ERRORS = 'There are errors with this request'
/** What is said when no answer came. */
export const UNREACHABLE = 'The server cannot be reached. Check your internet connection.'
export const UNDEFINED_ERROR = 'Undefined error'
/** What is said where the server, or what stands before it, failed without a word. */
export const SERVER_FAILED = 'Something went wrong on the server. Nothing is lost: try again in a moment.'
export const NO_DISPOSITION = 'Unable to get Content Disposition header for file download.'
export const NO_FILE_NAME = 'Unable to get filename from Content Disposition header'
const SESSION_CODES: readonly string[] = ['non_refreshable', 'token_invalid', 'no_token']

/** What is known about a refusal beside its sentence. */
export interface Refused {
  /** The error code of the envelope; empty when there was none. */
  code: string
  /** The HTTP status; 0 when nothing was answered. */
  status: number
  requestId: string | null
  data: unknown
}

/** A refusal of the server, with its sentence as the message. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly requestId: string | null
  readonly data: unknown

  constructor(message: string, refused: Partial<Refused> = {}) {
    super(message)
    this.name = new.target.name
    this.code = refused.code ?? ''
    this.status = refused.status ?? 0
    this.requestId = refused.requestId ?? null
    this.data = refused.data ?? null
  }
}

/** Fields that were not accepted, by name. */
export class ValidationError extends ApiError {
  readonly fields: FieldErrors

  constructor(fieldErrors: FieldErrors, refused: Partial<Refused> = {}) {
    const sentences = Object.entries(fieldErrors).map(
      ([field, texts]) => [field, texts.map(text => worded(field, text))] as const,
    )
    const details = sentences.flatMap(([, texts]) => texts)
    const noun = details.length > 1 ? 'issues' : 'issue'
    // One sentence of several: only the last keeps its full stop.
    const listed = details.map((text, index) => (index < details.length - 1 ? text.replace(/\.$/, '') : text))
    super(`Validation Error: Please fix the identified ${noun} - ${listed.join(', ')}`, refused)
    this.fields = Object.fromEntries(sentences.map(([field, texts]) => [field, texts.map(capitalised)]))
  }
}

/**
 * A sentence for people: names of fields (`stated_price_min`, `creditScore`, `areas.0`) become words. What it begins with
 * is a name where the field is called so; anything else, such as the name of a file, stays as it is.
 */
function worded(field: string, sentence: string): string {
  const subject = sentence.split(' ', 1)[0] ?? ''
  const isNamed = subject === field || field.endsWith(`.${subject}`)
  return (isNamed ? labelOf(subject) + sentence.slice(subject.length) : sentence).replace(SNAKE_NAME, name =>
    name.replaceAll('_', ' '),
  )
}

/** A name of several words by itself, and no part of the name of a file. */
const SNAKE_NAME = /(?<![\w.-])[a-z]+(?:_[a-z]+)+(?![\w-]|\.\w)/g

const labelOf = (name: string): string =>
  name
    .replace(/\.(?=\w)/g, ' ')
    .replace(/[a-z](?=[A-Z])/g, '$& ')
    .toLowerCase()

/** With a capital, unless it begins with the name of a file. */
const capitalised = (sentence: string): string =>
  /^\S+\.\S/.test(sentence) ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** Several things that went wrong, listed in `data.errors`. */
export class DetailedError extends ApiError {
  readonly errors: readonly string[]

  constructor(errors: readonly string[], refused: Partial<Refused> = {}) {
    super(errors.length === 1 ? (errors[0] ?? SEVERAL_ERRORS) : SEVERAL_ERRORS, refused)
    this.errors = errors
  }
}

/** An answer that should be a file to save, and does not say how it is called. */
export class NamelessFileError extends ApiError {}

/** The session is over; the person has to sign in again. */
export class SessionEndedError extends ApiError {
  constructor(refused: Partial<Refused> = {}) {
    super(SESSION_EXPIRED, refused)
  }
}

/** The error that an answer stands for, or `null` when it is a success (status 1). */
export function errorOf(body: unknown, refused: Partial<Refused> = {}): ApiError | null {
  const envelope = (typeof body === 'object' && body !== null ? body : {}) as Partial<Envelope>
  if (envelope.status === 1) return null
  const details = { ...refused, code: envelope.error ?? '', data: envelope.data ?? null }
  if (SESSION_CODES.includes(details.code)) return new SessionEndedError(details)
  if (typeof envelope.message === 'string' && envelope.message !== '') return new ApiError(envelope.message, details)
  const fields = fieldErrors(envelope.message)
  if (fields) return new ValidationError(fields, details)
  const errors = detailedErrors(envelope.data)
  return errors.length > 0 ? new DetailedError(errors, details) : new ApiError(UNDEFINED_ERROR, details)
}

function fieldErrors(message: unknown): FieldErrors | null {
  if (typeof message !== 'object' || message === null) return null
  const entries = Object.entries(message).map(([field, value]) => [
    field,
    Array.isArray(value) ? value.map(String) : [String(value)],
  ])
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

function detailedErrors(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('errors' in data)) return []
  const { errors } = data
  if (typeof errors === 'string') return [errors]
  return typeof errors === 'object' && errors !== null ? Object.values(errors).flat().map(String) : []
}

/** The sentence to show for anything that was thrown; `fallback` where there is none. */
export function sentenceOf(error: unknown, fallback = wordless(error)): string {
  const isClientNotified = error instanceof Error && error.message !== '' && error.message !== UNDEFINED_ERROR
  return isClientNotified ? error.message : fallback
}

/** A status of HTTP alone says that it failed; an answer that is merely no success is undefined. */
const wordless = (error: unknown): string =>
  error instanceof ApiError && error.status >= 400 ? SERVER_FAILED : UNDEFINED_ERROR

/**
 * The server's own sentence where it refused with one, or what is wrong with its file; `fallback` where it failed, or did
 * not answer at all.
 */
export function serverSentence(error: unknown, fallback: string): string {
  return isSaid(error) ? sentenceOf(error, fallback) : fallback
}

const isSaid = (error: unknown): boolean =>
  error instanceof NamelessFileError || (error instanceof ApiError && isRefusal(error.status))

/** What a person can do something about; with 503 the server says why it must wait. */
const isRefusal = (status: number): boolean => (status >= 400 && status < 500) || status === 503

import type { z } from 'zod'

/**
 * What a call does with the database.
 * - `read`: no transaction; may be served by a replica
 * - `write`: the handler runs inside one transaction, and `ctx.db` is that transaction
 * - `remote`: talks to a provider; opens its own short transactions
 */
export type CallKind = 'read' | 'write' | 'remote'

export type CallMethod = 'GET' | 'POST' | 'DELETE'

/**
 * The permissions of the product. The feature that gives them to people adds their names, so that a misspelt one does not
 * compile: `declare module '../../platform/wire/call.ts' { interface Permissions { wash_cups: true } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it, which a type alias does not allow.
export interface Permissions {}

/** The name of a permission. */
export type Permission = keyof Permissions

/**
 * Who may ask. `public` needs no sign-in, `signed_in` any user, `is_agent` and `is_admin` a kind of user; anything else
 * is the name of a permission. A name that nobody can hold stops the server at start.
 */
export type Right = 'public' | 'signed_in' | 'is_agent' | 'is_admin' | Permission

type Segment<Path extends string> = Path extends `${infer Head}/${infer Rest}` ? Head | Segment<Rest> : Path
type ParameterName<Path extends string> =
  Segment<Path> extends infer S ? (S extends `:${infer Name}` ? Name : never) : never
type ParameterValue<Name extends string> = Name extends 'id' | `${string}Id` ? number : string

/** The parameters of a path: `:id` and `:…Id` are positive whole numbers, any other is text. */
export type PathParameters<Path extends string> = { [Name in ParameterName<Path>]: ParameterValue<Name> }

interface CallOptions<R extends Right, I extends z.ZodObject, O extends z.ZodType, P extends z.ZodObject> {
  right: R
  /** Query or body. Unknown fields are refused by name. */
  input?: I
  /** Path parameters that need more than the default rule. */
  params?: P
  output: O
  method?: CallMethod
  /** 201 for calls that create a record. Every `write` honours `Idempotency-Key`. */
  creates?: boolean
  /** The answer holds a secret that is shown once: it is not stored, and a repeat of its `Idempotency-Key` is refused. */
  answersSecret?: boolean
  /** The body is `multipart/form-data`, with its files under this field. */
  files?: string
  /**
   * How many files and other fields such a body may hold, 5 and 20 unless said otherwise, how many bytes its files may have together,
   * and how many one of them.
   */
  upload?: { files: number; fields: number; bytes?: number; fileBytes?: number }
  /** Fields of the record's own answer that a person may not set: ignored instead of refused, so that a whole record can be posted back. */
  ignores?: readonly string[]
  /** Also answers under `/v1/{path}`. */
  alsoV1?: boolean
  /** Links in e-mails lead here: readers and mail programs come past the gate of the platform, which they do not know. */
  fromEmails?: boolean
  /** Requests a minute for one user (or address, before sign-in); the platform's default otherwise. */
  perMinute?: number
  /** Goes on while a process has too much to do: what signing in and telephone calls cannot do without. */
  isUrgent?: boolean
  /** A read that is never served by a replica, as it is about what this process has in hand. */
  needsPrimary?: boolean
  /** One sentence for the reader of the API documentation. */
  summary?: string
}

export interface Call<
  K extends CallKind = CallKind,
  Path extends string = string,
  R extends Right = Right,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  P extends z.ZodObject = z.ZodObject,
> extends CallOptions<R, I, O, P> {
  kind: K
  path: Path
  method: CallMethod
}

/** Every call of a feature, by name. */
export type CallTable = Record<string, Call>

function declare<K extends CallKind>(kind: K) {
  return function call<
    const Path extends string,
    const R extends Right,
    O extends z.ZodType,
    I extends z.ZodObject = z.ZodObject<Record<never, never>>,
    P extends z.ZodObject = z.ZodObject<Record<never, never>>,
  >(path: Path, options: CallOptions<R, I, O, P>): Call<K, Path, R, I, O, P> {
    return { method: kind === 'read' ? 'GET' : 'POST', ...options, kind, path }
  }
}

/** Declares a call that only reads. GET unless said otherwise. */
export const read = declare('read')
/** Declares a call that changes something, in one transaction. POST unless said otherwise. */
export const write = declare('write')
/** Declares a call that talks to a provider. POST unless said otherwise. */
export const remote = declare('remote')

// zod says Record<string, never> of a schema without fields, which would forbid the fields of the other half.
type Fields<Schema extends z.ZodType> = string extends keyof z.output<Schema> ? Record<never, never> : z.output<Schema>

type Params<C extends Call> =
  C extends Call<CallKind, infer Path, Right, z.ZodObject, z.ZodType, infer P>
    ? Omit<PathParameters<Path>, keyof Fields<P>> & Fields<P>
    : never

/** What the handler gets and the browser sends: path parameters and input in one object. */
export type InputOf<C extends Call> = Params<C> & Fields<NonNullable<C['input']>>

/** What the handler returns and the browser reads. */
export type OutputOf<C extends Call> = z.output<C['output']>

/** Names of the parameters in a path, in order. */
export function parameterNames(path: string): string[] {
  return path.split('/').flatMap(segment => (segment.startsWith(':') ? [segment.slice(1)] : []))
}

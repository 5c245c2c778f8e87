import type { z } from 'zod'
import type { Call, CallKind, CallTable, InputOf } from '../../wire/call.ts'
import type { ReadContext, RemoteContext, RequestInfo, WriteContext } from '../context.ts'

type ContextOf<K extends CallKind> = K extends 'read' ? ReadContext : K extends 'write' ? WriteContext : RemoteContext

/** A public call has no viewer and no actor. */
type BeforeSignIn<Ctx> = Omit<Ctx, 'viewer' | 'actor'> & { request: RequestInfo }

type HandlerContext<C extends Call> = C['right'] extends 'public'
  ? BeforeSignIn<ContextOf<C['kind']>>
  : ContextOf<C['kind']>

/** The code behind each call of a table; a call without one does not compile. */
export type Handlers<Table extends CallTable> = {
  [Name in keyof Table]: (
    ctx: HandlerContext<Table[Name]>,
    input: InputOf<Table[Name]>,
    extra: HandlerExtra,
  ) => Promise<z.input<Table[Name]['output']>>
}

/** A file of a multipart request, already on disk. */
export interface UploadedFile {
  filename: string
  mimetype: string
  path: string
  size: number
}

/** What a few handlers need of the request beyond their input. */
export interface HandlerExtra {
  /** The version of `If-Match`, when the caller sent one. */
  ifMatch: number | null
  files: readonly UploadedFile[]
  /** A header of the request, where a protocol needs one. */
  header(name: string): string | null
  /** Answers with a file or a stream instead of the envelope. */
  sendFile(file: FileAnswer): void
}

export interface FileAnswer {
  /** Name under which browsers save it; `null` for what is not saved. */
  filename: string | null
  type: string
  /** Bytes, where they are known beforehand: browsers then show how far it is. */
  size?: number
  /** Shown by the browser instead of saved; the name is for whoever saves it from there. */
  isShown?: true
  body: NodeJS.ReadableStream | Buffer | string
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Call } from '../../wire/call.ts'
import { LIVE_HEADER } from '../../wire/live.ts'
import { UploadIds } from '../../wire/uploads.ts'
import type { Config } from '../config.ts'
import type { Actor, RequestInfo, Viewer } from '../context.ts'
import { writeAuditEntry } from '../database/audit.ts'
import type { Reading } from '../database/replica.ts'
import { runTransaction, type TransactionDependencies, type TransactionOwner } from '../database/transaction.ts'
import { conflict, forbidden, notFound, Refusal } from '../errors.ts'
import type { NamedCall } from '../feature.ts'
import type { Admit } from '../http/admission.ts'
import type { Guard, SignedIn } from '../http/authenticate.ts'
import type { Load } from '../http/load.ts'
import type { Metrics } from '../http/metrics.ts'
import { removeTaken, takeUploads } from '../http/resumable.ts'
import type { Tokens } from '../http/tokens.ts'
import { receiveFiles, removeUploads } from '../http/uploads.ts'
import { type Answerer, answererOf } from './answer.ts'
import { decoderOf } from './decode.ts'
import type { FileAnswer, HandlerExtra, UploadedFile } from './handlers.ts'
import { claimKey, doOnce, firstAnswer, type IdempotencyClaim, saveAnswer } from './idempotency.ts'
import { atAddress } from './page.ts'
import { answerRead, type ReadingDependencies, readingOf } from './reading.ts'

/** What serving calls needs of the process. */
export interface ServeDependencies extends TransactionDependencies, Pick<ReadingDependencies, 'replica'> {
  config: Config
  log: Logger
  metrics: Metrics
  tokens: Tokens
  load: Load
  /** Makes what lets requests of a call in. */
  admissionOf(named: Pick<NamedCall, 'name' | 'call'>): Admit
  guards: readonly Guard[]
  clock: () => Date
}

/** The rights that no permission row gives: everybody has or lacks them by what they are. */
export const BUILT_IN_RIGHTS: readonly string[] = ['public', 'signed_in', 'is_agent', 'is_admin']

interface ServedCall extends NamedCall {
  decode: ReturnType<typeof decoderOf>
  answer: Answerer
}

/** Adds the route of each call. A call whose right nobody can hold stops the start. */
export function serveCalls(
  app: FastifyInstance,
  calls: readonly NamedCall[],
  permissions: readonly string[],
  dependencies: ServeDependencies,
): void {
  for (const named of calls) {
    if (!BUILT_IN_RIGHTS.includes(named.call.right) && !permissions.includes(named.call.right)) {
      throw new Error(`The call ${named.name} declares the right "${named.call.right}", which does not exist.`)
    }
    const served = {
      ...named,
      decode: decoderOf(named.call),
      answer: answererOf(named.call, dependencies.config.checksAnswers),
    }
    const admit = dependencies.admissionOf(named)
    for (const url of pathsOf(named.call)) {
      app.route({
        method: named.call.method,
        url,
        config: { call: named.name, right: named.call.right },
        // Pages need headers with a nonce of their own; calls have theirs made once.
        helmet: false,
        onRequest: admit,
        handler: (request, reply) =>
          dependencies.load.during(named.call, () => serve(served, request, reply, dependencies)),
      })
    }
  }
}

/** The addresses under which a call answers. */
export const pathsOf = (call: Call): string[] =>
  call.alsoV1 ? [`/crm/${call.path}`, `/v1/${call.path}`] : [`/crm/${call.path}`]

async function serve(
  served: ServedCall,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: ServeDependencies,
): Promise<FastifyReply> {
  const now = dependencies.clock()
  const { call } = served
  // The viewer was found out before the body was read. It is asked again, as a slow body may outlast a session.
  const signedIn =
    call.right === 'public' ? null : await dependencies.tokens.identify(request.headers.authorization, now)
  const reading = readingOf(dependencies, { call, request, signedIn })
  if (signedIn && dependencies.running)
    reply.header(LIVE_HEADER, reading?.position ?? dependencies.running.live.position())
  if (signedIn && !signedIn.viewer.rights.has(call.right)) throw forbidden()
  if (signedIn?.apiKey && !signedIn.apiKey.mayCall(served)) throw forbidden('This key may not make this call.')
  for (const guard of dependencies.guards) {
    await guard(dependencies.database.db, { viewer: signedIn?.viewer ?? null, path: call.path, now })
  }
  const { body, files } = await readBody(call, request, dependencies.config)
  try {
    const input = served.decode(request.params as Record<string, string>, body)
    let file: FileAnswer | null = null
    const extra = extraOf(request, files, answer => {
      file = answer
    })
    const running = { signedIn, request, input, extra, now, reading }
    const uploads = sentUploads(served, running)
    const data = uploads
      ? await runWithUploads(served, { ...running, uploads, files }, dependencies)
      : await run(served, running, dependencies)
    return file ? sendFile(reply, file) : sendData(served, reply, atAddress(data, request.url))
  } finally {
    if (signedIn && call.kind !== 'read') dependencies.running?.live.wrote(signedIn.viewer)
    // What the handler wanted of the files it moved away.
    await removeUploads(files)
  }
}

const sendData = ({ call, answer }: ServedCall, reply: FastifyReply, data: unknown): FastifyReply =>
  reply
    .code(call.creates ? 201 : 200)
    .header('content-type', 'application/json; charset=utf-8')
    // As bytes: the length of a text would be counted first, and the text turned into bytes after that.
    .send(Buffer.from(answer(data)))

/** Files that were sent before, piece by piece. */
interface SentUploads {
  userId: number
  ids: readonly string[]
  /** Makes asking again about the same uploads count once. */
  claim: IdempotencyClaim
}

interface Running {
  signedIn: SignedIn | null
  request: FastifyRequest
  input: Record<string, unknown>
  extra: HandlerExtra
  now: Date
  /** Where a read is looked up, when not in the primary. */
  reading: Reading | null
  uploads?: SentUploads
}

/** The uploads that a request is to take in; `null` for one without. */
function sentUploads({ call, name }: ServedCall, { signedIn, input }: Running): SentUploads | null {
  const ids = call.files === undefined ? undefined : UploadIds.safeParse(input.uploads).data
  if (!signedIn || !ids || ids.length === 0) return null
  const key = `uploads ${ids.join(' ')}`
  return {
    userId: signedIn.actor.user_id,
    ids,
    claim: { user_id: signedIn.viewer.user_id, key, call: name, input },
  }
}

/** Runs the handler with finished uploads as further files. They go when their content was kept; the answer may be lost, and asked for again. */
async function runWithUploads(
  served: ServedCall,
  { uploads, files, ...running }: Running & { uploads: SentUploads; files: UploadedFile[] },
  dependencies: ServeDependencies,
): Promise<unknown> {
  const { filesDir } = dependencies.config
  const taken = await takeUploads(filesDir, { ...uploads, beside: files }, served.call)
  if (!taken) {
    const first = await firstAnswer(dependencies.database.db, uploads.claim)
    if (first) return first.answer
    throw notFound('upload')
  }
  files.push(...taken)
  const data = await run(served, { ...running, uploads }, dependencies)
  await removeTaken(filesDir, uploads)
  return data
}

/** Runs the handler the way its kind says. */
async function run(
  served: ServedCall,
  { signedIn, request, input, extra, now, reading, uploads }: Running,
  dependencies: ServeDependencies,
): Promise<unknown> {
  const { database, config, log } = dependencies
  const viewer: Viewer | null = signedIn?.viewer ?? null
  const actor: Actor | null = signedIn?.actor ?? null
  const info = requestInfo(request, signedIn)
  const base = { now, config, log }
  const owner: TransactionOwner = { call: served.name, viewer, actor, request: info, input }
  const handle = served.handler as (ctx: unknown, input: unknown, extra: HandlerExtra) => Promise<unknown>
  const asking = { ...base, db: database.db, viewer, actor, request: info }
  if (served.call.kind === 'read')
    return answerRead({ reading, primary: database.db, log }, db => handle({ ...asking, db }, input, extra))
  try {
    if (served.call.kind === 'write') {
      const claim = uploads?.claim ?? idempotencyClaim(served, request, { viewer, input })
      return await runTransaction(dependencies, base, owner, async ctx => {
        const first = claim && (await claimKey(ctx.db, claim))
        if (first && served.call.answersSecret)
          throw conflict('This was done already. Its answer cannot be shown again.')
        if (first) return first.answer
        const data = await handle(ctx, input, extra)
        if (claim && !served.call.answersSecret) await saveAnswer(ctx.db, claim, data)
        return data
      })
    }
    const transaction = (work: (ctx: never) => Promise<unknown>) =>
      runTransaction(dependencies, base, owner, ctx => {
        const run = () => work(ctx as never)
        return uploads ? doOnce(ctx.db, uploads.claim, run) : run()
      })
    return await handle({ ...asking, transaction }, input, extra)
  } catch (error) {
    if (error instanceof Refusal && error.audited)
      await writeAuditEntry(database.db, { ...owner, changes: [], outcome: error.code })
    throw error
  }
}

function idempotencyClaim(
  served: ServedCall,
  request: FastifyRequest,
  { viewer, input }: { viewer: Viewer | null; input: unknown },
) {
  const key = request.headers['idempotency-key']
  if (!viewer || typeof key !== 'string') return null
  if (key.length === 0 || key.length > 200)
    throw new Refusal('invalid_request', 'Idempotency-Key must have 1 to 200 characters.')
  return { user_id: viewer.user_id, key, call: served.name, input }
}

function requestInfo(request: FastifyRequest, signedIn: SignedIn | null): RequestInfo {
  return {
    id: request.id,
    address: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    session_id: signedIn?.session_id ?? null,
  }
}

async function readBody(
  call: Call,
  request: FastifyRequest,
  config: Config,
): Promise<{ body: unknown; files: UploadedFile[] }> {
  if (call.method === 'GET') return { body: request.query, files: [] }
  if (call.files && request.isMultipart()) return receiveFiles(request, call, config.filesDir)
  return { body: request.body ?? (call.method === 'DELETE' ? request.query : {}), files: [] }
}

function extraOf(
  request: FastifyRequest,
  files: readonly UploadedFile[],
  send: (file: FileAnswer) => void,
): HandlerExtra {
  const version = /^"?(\d+)"?$/.exec(request.headers['if-match'] ?? '')?.[1]
  return {
    ifMatch: version ? Number(version) : null,
    files,
    header(name) {
      const value = request.headers[name.toLowerCase()]
      return typeof value === 'string' ? value : null
    },
    sendFile: send,
  }
}

function sendFile(reply: FastifyReply, { filename, type, body, size, isShown }: FileAnswer): FastifyReply {
  reply.header('content-type', type)
  if (size !== undefined) reply.header('content-length', size)
  // A live stream ends with the server; a connection that stayed for the next request would hold the stop up.
  if (type === 'text/event-stream') reply.header('connection', 'close')
  if (filename !== null)
    reply.header(
      'content-disposition',
      `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(filename)}; filename="${asciiName(filename)}"`,
    )
  return reply.send(body)
}

const asciiName = (filename: string) => filename.replace(/[^\x20-\x7e]|["\\]/g, '_')

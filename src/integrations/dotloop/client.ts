import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type Answer, ask, readJson } from './answer.ts'
import type { DotloopService } from './config.ts'
import { DotloopError } from './errors.ts'
import {
  DotloopDetail,
  DotloopDocument,
  DotloopFolder,
  DotloopLoop,
  DotloopParticipant,
  DotloopProfile,
  DotloopTokens,
} from './records.ts'

interface ClientOptions {
  /** How long an answer may take, and how long a file may stand still. */
  timeoutMs?: number
  /** How the end of a crowded minute is waited for; tests do not wait. */
  pause?(ms: number): Promise<unknown>
}

/** A page of a list, with how many there are in all. */
interface ListPage<Item> {
  items: Item[]
  total: number
}

/** The loops, details and documents that one access token reaches. */
export interface DotloopAccess {
  profiles(): Promise<DotloopProfile[]>
  /** Loops of a profile, the last changed first; the service gives 100 at a time at most. */
  loops(profileId: number, page: { size: number; number: number }): Promise<ListPage<DotloopLoop>>
  loop(at: LoopPlace): Promise<DotloopLoop>
  detail(at: LoopPlace): Promise<DotloopDetail>
  participants(at: LoopPlace): Promise<DotloopParticipant[]>
  documents(at: LoopPlace): Promise<DotloopDocument[]>
  /** The file of a document, as it comes; it may break off with a `DotloopError`. */
  file(at: LoopPlace & { folderId: number; documentId: number }): Promise<AsyncIterable<Uint8Array>>
}

interface LoopPlace {
  profileId: number
  loopId: number
}

/** Dotloop, in our words. */
export interface DotloopClient {
  /** Where a person grants access; the answer comes to `redirectUri` with `code` and `state`. */
  authorizeAddress(asked: { redirectUri: string; state: string }): string
  exchange(code: string, redirectUri: string): Promise<DotloopTokens>
  refresh(refreshToken: string): Promise<DotloopTokens>
  revoke(accessToken: string): Promise<void>
  /** Why the registered application cannot be used; `null` when it can. Nobody's account is asked for. */
  problem(): Promise<string | null>
  as(accessToken: string): DotloopAccess
}

/** Items of one page at most, as the service has it. */
export const MAX_BATCH = 100
const TIMEOUT_MS = 20_000
/** Nobody waits longer before a screen for a crowded minute to end. */
const MAX_WAIT_MS = 20_000
const MAX_TRIES = 3

/** Makes the client of a service. */
export function connectDotloop(service: DotloopService, options: ClientOptions = {}): DotloopClient {
  const { timeoutMs = TIMEOUT_MS, pause = wait } = options
  const grant = async (query: Record<string, string>) =>
    readAs(DotloopTokens, await askTokens(service, 'token', query, timeoutMs))
  return {
    authorizeAddress({ redirectUri, state }) {
      const query = { response_type: 'code', client_id: service.clientId, redirect_uri: redirectUri, state }
      return `${service.authorizeUrl}?${new URLSearchParams(query)}`
    },
    exchange: (code, redirectUri) => grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    refresh: refreshToken => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    revoke: async token => void (await askTokens(service, 'token/revoke', { token }, timeoutMs)),
    problem: () => problemOf(service, timeoutMs),
    as: token => accessBy((path, accept) => askPatiently({ service, token, path, accept, timeoutMs, pause })),
  }
}

type Ask = (path: string, accept: string) => Promise<Answer>

const List = z.object({ data: z.array(z.unknown()), meta: z.object({ total: z.int() }).optional() })
const Single = z.object({ data: z.unknown() })

function accessBy(get: Ask): DotloopAccess {
  const json = async (path: string): Promise<unknown> => readJson(await get(path, 'application/json'))
  const list = async <Item extends z.ZodType>(path: string, item: Item): Promise<ListPage<z.output<Item>>> => {
    const { data, meta } = readAs(List, await json(path))
    // A record that lacks something is left out rather than that the whole list fails.
    const items = data.flatMap(record => item.safeParse(record).data ?? [])
    return { items, total: meta?.total ?? items.length }
  }
  const single = async <Item extends z.ZodType>(path: string, item: Item): Promise<z.output<Item>> => {
    return readAs(item, readAs(Single, await json(path)).data)
  }
  const place = ({ profileId, loopId }: LoopPlace) => `/profile/${profileId}/loop/${loopId}`
  return {
    profiles: async () => (await list('/profile', DotloopProfile)).items,
    loops: (profileId, { size, number }) =>
      list(
        `/profile/${profileId}/loop?sort=updated:desc&batch_size=${Math.min(size, MAX_BATCH)}&batch_number=${number}`,
        DotloopLoop,
      ),
    loop: at => single(place(at), DotloopLoop),
    detail: at => single(`${place(at)}/detail`, DotloopDetail),
    participants: async at => (await list(`${place(at)}/participant`, DotloopParticipant)).items,
    async documents(at) {
      const { items } = await list(`${place(at)}/folder?include_documents=true`, DotloopFolder)
      return items.flatMap(({ id, documents }) =>
        (documents ?? []).flatMap(one => DotloopDocument.safeParse({ folderId: id, ...Object(one) }).data ?? []),
      )
    },
    async file({ folderId, documentId, ...at }) {
      return (await get(`${place(at)}/folder/${folderId}/document/${documentId}`, 'application/pdf')).body()
    },
  }
}

const unreadable = () => new DotloopError('Dotloop sent an unreadable answer.', 'unreachable')

function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value)
  if (!read.success) throw unreadable()
  return read.data
}

async function askTokens(
  { tokenUrl, clientId, clientSecret }: DotloopService,
  path: string,
  query: Record<string, string>,
  timeoutMs: number,
): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const body = new URLSearchParams(query)
  const answer = await ask(`${tokenUrl}/${path}`, { method: 'POST', headers: { authorization }, body }, timeoutMs)
  if (answer.response.ok) return readJson(answer)
  await answer.drop()
  const { status } = answer.response
  if (status >= 500 || status === 429) throw new DotloopError(`Dotloop answered ${status}.`, 'unreachable')
  throw new DotloopError('Dotloop no longer accepts this account.', 'revoked')
}

/** A token that nobody has is refused in other words than an application that nobody registered. */
async function problemOf(
  { tokenUrl, clientId, clientSecret }: DotloopService,
  timeoutMs: number,
): Promise<string | null> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none' })
  try {
    const answer = await ask(`${tokenUrl}/token`, { method: 'POST', headers: { authorization }, body }, timeoutMs)
    await answer.drop()
    const { status } = answer.response
    if (status === 401 || status === 403) return 'Dotloop refused the application or its secret.'
    return status >= 500 || status === 404 ? `Dotloop answered ${status}.` : null
  } catch (error) {
    return error instanceof DotloopError ? error.message : 'Dotloop cannot be reached.'
  }
}

interface Asked {
  service: DotloopService
  token: string
  path: string
  accept: string
  timeoutMs: number
  pause(ms: number): Promise<unknown>
}

/** Asks again once a crowded minute is over, and after a failure that may be over; not after a refusal. */
async function askPatiently({ service, token, path, accept, timeoutMs, pause }: Asked): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const headers = { authorization: `Bearer ${token}`, accept }
    const answer = await ask(service.apiUrl + path, { headers }, timeoutMs)
    const { response } = answer
    if (response.ok) return answer
    await answer.drop()
    const { status } = response
    if (status === 401) throw new DotloopError('Dotloop no longer accepts this account.', 'revoked')
    // A profile or loop that is not this account's, or no longer; the account itself is well.
    if (status === 403 || status === 404) throw new DotloopError('Dotloop has no such loop.', 'missing')
    if (status !== 429 && status < 500) throw new DotloopError(`Dotloop answered ${status}.`, 'unreachable')
    const pauseMs = status === 429 ? untilReset(response) : 500 * 2 ** (attempt - 1)
    if (attempt >= MAX_TRIES || pauseMs > MAX_WAIT_MS)
      throw status === 429
        ? new DotloopError('Dotloop takes no more requests for this account this minute.', 'busy')
        : new DotloopError(`Dotloop answered ${status}.`, 'unreachable')
    await pause(pauseMs)
  }
}

/** The service names the rest of its minute in milliseconds, unlike most. */
function untilReset({ headers }: Response): number {
  const rest = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  return Number.isFinite(rest) && rest >= 0 ? rest : 1000
}

import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type Answer, ask, readAs, readJson } from './answer.ts'
import type { DotloopService } from './config.ts'
import { DotloopError } from './errors.ts'
import { type Asked, askPatiently, MAX_WAIT_MS } from './patience.ts'
import {
  DotloopDetail,
  DotloopDocument,
  DotloopFolder,
  DotloopLoop,
  DotloopParticipant,
  DotloopProfile,
  DotloopTokens,
} from './records.ts'
import { type DotloopSubscriptions, subscriptionsBy } from './subscriptions.ts'

/** How a client waits. */
export interface ClientOptions {
  /** How long an answer may take, and how long a file may stand still. */
  timeoutMs?: number
  /** How long the end of a crowded minute is waited for. */
  maxWaitMs?: number
  /** How it is waited for; tests do not wait. */
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
  /** What it tells us of by itself. */
  subscriptions: DotloopSubscriptions
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

/** Makes the client of a service. */
export function connectDotloop(service: DotloopService, options: ClientOptions = {}): DotloopClient {
  const { timeoutMs = TIMEOUT_MS, maxWaitMs = MAX_WAIT_MS, pause = wait } = options
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
    as: token => accessBy(asked => askPatiently(asked, { service, token, timeoutMs, maxWaitMs, pause })),
  }
}

type Ask = (asked: Asked) => Promise<Answer>

const List = z.object({ data: z.array(z.unknown()), meta: z.object({ total: z.int() }).optional() })
const Single = z.object({ data: z.unknown() })

function accessBy(request: Ask): DotloopAccess {
  const json = async (path: string): Promise<unknown> => readJson(await request({ path }))
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
      const path = `${place(at)}/folder/${folderId}/document/${documentId}`
      return (await request({ path, accept: 'application/pdf' })).body()
    },
    subscriptions: subscriptionsBy(request),
  }
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

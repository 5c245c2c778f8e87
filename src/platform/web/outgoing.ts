import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { Call, InputOf, OutputOf } from '../wire/call.ts'
import { ApiError, SessionEndedError, sentenceOf } from './apiErrors.ts'
import { API_BASE, headersOf, requestOf, throwIfRefused } from './call.ts'
import type { FormValue } from './form.ts'
import { storage } from './storage.ts'

const PREFIX = 'outgoing:'

const Stored = z.object({
  /** Sent as the idempotency key: however often it is tried, it counts once. */
  key: z.string(),
  /** Who wrote it; nobody else sends it. */
  owner: z.int(),
  path: z.string(),
  body: z.string(),
  /** What it is for a person, such as "Note". */
  label: z.string(),
  /** Its words, as far as a line shows them. */
  words: z.string(),
  /** What it is about, such as `lead:12`. */
  about: z.string(),
  at: z.number(),
  /** Why the server refused it; `null` while it waits for the network. */
  refused: z.string().nullable(),
})
/** Something that was written while the network was away, and waits on this device. */
export type Outgoing = z.output<typeof Stored>

/** What a person is told about it while it waits. */
export interface OutgoingLabel {
  label: string
  words: string
  about: string
}

let owner: number | null = null
let waiting: readonly Outgoing[] = []
const watchers = new Set<() => void>()

function reread(): void {
  waiting = storage
    .keys(PREFIX)
    .flatMap(key => Stored.safeParse(storage.read(key)).data ?? [])
    .filter(each => each.owner === owner)
    .sort((a, b) => a.at - b.at)
  for (const watcher of watchers) watcher()
}

const write = (entry: Outgoing): boolean => storage.write(PREFIX + entry.key, entry)

/** Says who is signed in: only their own waiting writes are shown and sent. */
export function setOutgoingOwner(userId: number | null): void {
  owner = userId
  reread()
}

/** What waits on this device, oldest first. */
export const useOutgoing = (): readonly Outgoing[] =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => waiting,
  )

/** How many writes have not reached the server. */
export const outgoingCount = (): number => storage.keys(PREFIX).length

/** Forgets what waits (logout, after a warning). */
export function clearOutgoing(): void {
  for (const key of storage.keys(PREFIX)) storage.remove(key)
  reread()
}

/**
 * Asks the server; without a network keeps the request on this device instead and answers `null`. It is sent once the
 * network is back. A refusal is thrown as always.
 */
export async function callOrKeep<C extends Call>(
  definition: C,
  input: InputOf<C>,
  { key, ...told }: OutgoingLabel & { key: string },
): Promise<OutputOf<C> | null> {
  const { url, init } = requestOf(definition, input as Record<string, FormValue>, { idempotencyKey: key })
  try {
    return (await post(url, init)) as OutputOf<C>
  } catch (error) {
    const entry = { ...told, key, owner: owner ?? 0, at: Date.now(), refused: null }
    const body = String(init.body ?? '')
    if (!isOffline(error) || !write({ ...entry, path: url.slice(API_BASE.length), body })) throw error
    reread()
    return null
  }
}

const isOffline = (error: unknown): boolean => error instanceof ApiError && error.code === 'offline'

async function post(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init).catch(() => {
    throw new ApiError('The server cannot be reached. Check your internet connection.', { code: 'offline' })
  })
  const body: unknown = await response.json().catch(() => null)
  throwIfRefused(response, body)
  return (body as { data: unknown }).data
}

/** Sends what waits, oldest first, in one tab at a time; answers how many went out. Stops when the network is away again. */
export async function sendOutgoing(): Promise<number> {
  if (waiting.every(entry => entry.refused !== null)) return 0
  // Without locks two tabs may send the same write; its key makes it count once.
  if (!navigator.locks) return sendAll()
  return navigator.locks.request('keyturn-outgoing', { ifAvailable: true }, lock => (lock ? sendAll() : 0))
}

async function sendAll(): Promise<number> {
  reread()
  let sent = 0
  for (const entry of waiting.filter(each => each.refused === null)) {
    const outcome = await sendOne(entry)
    if (outcome === 'later') break
    if (outcome === 'sent') sent += 1
  }
  reread()
  return sent
}

async function sendOne(entry: Outgoing): Promise<'sent' | 'refused' | 'later'> {
  const headers = headersOf({ idempotencyKey: entry.key })
  headers.set('content-type', 'application/x-www-form-urlencoded')
  try {
    await post(API_BASE + entry.path, { method: 'POST', headers, body: entry.body, credentials: 'include' })
  } catch (error) {
    if (isTemporary(error)) return 'later'
    // Nothing typed is lost: it stays, with the reason, until the person sends it again or throws it away.
    write({ ...entry, refused: sentenceOf(error) })
    return 'refused'
  }
  storage.remove(PREFIX + entry.key)
  return 'sent'
}

const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error instanceof SessionEndedError ||
  error.code === 'offline' ||
  error.status === 429 ||
  error.status >= 500

/** Tries a refused write once more. */
export async function retryOutgoing(key: string): Promise<void> {
  const entry = waiting.find(each => each.key === key)
  if (!entry) return
  write({ ...entry, refused: null })
  reread()
  await sendOutgoing()
}

/** Throws a waiting write away. */
export function discardOutgoing(key: string): void {
  storage.remove(PREFIX + key)
  reread()
}

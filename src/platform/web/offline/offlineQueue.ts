import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { Call, InputOf, OutputOf } from '../../wire/call.ts'
import { ApiError } from '../calls/apiErrors.ts'
import { API_BASE, headersOf, reach, readAnswer, requestOf, throwIfRefused } from '../calls/call.ts'
import type { FormValue } from '../calls/form.ts'
import { deviceOwner, isOfThisPerson } from '../owner.ts'
import { createSignal } from '../signal.ts'
import { storage } from '../storage.ts'

const PREFIX = 'offlineQueue:'
const NAMES_PREFIX = 'offlineQueue-id:'
const NAMES_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** Somebody who pressed a button does not wait longer than this: the write goes on waiting by itself. */
const PATIENCE_MS = 12_000
export const NO_ROOM = 'This device’s storage is full, so this could not be saved while you’re offline.'

const Stored = z.object({
  /** Sent as the idempotency key: however often it is tried, it counts once. */
  key: z.string(),
  /** Who wrote it; nobody else sees or sends it. */
  owner: z.string(),
  method: z.enum(['POST', 'DELETE']),
  path: z.string(),
  body: z.string(),
  type: z.string(),
  /** The version that the person saw. */
  ifMatch: z.string().nullable(),
  /** What it is for a person, such as "Note". */
  label: z.string(),
  /** Its words, as far as a line shows them. */
  summary: z.string(),
  /** Everything that was typed, for the clipboard. */
  text: z.string(),
  /** The record that it adds or changes, such as `task:12`; one that has no id yet has a negative one. */
  record: z.string(),
  /** Where the answer holds the id, when it adds a record. */
  adds: z.array(z.string()).nullable(),
  /** What screens make of it meanwhile. */
  shows: z.unknown(),
  at: z.number(),
  /** Why the server refused it; `null` while it waits for the network. */
  refused: z.object({ code: z.string(), sentence: z.string(), version: z.int().nullable() }).nullable(),
})
/** Something that was written while the network was away, and waits on this device. */
export type QueuedWrite = z.output<typeof Stored>

/** What screens show of a write that the server has not taken yet: of which record it is, and what becomes of it. */
export type ShownWrite = Pick<QueuedWrite, 'record' | 'shows'>
/** What such a write makes of an answer; the same answer when it does not concern it. */
export type OfflinePatch<Data> = (data: Data, write: ShownWrite) => Data
/** One of any query: only who hands it the answer of that very query may call it. */
export type AnyPatch = (data: never, write: ShownWrite) => unknown

/** What is told about a write, for the time that it waits. */
export interface QueuedLabel {
  label: string
  summary: string
  text?: string
  record: string
  adds?: readonly string[]
  shows?: unknown
  ifMatch?: string
  key?: string
}

let waiting: readonly QueuedWrite[] = []
const watchers = new Set<() => void>()
/** Tells of a write that has just been kept. */
export const queuedSaved = createSignal<QueuedWrite>()
/** Tells that writes went out, were refused or thrown away, here or in another window: what is shown of them is read again. */
export const queuedSettled = createSignal<void>()

/** Reads what waits, oldest first; another window may have changed it. */
export function rereadOfflineQueue(): readonly QueuedWrite[] {
  const before = waiting
  waiting = storage
    .keys(PREFIX)
    .flatMap(key => Stored.safeParse(storage.read(key)).data ?? [])
    .filter(each => each.owner === deviceOwner())
    .map(each => ({ ...each, path: withKnownIds(each.path), record: withKnownIds(each.record) }))
    .sort((a, b) => a.at - b.at)
  if (before.length > 0 || waiting.length > 0) for (const watcher of watchers) watcher()
  return waiting
}

globalThis.addEventListener?.('storage', event => {
  if (!event.key?.startsWith(PREFIX)) return
  rereadOfflineQueue()
  if (event.newValue === null) queuedSettled.emit()
})

/** Keeps a write, or what became of it. Says whether there was room. */
export const writeQueued = (entry: QueuedWrite): boolean => storage.write(PREFIX + entry.key, entry)
export const removeQueued = (key: string): void => storage.remove(PREFIX + key)

/** What waits on this device, oldest first. */
export const offlineQueue = (): readonly QueuedWrite[] => waiting

/** The same for screens. */
export const useOfflineQueue = (): readonly QueuedWrite[] => useSyncExternalStore(watchOfflineQueue, offlineQueue)

export function watchOfflineQueue(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

const ownKeys = () =>
  storage.keys(PREFIX).filter(key => isOfThisPerson(Stored.safeParse(storage.read(key)).data?.owner ?? ''))

/** How many writes of the person have not reached the server. */
export const queuedCount = (): number => ownKeys().length

/** Forgets what waits of the person (logout, after a warning). */
export function clearOfflineQueue(): void {
  for (const key of ownKeys()) storage.remove(key)
  rereadOfflineQueue()
}

let lastName = 0

/** An id for a record that the server does not know yet. */
export function provisionalId(): number {
  lastName = Math.max(lastName + 1, Date.now())
  return -lastName
}

/** Remembers which id the server gave to a record that was added without a network. */
export const nameRecord = (provisional: string, id: number): boolean => storage.write(NAMES_PREFIX + provisional, id)

/** Puts the ids that the server gave in the place of those that this device made up. */
export const withKnownIds = (text: string): string =>
  text.replace(/(?<=^|[/:])-\d+(?=$|\/)/g, name => String(storage.read(NAMES_PREFIX + name) ?? name))

/** Forgets made-up ids that nothing can name any more. */
export function purgeOldIds(): void {
  for (const key of storage.keys(NAMES_PREFIX)) if (storage.read(key, NAMES_AGE_MS) === null) storage.remove(key)
}

/**
 * Asks the server; without a network keeps the request on this device instead and answers `null`. It is sent once the
 * network is back, behind what was written about the same record before. A refusal is thrown as always.
 */
export async function callOrQueue<C extends Call>(
  definition: C,
  input: InputOf<C>,
  labels: QueuedLabel,
): Promise<OutputOf<C> | null> {
  const entry = entryOf(definition, input as Record<string, FormValue>, labels)
  const owner = deviceOwner()
  rereadOfflineQueue()
  if (mustWait(entry)) return keep(entry)
  try {
    return (await post(entry, PATIENCE_MS)) as OutputOf<C>
  } catch (error) {
    // The person may have signed out before the answer came: it must not reach whoever signed in next.
    if (!isOffline(error) || owner !== deviceOwner()) throw error
    return keep(entry)
  }
}

/** Behind others about the same record, and for a record that has no id yet, there is nothing to ask for now. */
const mustWait = ({ path, record }: QueuedWrite): boolean =>
  /\/-\d/.test(path) || waiting.some(each => each.record === record)

function keep(entry: QueuedWrite): null {
  if (!writeQueued(entry)) throw new ApiError(NO_ROOM, { code: 'no_room' })
  rereadOfflineQueue()
  queuedSaved.emit(entry)
  return null
}

function entryOf(definition: Call, input: Record<string, FormValue>, labels: QueuedLabel): QueuedWrite {
  const { url, init } = requestOf(definition, input)
  return {
    key: labels.key ?? crypto.randomUUID(),
    owner: deviceOwner(),
    method: definition.method === 'DELETE' ? 'DELETE' : 'POST',
    path: withKnownIds(url.slice(API_BASE.length)),
    body: String(init.body ?? ''),
    type: definition.method === 'DELETE' ? 'application/json' : 'application/x-www-form-urlencoded;charset=UTF-8',
    ifMatch: labels.ifMatch ?? null,
    label: labels.label,
    summary: labels.summary,
    text: labels.text ?? labels.summary,
    record: withKnownIds(labels.record),
    adds: labels.adds ? [...labels.adds] : null,
    shows: labels.shows ?? null,
    // Two writes of the same moment keep their order.
    at: Math.max(Date.now(), (waiting.at(-1)?.at ?? 0) + 1),
    refused: null,
  }
}

/** Whether a call failed because the server could not be reached. */
export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.code === 'offline'

/** Sends a write and answers what came back; after `patience` it counts as not answered. */
export async function post(entry: QueuedWrite, patience: number): Promise<unknown> {
  const headers = headersOf({ idempotencyKey: entry.key, ...(entry.ifMatch ? { ifMatch: entry.ifMatch } : {}) })
  headers.set('content-type', entry.type)
  const { method, body, path } = entry
  const signal = AbortSignal.timeout(patience)
  const response = await reach(API_BASE + path, { method, headers, body, credentials: 'include', signal })
  const answer = await readAnswer(response)
  throwIfRefused(response, answer)
  return (answer as { data: unknown }).data
}

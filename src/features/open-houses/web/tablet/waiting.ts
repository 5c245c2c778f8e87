import { useSyncExternalStore } from 'react'
import { ApiError, sentenceOf, ValidationError } from '../../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../../platform/web/calls/call.ts'
import { type ExampleOf, resembles, storage } from '../../../../platform/web/storage.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { openHouseCalls } from '../../contract.ts'

/*
 * Sign-ins that the server has not taken yet. Each is on the tablet before it is sent, and leaves it once the server has it. They
 * belong to the open house and not to its link, so that a renewed link sends what an older one could not.
 */

const PREFIX = 'openHouse:waiting:'
/** Visitors do not wait longer for an answer. */
const PATIENCE_MS = 8_000
/** What goes out behind their backs gets more time. */
const LONG_PATIENCE_MS = 30_000

type Sent = Omit<InputOf<typeof openHouseCalls.signIn>, 'token'>

/** A sign-in on the tablet. */
export interface WaitingSignIn extends Required<Omit<Sent, 'signed_at'>> {
  open_house_id: number
  signed_at: string
}

const example: ExampleOf<WaitingSignIn> = {
  ...{ open_house_id: 0, sign_in_id: '', name: '', email: '', phone: '', signed_at: '' },
  ...{ has_agent: null, agrees: false },
}

const watchers = new Set<() => void>()
const publish = (): void => {
  for (const watcher of watchers) watcher()
}
const prefixOf = (openHouseId: number): string => `${PREFIX}${openHouseId}:`
const keyOf = ({ open_house_id, sign_in_id }: WaitingSignIn): string => prefixOf(open_house_id) + sign_in_id

/** What waits for an open house, oldest first. */
const waitingOf = (openHouseId: number): WaitingSignIn[] =>
  storage
    .keys(prefixOf(openHouseId))
    .flatMap(key => {
      const stored = storage.read(key)
      return resembles(stored, example) ? [stored] : []
    })
    .sort((one, other) => one.signed_at.localeCompare(other.signed_at))

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}

/** How many sign-ins wait for an open house, or for any. */
export const useWaitingCount = (openHouseId: number | null): number =>
  useSyncExternalStore(watch, () => storage.keys(openHouseId === null ? PREFIX : prefixOf(openHouseId)).length)

/** The server may take it later: there is no network, it has too much to do, or the link was renewed. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 404 ||
  error.status === 429 ||
  error.status >= 500

function forget(signIn: WaitingSignIn): void {
  storage.remove(keyOf(signIn))
  publish()
}

/** Signs somebody in, or keeps the sign-in until it can be sent. Throws what the person can correct. */
export async function signInOrKeep(token: string, signIn: WaitingSignIn): Promise<void> {
  const isKept = storage.write(keyOf(signIn), signIn)
  try {
    await post(token, signIn, PATIENCE_MS)
    forget(signIn)
  } catch (error) {
    if (isKept && isTemporary(error)) return publish()
    forget(signIn)
    throw error
  }
}

/** Sends what waits, oldest first, in one window at a time. Answers why something was not taken; `null` when nothing was refused. */
export async function sendWaiting(token: string, openHouseId: number): Promise<string | null> {
  if (storage.keys(prefixOf(openHouseId)).length === 0) return null
  // Without locks two windows may send the same sign-in; its id makes it count once.
  if (!navigator.locks) return sendAll(token, openHouseId)
  return navigator.locks.request('keyturn-open-house', () => sendAll(token, openHouseId))
}

async function sendAll(token: string, openHouseId: number): Promise<string | null> {
  let refused: string | null = null
  for (const signIn of waitingOf(openHouseId)) {
    try {
      await post(token, signIn, LONG_PATIENCE_MS, signIn.signed_at)
      forget(signIn)
    } catch (error) {
      if (isTemporary(error)) break
      refused = error instanceof ValidationError ? Object.values(error.fields).flat().join(' ') : sentenceOf(error)
    }
  }
  return refused
}

async function post(token: string, signIn: WaitingSignIn, patience: number, signed_at?: string): Promise<void> {
  const { open_house_id: _house, signed_at: _at, ...given } = signIn
  await call(
    openHouseCalls.signIn,
    { token, ...given, ...(signed_at ? { signed_at } : {}) },
    { signal: AbortSignal.timeout(patience) },
  )
}

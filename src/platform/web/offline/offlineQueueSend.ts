import { ApiError, SessionEndedError, sentenceOf } from '../calls/apiErrors.ts'
import { deviceOwner } from '../owner.ts'
import {
  nameRecord,
  offlineQueue,
  post,
  type QueuedWrite,
  queuedSaved,
  queuedSettled,
  removeQueued,
  rereadOfflineQueue,
  withKnownIds,
  writeQueued,
} from './offlineQueue.ts'

/** Nobody looks on: a slow line gets more time than somebody who waits. */
const PATIENCE_MS = 30_000

/** Sends what waits, oldest first, in one window at a time; answers how many went out. Stops when the network is away again. */
export async function sendQueued(): Promise<number> {
  if (rereadOfflineQueue().every(entry => entry.refused !== null)) return 0
  // Without locks two windows may send the same write; its key makes it count once.
  if (!navigator.locks) return sendAll()
  return navigator.locks.request('keyturn-offlineQueue', sendAll)
}

async function sendAll(): Promise<number> {
  const owner = deviceOwner()
  let settled = 0
  let sent = 0
  for (let entry = nextOf(); entry !== undefined && deviceOwner() === owner; entry = nextOf()) {
    const outcome = await sendOne(entry)
    if (outcome === 'later') break
    settled += 1
    if (outcome === 'sent') sent += 1
  }
  if (settled > 0) queuedSettled.emit()
  return sent
}

/** The oldest that may go: nothing overtakes what was refused about the same record. */
function nextOf(): QueuedWrite | undefined {
  const all = rereadOfflineQueue()
  const held = new Set(all.filter(entry => entry.refused !== null).map(entry => entry.record))
  return all.find(entry => !held.has(entry.record))
}

async function sendOne(entry: QueuedWrite): Promise<'sent' | 'refused' | 'later'> {
  try {
    const answer = await post(entry, PATIENCE_MS)
    settle(entry, answer)
    return 'sent'
  } catch (error) {
    if (isTemporary(error)) return 'later'
    // Nothing typed is lost: it stays, with the reason, until the person sends it again or throws it away.
    writeQueued({ ...entry, refused: refusalOf(error) })
    return 'refused'
  }
}

/** What went out makes room for those behind it: they learn the version that the record has now. */
function settle(entry: QueuedWrite, answer: unknown): void {
  const id = entry.adds && at(answer, entry.adds)
  if (typeof id === 'number') nameRecord(entry.record.split(':')[1] ?? '', id)
  const version = at(answer, ['version'])
  const record = withKnownIds(entry.record)
  for (const later of rereadOfflineQueue().filter(each => each.record === record && each.key !== entry.key)) {
    if (later.ifMatch !== null && typeof version === 'number') writeQueued({ ...later, ifMatch: `"${version}"` })
  }
  removeQueued(entry.key)
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inside, name) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, name) : undefined),
    value,
  )

function refusalOf(error: unknown): NonNullable<QueuedWrite['refused']> {
  const version = error instanceof ApiError && error.code === 'stale' ? at(error.data, ['version']) : null
  return {
    code: error instanceof ApiError ? error.code : '',
    sentence: sentenceOf(error),
    version: typeof version === 'number' ? version : null,
  }
}

const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error instanceof SessionEndedError ||
  error.code === 'offline' ||
  error.code === 'maintenance' ||
  error.status === 429 ||
  error.status > 500

/** Tries a refused write once more; one that was based on an older version now replaces what is there. */
export async function retryQueued(key: string): Promise<number> {
  const entry = offlineQueue().find(each => each.key === key)
  if (!entry) return 0
  const { refused } = entry
  const ifMatch = refused?.version ? `"${refused.version}"` : entry.ifMatch
  writeQueued({ ...entry, ifMatch, refused: null })
  return sendQueued()
}

/** Throws a waiting write away; of a record that was never added, everything that followed. Answers what is gone. */
export function discardQueued(key: string): QueuedWrite[] {
  const entry = offlineQueue().find(each => each.key === key)
  if (!entry) return []
  const gone = offlineQueue().filter(each => each.key === key || (entry.adds !== null && each.record === entry.record))
  for (const each of gone) removeQueued(each.key)
  rereadOfflineQueue()
  queuedSettled.emit()
  return gone
}

/** Takes back that writes were thrown away. */
export function restoreQueued(gone: readonly QueuedWrite[]): void {
  for (const entry of gone) writeQueued(entry)
  rereadOfflineQueue()
  for (const entry of gone) if (entry.refused === null) queuedSaved.emit(entry)
}

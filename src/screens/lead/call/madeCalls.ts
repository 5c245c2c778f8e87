import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { callDirections, callOutcomes } from '../../../features/calling/rules.ts'
import { DRAFT_AGE_MS, draftKey } from '../../../platform/web/forms/draftStore.ts'
import { deviceOwner } from '../../../platform/web/owner.ts'
import { storage } from '../../../platform/web/storage.ts'

const MadeCall = z.object({
  /** Sent as the idempotency key of the log, so that it counts once however often, and in however many windows, it is saved. */
  key: z.string(),
  /** The same for the task that follows. */
  taskKey: z.string(),
  lead: z.object({ id: z.int(), first_name: z.string(), last_name: z.string(), status_value: z.int() }),
  phone: z.string(),
  /** The task whose button was pressed. */
  taskId: z.int().nullable(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** When the person came back; `null` while they are away. */
  endedAt: z.number().nullable(),
  outcome: z.enum(callOutcomes).nullable(),
  note: z.string(),
  /** Put aside: a dot in the top bar leads back to it. */
  isLater: z.boolean(),
  /** What went through the browser, and is on the timeline already; `null` for a call by another device. */
  voice: z
    .object({ callId: z.int(), direction: z.enum(callDirections), seconds: z.int(), problem: z.string() })
    .nullable()
    .default(null),
})
/** A call that was started from here and is not logged yet. */
export type MadeCall = z.output<typeof MadeCall>

type VoiceCall = NonNullable<MadeCall['voice']>

/** A second press on the same number so soon is the same call. */
const SAME_CALL_MS = 60_000

const NAME = 'call-made-'
const nameOf = (key = '') => draftKey(deviceOwner(), NAME + key)

let calls: readonly MadeCall[] = []
const watchers = new Set<() => void>()

/** Reads them again, newest first; another window may have changed them. They are drafts, which signing out deletes. */
export function rereadCalls(): readonly MadeCall[] {
  calls = storage
    .keys(nameOf())
    .flatMap(key => MadeCall.safeParse(storage.read(key, DRAFT_AGE_MS)).data ?? [])
    .toSorted((one, other) => other.startedAt - one.startedAt)
  for (const watcher of watchers) watcher()
  return calls
}

globalThis.addEventListener?.('storage', event => {
  if (event.key === null || event.key.startsWith(nameOf())) rereadCalls()
})

function write(call: MadeCall): void {
  storage.write(nameOf(call.key), call)
  rereadCalls()
}

/** Records that a call was started. What was not logged of another one waits behind the dot. */
export function recordCall(made: Pick<MadeCall, 'lead' | 'phone' | 'taskId'>, now: number): void {
  const [last] = rereadCalls()
  const isSame = last?.lead.id === made.lead.id && now - last.startedAt < SAME_CALL_MS && last.outcome === null
  for (const call of calls) if (!call.isLater && !(isSame && call === last)) changeCall(call, { isLater: true })
  if (isSame && last) {
    changeCall(last, { endedAt: null, isLater: false })
    return
  }
  const keys = { key: crypto.randomUUID(), taskKey: crypto.randomUUID() }
  write({ ...made, ...keys, startedAt: now, endedAt: null, outcome: null, note: '', isLater: false, voice: null })
}

/** Asks how a call went that has just ended in the browser. What was not logged of others waits behind the dot. */
export function recordVoiceCall(
  made: Pick<MadeCall, 'lead' | 'phone' | 'taskId'>,
  voice: VoiceCall,
  now: number,
): void {
  for (const call of rereadCalls()) if (!call.isLater) changeCall(call, { isLater: true })
  const keys = { key: crypto.randomUUID(), taskKey: crypto.randomUUID() }
  const startedAt = now - voice.seconds * 1000
  write({ ...made, ...keys, startedAt, endedAt: now, outcome: null, note: '', isLater: false, voice })
}

/** The person is back from whatever they called with. */
export function endCalls(now: number): void {
  for (const call of rereadCalls()) if (call.endedAt === null) changeCall(call, { endedAt: now })
}

/** Changes what is known of a call; one that another window has logged meanwhile stays gone. */
export function changeCall(call: MadeCall, change: Partial<MadeCall>): void {
  const known = MadeCall.safeParse(storage.read(nameOf(call.key))).data
  if (known) write({ ...known, ...change })
}

/** Opens the card of a call that was put aside; the card of another one is put aside for it. */
export function openCall(call: MadeCall): void {
  for (const other of calls) if (other.key !== call.key && !other.isLater) changeCall(other, { isLater: true })
  changeCall(call, { isLater: false })
}

/** Nothing is left to log of a call. */
export function removeCall({ key }: Pick<MadeCall, 'key'>): void {
  storage.remove(nameOf(key))
  rereadCalls()
}

/** Brings a call back whose log was undone. It is logged anew: what the old keys stand for is gone. */
export const restoreCall = (call: MadeCall): void =>
  write({ ...call, key: crypto.randomUUID(), taskKey: crypto.randomUUID(), isLater: false })

/** The calls that are not logged yet, newest first. */
export const useMadeCalls = (): readonly MadeCall[] =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => calls,
  )

/** The call whose card is open. */
export const openCallOf = (all: readonly MadeCall[]): MadeCall | null =>
  all.find(call => !call.isLater && call.endedAt !== null) ?? null

/** Whether a card asks how a call went: its keys come first. */
export const useIsCallCardOpen = (): boolean => openCallOf(useMadeCalls()) !== null

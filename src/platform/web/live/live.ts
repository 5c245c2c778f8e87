import type { LiveChange } from '../../wire/live.ts'
import { createSignal } from '../signal.ts'

/** What the stream is doing, for the mark that says "offline". */
export type LiveState = 'closed' | 'connecting' | 'open'

/** The server lost track of what this browser has seen: everything may have changed. */
const ANYTHING = '*'

/** Every change that the stream brings. */
export const liveChanges = createSignal<LiveChange>()
/** Tells when the stream opens or closes. */
export const liveState = createSignal<LiveState>()

/** How far the stream of changes was before the first answer of this session. */
let position = ''

/** Reads the header of an answer. */
export function recordPosition(header: string | null): void {
  if (position === '' && header) position = header
}

/** Where a stream begins that misses nothing of what was answered before it opened; '' when nothing was. */
export const firstPosition = (): string => position

/** Forgets it with the session. */
export function clearPosition(): void {
  position = ''
}

/** Whether a change concerns a topic. */
export const concerns = (change: LiveChange, topic: string) => change.topic === topic || change.topic === ANYTHING

/** Hears changes of a topic outside of React. Empty ids mean "anything of this topic". */
export function listenLive(topic: string, onChange: (ids: readonly number[]) => void): () => void {
  return liveChanges.listen(change => {
    if (concerns(change, topic)) onChange(change.topic === topic ? change.ids : [])
  })
}

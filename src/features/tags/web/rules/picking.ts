import type { LeadTag } from '../../../leads/contract/record.ts'
import { cleanName, isSameName, nameProblem } from '../../rules.ts'

/** How many of the chosen leads have a tag. */
export type Share = 'all' | 'some' | 'none'

/** More than this are found by typing. */
export const MAX_OFFERED = 100

/** Tags whose name fits what is typed, those that begin with it first; and the name that could be made, if any. */
export function offered<Tag extends LeadTag>(
  tags: readonly Tag[],
  typed: string,
): { tags: readonly Tag[]; newName: string | null } {
  const name = cleanName(typed)
  const sought = name.toLowerCase()
  if (sought === '') return { tags, newName: null }
  const fitting = tags.filter(tag => tag.name.toLowerCase().includes(sought))
  const begins = (tag: Tag) => (tag.name.toLowerCase().startsWith(sought) ? 0 : 1)
  const isKnown = tags.some(tag => isSameName(tag.name, name))
  return {
    tags: fitting.toSorted((a, b) => begins(a) - begins(b)),
    newName: isKnown || nameProblem(name) !== null ? null : name,
  }
}

/**
 * What a press on a tag of several leads makes of it: all of them, none, and, where only some had it, back to that. Another
 * agent's tag can only be taken away.
 */
export function nextShare(was: Share, now: Share, mayAdd = true): Share {
  if (!mayAdd) return now === 'none' ? was : 'none'
  if (now === 'some') return 'all'
  if (now === 'all') return 'none'
  return was === 'some' ? 'some' : 'all'
}

/** Which tags the chosen leads get, and which they lose. */
export function changesOf(
  was: ReadonlyMap<number, Share>,
  wanted: ReadonlyMap<number, Share>,
): { add: number[]; remove: number[] } {
  const changed = [...wanted].filter(([id, share]) => share !== (was.get(id) ?? 'none'))
  return {
    add: changed.flatMap(([id, share]) => (share === 'all' ? [id] : [])),
    remove: changed.flatMap(([id, share]) => (share === 'none' ? [id] : [])),
  }
}

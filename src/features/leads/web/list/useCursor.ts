import { useState } from 'react'

/**
 * The place in a list that keys are about. It stays with its lead when rows move, so that a key never acts on somebody else; where
 * the lead has left the list it stays at the place.
 */
export function useCursor(ids: readonly number[]): [cursor: number | null, move: (index: number | null) => void] {
  const [at, setAt] = useState<{ index: number; id: number | undefined } | null>(null)
  const move = (index: number | null) => setAt(index === null ? null : { index, id: ids[index] })
  return [at && placeOf(at, ids), move]
}

function placeOf({ index, id }: { index: number; id: number | undefined }, ids: readonly number[]): number | null {
  if (id === undefined || ids[index] === id) return index
  const moved = ids.indexOf(id)
  if (moved >= 0) return moved
  return ids.length === 0 ? null : Math.min(index, ids.length - 1)
}

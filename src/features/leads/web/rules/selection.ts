/** Which rows of one list are chosen, kept outside React so that pressing one row draws one row. */
export interface Selection {
  has(id: number): boolean
  size(): number
  ids(): number[]
  /** The filter itself is what is chosen: more leads than ids can be sent for. */
  entire(): { total: number } | null
  toggle(id: number, wanted?: boolean): void
  /** Chooses or frees everything between the last touched row and this one. */
  range(order: readonly number[], id: number): void
  setMany(ids: readonly number[], wanted: boolean): void
  chooseEntire(answer: { ids?: number[] | null; total: number }): void
  clear(): void
  subscribe(listener: () => void): () => void
  /** Changes with every change of the selection, for readers of the whole. */
  version(): number
}

/** An empty selection, or one that holds what was kept from before a reload. */
export function createSelection(kept: readonly number[] = []): Selection {
  let chosen = new Set<number>(kept)
  let entire: { total: number } | null = null
  let anchor: number | null = null
  let version = 0
  const listeners = new Set<() => void>()

  const tell = () => {
    version += 1
    for (const listener of listeners) listener()
  }
  // Choosing a single row after the entire list was chosen by filter starts anew: ids unknown here cannot be excluded.
  const leaveEntire = () => {
    if (entire) chosen = new Set()
    entire = null
  }

  return {
    has: id => entire !== null || chosen.has(id),
    size: () => entire?.total ?? chosen.size,
    ids: () => [...chosen],
    entire: () => entire,
    toggle(id, wanted) {
      const add = wanted ?? (entire !== null || !chosen.has(id))
      leaveEntire()
      if (add) chosen.add(id)
      else chosen.delete(id)
      anchor = id
      tell()
    },
    range(order, id) {
      const from = anchor === null ? -1 : order.indexOf(anchor)
      const to = order.indexOf(id)
      leaveEntire()
      const wanted = !chosen.has(id)
      const [start, end] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)]
      for (const each of order.slice(start, end + 1)) {
        if (wanted) chosen.add(each)
        else chosen.delete(each)
      }
      anchor = id
      tell()
    },
    setMany(ids, wanted) {
      leaveEntire()
      for (const id of ids) {
        if (wanted) chosen.add(id)
        else chosen.delete(id)
      }
      tell()
    },
    chooseEntire(answer) {
      entire = answer.ids ? null : { total: answer.total }
      chosen = new Set(answer.ids ?? [])
      tell()
    },
    clear() {
      if (chosen.size === 0 && entire === null) return
      chosen = new Set()
      entire = null
      anchor = null
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}

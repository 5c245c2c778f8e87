/** An entire list, as its filter: how many leads that is, and which were taken out of it again. */
export interface EntireList {
  total: number
  except: readonly number[]
}

/** Which rows of one list are chosen, kept outside React so that pressing one row draws one row. */
export interface Selection {
  has(id: number): boolean
  size(): number
  /** Those chosen one by one; none when the entire list is. */
  ids(): number[]
  /** The filter itself is what is chosen. */
  entire(): EntireList | null
  toggle(id: number, wanted?: boolean): void
  /** Chooses or frees everything between the last touched row and this one. */
  range(order: readonly number[], id: number): void
  setMany(ids: readonly number[], wanted: boolean): void
  chooseEntire(total: number): void
  /** The entire list has grown or shrunk. */
  recount(total: number): void
  /** Leads that are gone are no longer chosen. */
  drop(ids: readonly number[]): void
  clear(): void
  subscribe(listener: () => void): () => void
  /** Changes with every change of the selection, for readers of the whole. */
  version(): number
}

/** A selection that holds these rows at first. */
export function createSelection(chosen: readonly number[] = []): Selection {
  // Of an entire list, `named` are those taken out; otherwise those chosen.
  let named = new Set(chosen)
  let total: number | null = null
  let anchor: number | null = null
  let version = 0
  const listeners = new Set<() => void>()

  const notifyWatchers = () => {
    version += 1
    for (const listener of listeners) listener()
  }
  const has = (id: number) => (total !== null) !== named.has(id)
  const set = (id: number, wanted: boolean) => {
    if (wanted === (total !== null)) named.delete(id)
    else named.add(id)
  }
  const size = () => (total === null ? named.size : Math.max(0, total - named.size))
  const entire = () => (total === null ? null : { total, except: [...named] })
  const ids = () => (total === null ? [...named] : [])
  const reset = (nextTotal: number | null) => {
    named = new Set()
    total = nextTotal
    anchor = null
    notifyWatchers()
  }

  return {
    has,
    size,
    ids,
    entire,
    toggle(id, wanted) {
      set(id, wanted ?? !has(id))
      anchor = id
      // The last one was taken out of an entire list: nothing is left to be chosen.
      if (total !== null && size() === 0) reset(null)
      else notifyWatchers()
    },
    range(order, id) {
      const from = anchor === null ? -1 : order.indexOf(anchor)
      const to = order.indexOf(id)
      const wanted = !has(id)
      const [start, end] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)]
      for (const each of order.slice(start, end + 1)) set(each, wanted)
      anchor = id
      notifyWatchers()
    },
    setMany(many, wanted) {
      for (const id of many) set(id, wanted)
      notifyWatchers()
    },
    chooseEntire: reset,
    recount(next) {
      if (total === null || total === next) return
      total = next
      notifyWatchers()
    },
    drop(gone) {
      const known = total === null ? gone.filter(id => named.delete(id)) : []
      if (known.length > 0) notifyWatchers()
    },
    clear() {
      if (named.size > 0 || total !== null) reset(null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}

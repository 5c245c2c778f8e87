/** A row that stays where it is while the pool changes. */
interface Row {
  id: number
  /** ISO 8601; newest first. */
  created_at: string
}

/** The list as it stands on the screen. */
export interface Shown<Lead extends Row> {
  rows: readonly Lead[]
  /** Rows that somebody claimed meanwhile; they stay for a moment. */
  gone: ReadonlySet<number>
  /** Leads that landed in the pool meanwhile, and wait to be shown. */
  waiting: number
}

const isBefore = (one: Row, other: Row): boolean =>
  one.created_at > other.created_at || (one.created_at === other.created_at && one.id > other.id)

/**
 * What the pool as it is now makes of the rows on the screen: rows keep their place, those that are no longer in the pool
 * are gone, further pages follow at the end, and whatever is new further up waits.
 */
export function followPool<Lead extends Row>(
  rows: readonly Lead[],
  fresh: readonly Lead[],
  hasMore: boolean,
): Shown<Lead> {
  const known = new Set(rows.map(({ id }) => id))
  const inPool = new Set(fresh.map(({ id }) => id))
  const last = rows.at(-1)
  const unknown = fresh.filter(({ id }) => !known.has(id))
  const behind = unknown.filter(lead => last && isBefore(last, lead))
  const end = fresh.at(-1)
  // New leads push others off the last page that was read: those are still in the pool.
  const isBeyond = (row: Lead) => hasMore && end !== undefined && isBefore(end, row)
  return {
    rows: [...rows, ...behind],
    gone: new Set(rows.flatMap(row => (inPool.has(row.id) || isBeyond(row) ? [] : [row.id]))),
    waiting: unknown.length - behind.length,
  }
}

/** Where the cursor goes from a row: the next one that can be claimed, or the one before where there is none. */
export function nextOf(rows: readonly Row[], id: number | null, gone: ReadonlySet<number>): number | null {
  const at = rows.findIndex(row => row.id === id)
  const isFree = (row: Row) => row.id !== id && !gone.has(row.id)
  return (rows.slice(at + 1).find(isFree) ?? rows.slice(0, Math.max(0, at)).findLast(isFree))?.id ?? null
}

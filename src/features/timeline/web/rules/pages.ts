import type { OutputOf } from '../../../../platform/wire/call.ts'
import type { timelineCalls } from '../../contract.ts'
import { shownEntry } from './entries.ts'

/** A page of a timeline, as the browser keeps it. */
export type TimelinePage = OutputOf<typeof timelineCalls.list> & {
  /** Something changed since it was read: it is read again when it comes into view. */
  isPast?: boolean
}
type Entry = TimelinePage['data'][number]

const keyOf = (entry: Entry): string => shownEntry(entry).key
const timeOf = (entry: Entry): number => new Date(shownEntry(entry).at).getTime()
const keysOf = (entries: readonly Entry[]) => new Set(entries.map(keyOf))

/** Whether what was read again reaches what was known: only then may the two be joined without a gap. */
export function meets(read: TimelinePage, known: TimelinePage): boolean {
  const last = read.data.at(-1)
  const end = known.data.at(-1)
  if (!last || !end || read.next_cursor === null) return true
  return timeOf(last) <= timeOf(end) || keysOf(known.data).has(keyOf(last))
}

/**
 * A page after it was read again. It ends where it ended, so that the pages after it stay what they are: what is older than
 * that is left to them, and what was not reached is kept as it is known.
 */
export function joined(read: TimelinePage, known: TimelinePage): TimelinePage {
  const last = read.data.at(-1)
  const end = known.data.at(-1)
  if (!last || !end || read.next_cursor === null || known.next_cursor === null) return read
  const before = keysOf(known.data)
  const now = keysOf(read.data)
  const own = read.data.filter(entry => before.has(keyOf(entry)) || timeOf(entry) > timeOf(end))
  const rest = known.data.filter(entry => !now.has(keyOf(entry)) && timeOf(entry) <= timeOf(last))
  return { data: [...own, ...rest], next_cursor: known.next_cursor }
}

/** Everything that was read, each entry once: one that moved stands where it was read last, which is further up. */
export function entriesOf(pages: readonly TimelinePage[]): Entry[] {
  return [
    ...new Map(
      pages
        .flatMap(({ data }) => data)
        .toReversed()
        .map(entry => [keyOf(entry), entry]),
    ).values(),
  ].toReversed()
}

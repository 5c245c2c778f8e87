import type { InputOf, OutputOf } from '../../../../platform/wire/call.ts'
import type { timelineCalls } from '../../contract.ts'
import { shownEntry } from './entries.ts'

/** A page of a timeline, as the browser keeps it. */
export type TimelinePage = OutputOf<typeof timelineCalls.list> & {
  /** Something changed since it was read: it is read again when it comes into view. */
  isPast?: boolean
}

type Wanted = NonNullable<InputOf<typeof timelineCalls.list>['filter']>

/** What of the timeline is shown. */
export interface TimelineQuestion {
  wanted: Readonly<Wanted>
  search: string
}

type Entry = TimelinePage['data'][number]

const keyOf = (entry: Entry): string => shownEntry(entry).key
const timeOf = (entry: Entry): number => new Date(shownEntry(entry).at).getTime()

/** Whether what was read again reaches the end of what was known. */
export function covers(read: TimelinePage, known: TimelinePage): boolean {
  const [last, end] = [read.data.at(-1), known.data.at(-1)]
  return !last || !end || read.next_cursor === null || keyOf(last) === keyOf(end) || timeOf(last) < timeOf(end)
}

/** A page after it was read again. It ends where it ended: what is older is left to the pages after it, which stay. */
export function renewed(read: TimelinePage, known: TimelinePage): TimelinePage {
  const end = known.data.at(-1)
  if (!end || read.next_cursor === null || known.next_cursor === null) return read
  const before = new Set(known.data.map(keyOf))
  const data = read.data.filter(entry => before.has(keyOf(entry)) || timeOf(entry) > timeOf(end))
  return { data, next_cursor: known.next_cursor }
}

/** Everything that was read, each entry once: one that moved stands where it was read last, which is further up. */
export function entriesOf(pages: readonly TimelinePage[]): Entry[] {
  const seen = new Set<string>()
  return pages
    .flatMap(({ data }) => data)
    .filter(entry => {
      const key = keyOf(entry)
      return !seen.has(key) && seen.add(key)
    })
}

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TimelineEntry } from '../../contract.ts'
import { covers, entriesOf, renewed, type TimelinePage } from './pages.ts'

const PER_PAGE = 5

const noteAt = (id: number, minute: number): TimelineEntry =>
  ({ source: 'note', note: { id, date: new Date(minute * 60_000).toISOString() } }) as TimelineEntry
const ids = (entries: readonly TimelineEntry[]) => entries.map(entry => entry.source === 'note' && entry.note.id)

/** What happened, by the minute it happened in. */
type Notes = ReadonlyMap<number, number>

/** What the server answers: entries older than the cursor, newest first. */
function answer(notes: Notes, cursor: string, perPage = PER_PAGE): TimelinePage {
  const before = cursor === '' ? Number.POSITIVE_INFINITY : Number(cursor)
  const older = [...notes].filter(([minute]) => minute < before).sort(([one], [other]) => other - one)
  const data = older.slice(0, perPage).map(([minute, id]) => noteAt(id, minute))
  return { data, next_cursor: older.length > perPage ? String(older[perPage - 1]?.[0]) : null }
}

function readAll(notes: Notes, limit = Number.POSITIVE_INFINITY): { cursors: string[]; pages: TimelinePage[] } {
  const cursors: string[] = []
  const pages: TimelinePage[] = []
  for (let cursor: string | null = ''; cursor !== null && pages.length < limit; ) {
    const page = answer(notes, cursor)
    cursors.push(cursor)
    pages.push(page)
    cursor = page.next_cursor
  }
  return { cursors, pages }
}

function readAgain(notes: Notes, cursor: string, known: TimelinePage): TimelinePage {
  let read = answer(notes, cursor)
  while (read.next_cursor !== null && !covers(read, known)) {
    const more = answer(notes, read.next_cursor)
    read = { data: [...read.data, ...more.data], next_cursor: more.next_cursor }
  }
  return renewed(read, known)
}

const someNotes = (count: number) => new Map(Array.from({ length: count }, (_, index) => [index * 10, index + 1]))

it('shows what was added above, and leaves the later pages alone', () => {
  const notes = someNotes(20)
  const { pages } = readAll(notes)
  const added = new Map([...notes, [1000, 99]])
  const [first, ...later] = pages
  if (!first) throw new Error('Nothing was read.')
  const again = readAgain(added, '', first)
  expect(ids(again.data)).toEqual([99, 20, 19, 18, 17, 16])
  expect(again.next_cursor).toBe(first.next_cursor)
  expect(ids(entriesOf([again, ...later]))).toEqual(ids(answer(added, '', 50).data))
})

it('leaves no gap when more was added than a page holds', () => {
  const notes = someNotes(20)
  const [first] = readAll(notes).pages
  if (!first) throw new Error('Nothing was read.')
  const many = new Map([...notes, ...Array.from({ length: 17 }, (_, index) => [1000 + index, 100 + index] as const)])
  expect(readAgain(many, '', first).data).toHaveLength(22)
})

it('shows an entry that moved up once', () => {
  const { pages } = readAll(someNotes(12))
  const moved = new Map([...someNotes(12)].map(([minute, id]) => (id === 2 ? [1000, 2] : [minute, id])))
  const [first, ...later] = pages
  if (!first) throw new Error('Nothing was read.')
  const shown = ids(entriesOf([readAgain(moved, '', first), ...later]))
  expect(shown).toEqual([2, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1])
})

it('knows everything as the server does once each page was read again, whatever changed', () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 60 })
  fc.assert(
    fc.property(minutes, minutes, fc.array(fc.nat(59)), (known, added, removed) => {
      const before = new Map(known.map((minute, index) => [minute, index]))
      const { cursors, pages } = readAll(before)
      const after = new Map([
        ...[...before].filter(([, id]) => !removed.includes(id)),
        ...added.filter(minute => !before.has(minute)).map((minute, index) => [minute, 1000 + index] as const),
      ])
      const again: TimelinePage[] = []
      for (const [index, page] of pages.entries()) {
        const cursor = index === 0 ? '' : again.at(-1)?.next_cursor
        if (cursor === null || cursor === undefined) break
        expect(cursor).toBe(cursors[index])
        again.push(readAgain(after, cursor, page))
      }
      const last = again.at(-1)?.next_cursor
      const rest = last ? answer(after, last, 1000).data : []
      expect(ids([...entriesOf(again), ...rest])).toEqual(ids(answer(after, '', 1000).data))
    }),
  )
})

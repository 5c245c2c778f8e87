import { stringify } from 'qs'
import { z } from 'zod'
import { DEFAULT_PER_PAGE, EXACT_TOTAL_LIMIT, type Page, type PageInput } from '../../wire/page.ts'
import { invalid, type Refusal } from '../errors.ts'

/** Which rows of a list are asked for. `limit` is one more than the page holds: that one says whether there is another page. */
export interface PageWindow {
  page: number
  perPage: number
  offset: number
  limit: number
}

/** The rows that are asked for; with a cursor, which the list reads itself, they are counted from there. */
export const windowOf = ({ page = 1, perPage = DEFAULT_PER_PAGE, cursor }: PageInput): PageWindow => ({
  page,
  perPage,
  offset: cursor ? 0 : (page - 1) * perPage,
  limit: perPage + 1,
})

/** The refusal of a cursor that a list cannot read. */
export const foreignCursor = (): Refusal => invalid({ cursor: ['cursor is not from this list.'] })

/** The places of a list at which a page may end, as text and back. */
export interface Cursors<Place> {
  write(place: Place): string
  /** Refuses, as a fault of the field `cursor`, what `write` did not make. */
  read(text: string): Place
}

/** Cursors that hold what `place` describes. */
export function defineCursors<Place extends z.ZodType>(place: Place): Cursors<z.output<Place>> {
  return {
    write: value => Buffer.from(JSON.stringify(value)).toString('base64url'),
    read(text) {
      try {
        return place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
      } catch {
        throw foreignCursor()
      }
    },
  }
}

/** Cursors of lists in the order of their ids. */
export const idCursors: Cursors<number> = defineCursors(z.int())

/** Cursors of lists in the order of an instant, and of their ids where it is the same. */
export const instantCursors = defineCursors(z.object({ at: z.iso.datetime(), id: z.int32() }))

/** What a list knows of itself beside the rows of a page. */
export interface FoundList<Row> {
  /** What was asked for; the address of the next page asks for the same. */
  asked: PageInput & Readonly<Record<string, unknown>>
  total: number
  /** By default a total beyond `EXACT_TOTAL_LIMIT` counts as one: most lists count no further. */
  isEstimate?: boolean
  /** The cursor behind the last row of the page. */
  cursorAfter(last: Row): string
}

/** The answer of a list, from the rows of its window (`windowOf`). */
export function pageOf<Row extends object>(found: readonly Row[], list: FoundList<Row>): Page<Row> {
  const { asked, total, isEstimate = total > EXACT_TOTAL_LIMIT, cursorAfter } = list
  const { page, perPage } = windowOf(asked)
  const data = found.slice(0, perPage)
  const last = found.length > perPage ? data.at(-1) : undefined
  return {
    data,
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    total,
    total_is_estimate: isEstimate,
    next_page_url: last ? nextPage({ ...asked, cursor: undefined, page: page + 1 }) : null,
    next_cursor: last ? cursorAfter(last) : null,
  }
}

/** Where a page of a list ended that is read whole: behind this row, or, when it is gone by then, at this place. */
const wholeCursors = defineCursors(z.object({ after: z.union([z.int(), z.string()]), place: z.int().min(0) }))

/** The same of a short list that is read whole; `keyOf` tells its rows apart, by default their `id`. */
export function pageOfWhole<Row extends { id: number | string }>(
  rows: readonly Row[],
  list: Pick<FoundList<Row>, 'asked'>,
): Page<Row>
export function pageOfWhole<Row extends object>(
  rows: readonly Row[],
  list: Pick<FoundList<Row>, 'asked'>,
  keyOf: (row: Row) => number | string,
): Page<Row>
export function pageOfWhole<Row extends { id: number | string }>(
  rows: readonly Row[],
  { asked }: Pick<FoundList<Row>, 'asked'>,
  keyOf = (row: Row) => row.id,
): Page<Row> {
  const { offset, limit } = windowOf(asked)
  const start = asked.cursor ? placeOf(rows, wholeCursors.read(asked.cursor), keyOf) : offset
  const cursorAfter = (last: Row) => wholeCursors.write({ after: keyOf(last), place: rows.indexOf(last) + 1 })
  const total = rows.length
  return pageOf(rows.slice(start, start + limit), { asked, total, isEstimate: false, cursorAfter })
}

function placeOf<Row>(
  rows: readonly Row[],
  { after, place }: { after: number | string; place: number },
  keyOf: (row: Row) => number | string,
): number {
  const found = rows.findIndex(row => keyOf(row) === after)
  return found === -1 ? place : found + 1
}

/** The question for a page of a list, without the address that it is put to (`atAddress`); what is not asked for is left out. */
export const nextPage = (asked: object): string => `?${stringify(asked, { skipNulls: true })}`

/** A list's answer with the whole address of its next page: the one that this page was asked at. Other answers stay as they are. */
export function atAddress(answer: unknown, url: string): unknown {
  if (typeof answer !== 'object' || answer === null || !('next_page_url' in answer)) return answer
  if (typeof answer.next_page_url !== 'string') return answer
  const [path] = url.split('?', 1)
  return { ...answer, next_page_url: `${path}${answer.next_page_url}` }
}

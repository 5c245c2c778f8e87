import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EXACT_TOTAL_LIMIT } from '../../wire/page.ts'
import { defineCursors, idCursors, pageOf, windowOf } from './page.ts'

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))

describe('a page of a list', () => {
  it('asks for one row more than it shows, from where the page begins', () => {
    expect(windowOf({})).toEqual({ page: 1, perPage: 25, offset: 0, limit: 26 })
    expect(windowOf({ page: 3, perPage: 10 })).toMatchObject({ offset: 20, limit: 11 })
    expect(windowOf({ page: 3, perPage: 10, cursor: 'x' })).toMatchObject({ offset: 0, limit: 11 })
  })

  it('leads to the next one, under the same filters', () => {
    const asked = { page: 2, perPage: 3, cursor: 'x', search: 'a & b', type: ['call', 'text'], done: false, from: null }
    const page = pageOf(rows(4), { path: 'things', asked, total: 12, cursorAfter: ({ id }) => idCursors.write(id) })
    expect(page).toMatchObject({ current_page: 2, last_page: 4, per_page: 3, total: 12, total_is_estimate: false })
    expect(page.data).toEqual(rows(3))
    const next = new URL(page.next_page_url ?? '', 'http://crm.test')
    expect(next.pathname).toBe('/crm/things')
    expect(Object.fromEntries(next.searchParams)).toEqual({
      page: '3',
      perPage: '3',
      search: 'a & b',
      'type[0]': 'call',
      'type[1]': 'text',
      done: 'false',
    })
    expect(idCursors.read(page.next_cursor ?? '')).toBe(3)
  })

  it('is the last one when nothing is left, and the first one of an empty list', () => {
    const nothing = { next_page_url: null, next_cursor: null }
    const cursorAfter = () => 'never'
    expect(pageOf(rows(3), { path: 'things', asked: { perPage: 3 }, total: 3, cursorAfter })).toMatchObject(nothing)
    expect(pageOf([], { path: 'things', asked: {}, total: 0 })).toMatchObject({ ...nothing, last_page: 1, data: [] })
  })

  it('marks a total that is not counted to the end', () => {
    const total = EXACT_TOTAL_LIMIT + 1
    expect(pageOf([], { path: 'things', asked: {}, total }).total_is_estimate).toBe(true)
    expect(pageOf([], { path: 'things', asked: {}, total, isEstimate: false }).total_is_estimate).toBe(false)
  })
})

describe('a cursor', () => {
  const cursors = defineCursors(z.tuple([z.iso.datetime(), z.int()]))

  it('comes back as it was written', () => {
    const place: [string, number] = ['2026-03-08T07:00:00.123Z', 12]
    expect(cursors.read(cursors.write(place))).toEqual(place)
  })

  it.each(['', '12', 'not a cursor', idCursors.write(12)])('of another list is refused: %j', text => {
    expect(() => cursors.read(text)).toThrow(expect.objectContaining({ code: 'validation' }))
  })
})

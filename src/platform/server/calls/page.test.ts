import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EXACT_TOTAL_LIMIT } from '../../wire/page.ts'
import { atAddress, defineCursors, idCursors, pageOf, pageOfWhole, windowOf } from './page.ts'

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))

describe('a page of a list', () => {
  it('asks for one row more than it shows, from where the page begins', () => {
    expect(windowOf({})).toEqual({ page: 1, perPage: 25, offset: 0, limit: 26 })
    expect(windowOf({ page: 3, perPage: 10 })).toMatchObject({ offset: 20, limit: 11 })
    expect(windowOf({ page: 3, perPage: 10, cursor: 'x' })).toMatchObject({ offset: 0, limit: 11 })
  })

  it('leads to the next one, under the same filters', () => {
    const asked = { page: 2, perPage: 3, cursor: 'x', search: 'a & b', type: ['call', 'text'], done: false, from: null }
    const page = pageOf(rows(4), { asked, total: 12, cursorAfter: ({ id }) => idCursors.write(id) })
    expect(page).toMatchObject({ current_page: 2, last_page: 4, per_page: 3, total: 12, total_is_estimate: false })
    expect(page.data).toEqual(rows(3))
    const next = new URL(page.next_page_url ?? '', 'http://crm.test')
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

  it('gets the address that it was asked at, and leaves what is no list as it is', () => {
    const page = pageOf(rows(2), { asked: { perPage: 1 }, total: 2, cursorAfter: () => 'x' })
    expect(atAddress(page, '/crm/lead/12/notes?perPage=1')).toEqual({
      ...page,
      next_page_url: '/crm/lead/12/notes?perPage=1&page=2',
    })
    expect(atAddress({ next_page_url: null }, '/crm/things')).toEqual({ next_page_url: null })
    for (const other of [null, 'text', { data: [] }]) expect(atAddress(other, '/crm/things')).toBe(other)
  })

  it('is the last one when nothing is left, and the first one of an empty list', () => {
    const nothing = { next_page_url: null, next_cursor: null }
    const cursorAfter = () => 'never'
    expect(pageOf(rows(3), { asked: { perPage: 3 }, total: 3, cursorAfter })).toMatchObject(nothing)
    expect(pageOf([], { asked: {}, total: 0, cursorAfter })).toMatchObject({
      ...nothing,
      last_page: 1,
      data: [],
    })
  })

  it('marks a total that is not counted to the end', () => {
    const total = EXACT_TOTAL_LIMIT + 1
    const cursorAfter = () => 'never'
    expect(pageOf([], { asked: {}, total, cursorAfter }).total_is_estimate).toBe(true)
    expect(pageOf([], { asked: {}, total, isEstimate: false, cursorAfter }).total_is_estimate).toBe(false)
  })
})

describe('a list that is read whole', () => {
  const list = { asked: { perPage: 2 } }
  const behind = (given: readonly { id: number }[], cursor: string | null) =>
    pageOfWhole(given, { ...list, asked: { perPage: 2, cursor: cursor ?? '' } })

  it('is walked by number and by cursor', () => {
    const first = pageOfWhole(rows(5), list)
    expect(first).toMatchObject({ data: [{ id: 1 }, { id: 2 }], total: 5, last_page: 3 })
    expect(pageOfWhole(rows(5), { ...list, asked: { perPage: 2, page: 3 } })).toMatchObject({ data: [{ id: 5 }] })
    const second = behind(rows(5), first.next_cursor)
    expect(second.data).toEqual([{ id: 3 }, { id: 4 }])
    expect(behind(rows(5), second.next_cursor)).toMatchObject({ data: [{ id: 5 }], next_cursor: null })
  })

  it('goes on behind the same row when others come before it, and at the same place when it is gone', () => {
    const { next_cursor } = pageOfWhole(rows(5), list)
    expect(behind([{ id: 9 }, ...rows(5)], next_cursor).data).toEqual([{ id: 3 }, { id: 4 }])
    expect(
      behind(
        rows(5).filter(({ id }) => id !== 2),
        next_cursor,
      ).data,
    ).toEqual([{ id: 4 }, { id: 5 }])
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

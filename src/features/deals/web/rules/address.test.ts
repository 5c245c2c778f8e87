import { describe, expect, it } from 'vitest'
import { addressOf, pageLinks, plainQuestion, questionOf, sorted, toggled } from './address.ts'

describe('the address of the deals', () => {
  it('holds what is chosen and nothing else, and means nothing where it is nonsense', () => {
    expect(addressOf(plainQuestion)).toEqual({})
    const question = { ...plainQuestion, page: 3, sort: '-net' as const, type: [1, 3], status: [5], search: '44' }
    expect(questionOf(addressOf(question))).toEqual(question)
    expect(questionOf({ page: -2, sort: 'colour', type: '9,x', commission: 'yours' })).toEqual(plainQuestion)
  })

  it('goes back to page 1 when a tag or a sort changes', () => {
    const onSecond = { ...plainQuestion, page: 2 }
    expect(toggled(onSecond, 'type', 3)).toMatchObject({ page: 1, type: [3] })
    expect(toggled({ ...onSecond, status: [5] }, 'status', 5)).toMatchObject({ page: 1, status: [] })
    expect(sorted(onSecond, 'price')).toMatchObject({ page: 1, sort: 'price' })
  })

  it('sorts up at the first press of a column, down at the second, and as before at the third', () => {
    const up = sorted(plainQuestion, 'net')
    const down = sorted(up, 'net')
    expect([up.sort, down.sort, sorted(down, 'net').sort]).toEqual(['net', '-net', '-closed_date'])
    const closing = sorted(plainQuestion, 'closed_date')
    expect([closing.sort, sorted(closing, 'closed_date').sort]).toEqual(['closed_date', '-closed_date'])
  })

  it('links to at most six pages around the one that is open', () => {
    expect(pageLinks(1, 1)).toEqual([1])
    expect(pageLinks(1, 10)).toEqual([1, 2, 3, 4, 5, 6])
    expect(pageLinks(6, 10)).toEqual([3, 4, 5, 6, 7, 8])
    expect(pageLinks(10, 10)).toEqual([5, 6, 7, 8, 9, 10])
  })
})

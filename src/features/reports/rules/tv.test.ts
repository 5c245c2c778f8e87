import { describe, expect, it } from 'vitest'
import { NOBODY } from './reports.ts'
import { agentsOnTv, pageAfter, pagesOfRows } from './tv.ts'

const rows = (count: number) => Array.from({ length: count }, (_, place) => place + 1)
const sizes = (count: number, fit: number) => pagesOfRows(rows(count), fit).map(page => page.length)

describe('the pages of a TV', () => {
  it('are as few as the rows need, and as full as each other', () => {
    expect(sizes(9, 9)).toEqual([9])
    expect(sizes(10, 9)).toEqual([5, 5])
    expect(sizes(14, 6)).toEqual([5, 5, 4])
    expect(sizes(41, 10)).toEqual([9, 8, 8, 8, 8])
    expect(sizes(0, 9)).toEqual([])
    expect(sizes(2, 0)).toEqual([1, 1])
  })

  it('hold every row once, in order', () => {
    for (const count of [1, 7, 13, 50])
      for (const fit of [1, 3, 8]) expect(pagesOfRows(rows(count), fit).flat()).toEqual(rows(count))
  })

  it('begin again after the last, and go back from the first to it', () => {
    expect([
      pageAfter(0, 1, 3),
      pageAfter(2, 1, 3),
      pageAfter(0, -1, 3),
      pageAfter(0, 1, 1),
      pageAfter(0, 1, 0),
    ]).toEqual([1, 0, 2, 0, 0])
  })

  it('are of agents who have a number', () => {
    const row = (key: string, ...values: (number | null)[]) => ({ key, values })
    expect(agentsOnTv([row('1', 4, null), row('2', 0, null), row(NOBODY, 3, 1)]).map(({ key }) => key)).toEqual(['1'])
  })
})

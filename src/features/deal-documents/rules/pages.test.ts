import { expect, test } from 'vitest'
import { pageGroups, rangeText, rangeTo } from './pages.ts'

test('pages of a scan stand together by what they are, with those that are nothing yet between them', () => {
  const groups = pageGroups(16, [
    { title: 'Deposit receipt', first_page: 12, last_page: 12 },
    { title: 'Agreement', first_page: 1, last_page: 9 },
    { title: 'Confirmation', first_page: 10, last_page: 11 },
  ])
  expect(groups).toEqual([
    { title: 'Agreement', first: 1, last: 9 },
    { title: 'Confirmation', first: 10, last: 11 },
    { title: 'Deposit receipt', first: 12, last: 12 },
    { title: null, first: 13, last: 16 },
  ])
})

test('a page that is two things stands with the one that begins first', () => {
  const groups = pageGroups(4, [
    { title: 'Waiver', first_page: 2, last_page: 3 },
    { title: 'Amendment', first_page: 3, last_page: 4 },
  ])
  expect(groups.map(({ first, last }) => [first, last])).toEqual([
    [1, 1],
    [2, 3],
    [4, 4],
  ])
})

test('two assignments of the same title beside each other stay two groups', () => {
  const groups = pageGroups(2, [
    { title: 'Amendment', first_page: 1, last_page: 1 },
    { title: 'Amendment', first_page: 2, last_page: 2 },
  ])
  expect(groups).toHaveLength(2)
})

test('a choice of pages goes from where it began to the page that was pressed, either way', () => {
  expect(rangeTo(13, 15)).toEqual({ first: 13, last: 15 })
  expect(rangeTo(13, 10)).toEqual({ first: 10, last: 13 })
  expect([rangeText({ first: 3, last: 3 }), rangeText({ first: 13, last: 15 })]).toEqual(['Page 3', 'Pages 13 to 15'])
})

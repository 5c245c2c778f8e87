import { expect, it } from 'vitest'
import { timelineDays } from './grouping.ts'
import { byDay, firstLines, timelineRows } from './rows.ts'

const at = (key: string, at: string) => ({ key, at, run: null })
const now = new Date('2026-05-10T16:00:00Z')
const rows = timelineRows(
  timelineDays(
    [at('a', '2026-05-10T15:00:00Z'), at('b', '2026-05-10T14:00:00Z'), at('c', '2026-05-07T14:00:00Z')],
    now,
    'America/Toronto',
  ),
)

it('names each day before what happened on it', () => {
  expect(rows.map(({ key }) => key)).toEqual(['day-2026-05-10', 'a', 'b', 'day-2026-05-07', 'c'])
})

it('draws a part of the lines under their days, also where the name of the day is out of view', () => {
  const drawn = byDay(rows.slice(2)).map(day => day.map(({ key }) => key))
  expect(drawn).toEqual([['b'], ['day-2026-05-07', 'c']])
})

it('counts lines, and not the names of their days, among the first ones', () => {
  expect(firstLines(rows, 1).map(({ key }) => key)).toEqual(['day-2026-05-10', 'a'])
  expect(firstLines(rows, 3)).toHaveLength(5)
  expect(firstLines(rows, 9)).toHaveLength(5)
})

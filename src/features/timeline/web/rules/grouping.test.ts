import { describe, expect, it } from 'vitest'
import { timelineDays } from './grouping.ts'

const zone = 'America/Toronto'
const now = new Date('2026-11-21T20:00:00Z')
const entry = (key: string, run: string | null, at: string) => ({ key, run, at })

describe('the timeline', () => {
  it('draws repeats that follow each other as one line', () => {
    const days = timelineDays(
      [
        entry('e', 'viewed', '2026-11-21T14:26:00Z'),
        entry('d', 'viewed', '2026-11-21T14:20:00Z'),
        entry('c', null, '2026-11-21T14:10:00Z'),
        entry('b', 'viewed', '2026-11-21T14:05:00Z'),
      ],
      now,
      zone,
    )
    expect(days.map(day => day.label)).toEqual(['Today'])
    expect(days[0]?.groups.map(group => group.entries.map(each => each.key))).toEqual([['e', 'd'], ['c'], ['b']])
  })

  it('keeps what people did apart, and begins a new day at the reader’s midnight', () => {
    const days = timelineDays(
      [
        entry('d', null, '2026-11-21T14:00:00Z'),
        entry('c', null, '2026-11-21T13:00:00Z'),
        entry('b', 'viewed', '2026-11-21T05:05:00Z'),
        entry('a', 'viewed', '2026-11-21T04:55:00Z'),
      ],
      now,
      zone,
    )
    expect(days.map(day => [day.label, day.groups.length])).toEqual([
      ['Today', 3],
      ['Yesterday', 1],
    ])
  })
})

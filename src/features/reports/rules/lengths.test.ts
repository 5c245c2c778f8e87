import { describe, expect, it } from 'vitest'
import { neighbours, periodAround } from './lengths.ts'

const TODAY = '2026-11-19'

describe('a chosen period', () => {
  it.each([
    ['week', TODAY, '2026-11-16', TODAY],
    ['week', '2026-11-15', '2026-11-09', '2026-11-15'],
    ['month', TODAY, '2026-11-01', TODAY],
    ['month', '2026-02-10', '2026-02-01', '2026-02-28'],
    ['quarter', TODAY, '2026-10-01', TODAY],
    ['quarter', '2026-02-10', '2026-01-01', '2026-03-31'],
    ['year', '2024-02-29', '2024-01-01', '2024-12-31'],
  ] as const)('of a %s around %s is from %s to %s', (length, day, from, to) => {
    expect(periodAround(day, length, TODAY)).toEqual({ from, to })
  })

  it('has a neighbour before it, and none ahead of today', () => {
    expect(neighbours({ from: '2026-11-01', to: TODAY }, 'month', TODAY)).toEqual({ before: '2026-10-31', next: null })
    expect(neighbours({ from: '2026-10-01', to: '2026-10-31' }, 'month', TODAY)).toEqual({
      before: '2026-09-30',
      next: '2026-11-01',
    })
  })
})

import { describe, expect, it } from 'vitest'
import { dayLabel, timelineDays } from './grouping.ts'

const now = new Date(2026, 10, 21, 15, 0)
const entry = (id: number, type: number, at: Date, option: number | null = null) => ({
  id,
  milestone_type_id: type,
  milestone_option_id: option,
  happened_at: at.toISOString(),
})

describe('the timeline', () => {
  it('names today, yesterday, other days and other years', () => {
    expect(dayLabel(new Date(2026, 10, 21, 0, 1), now)).toBe('Today')
    expect(dayLabel(new Date(2026, 10, 20, 23, 59), now)).toBe('Yesterday')
    expect(dayLabel(new Date(2026, 10, 17), now)).toBe('Tuesday, Nov 17')
    expect(dayLabel(new Date(2025, 1, 3), now)).toBe('Feb 3, 2025')
  })

  it('draws viewed listings that follow each other as one line', () => {
    const at = (minute: number) => new Date(2026, 10, 21, 9, minute)
    const days = timelineDays(
      [entry(5, 14, at(26)), entry(4, 14, at(20)), entry(3, 8, at(10)), entry(2, 14, at(5))],
      now,
    )
    expect(days).toHaveLength(1)
    expect(days[0]?.groups.map(group => group.entries.map(each => each.id))).toEqual([[5, 4], [3], [2]])
  })

  it('keeps calls apart, and does not draw two days together', () => {
    const days = timelineDays(
      [
        entry(4, 1, new Date(2026, 10, 21, 9)),
        entry(3, 1, new Date(2026, 10, 21, 8)),
        entry(2, 14, new Date(2026, 10, 21, 0, 5)),
        entry(1, 14, new Date(2026, 10, 20, 23, 55)),
      ],
      now,
    )
    expect(days.map(day => day.groups.length)).toEqual([3, 1])
  })
})
